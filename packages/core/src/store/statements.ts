import { Column, fillPlaceholders, is, sql, SQL, type SQLWrapper } from 'drizzle-orm'
import { PgCustomColumn, PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Store } from './store.ts'
import { batched } from './batch.ts'

/** Creates a value once per store, such as a batch of pending reads. */
export const perStore = <Value>(create: (store: Store) => Value) => {
  const values = new WeakMap<Store, Value>()
  return (store: Store): Value => {
    const existing = values.get(store)
    if (existing !== undefined) return existing
    const created = create(store)
    values.set(store, created)
    return created
  }
}

/**
 * A select of Drizzle's builder. Its fields are columns, SQL of a type that the driver reads, and records of these, such as
 * `team: { id: teams.id, name: teams.name }`. A record is null if all of its columns are, as those of a join without a match.
 */
type Select<Row> = PromiseLike<Row[]> & SQLWrapper & { readonly _: { readonly selectedFields: object } }

/** Runs a prepared select with values for its placeholders. */
export type PreparedSelect<Row> = (values: Record<string, unknown>) => Promise<Row[]>

const dialect = new PgDialect()

/** Converts a value of the driver; undefined if the value needs no conversion, as that of our own types does not. */
const getDecoder = (field: unknown): ((value: unknown) => unknown) | undefined => {
  if (!is(field, Column) || is(field, PgCustomColumn)) return undefined
  if (field.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined
  // Bound, because each property of an aliased column is looked up through a proxy.
  return field.mapFromDriverValue.bind(field)
}

type Row = Record<string, unknown>

const isMissing = (record: Row): boolean => Object.values(record).every((value) => value === null)

/** Reads the fields of a select from the values of a row, which come in their order. `next` counts the values. */
const createReader = (fields: object, next: () => number): ((values: unknown[]) => Row) => {
  const readers = Object.entries(fields).map(([name, field]: [string, object]) => {
    if (!is(field, Column) && !is(field, SQL) && !is(field, SQL.Aliased)) {
      const readRecord = createReader(field, next)
      const read = (values: unknown[]): unknown => {
        const record = readRecord(values)
        return isMissing(record) ? null : record
      }
      return [name, read] as const
    }
    const index = next()
    const decode = getDecoder(field) ?? ((value: unknown) => value)
    return [name, (values: unknown[]): unknown => (values[index] === null ? null : decode(values[index]))] as const
  })
  return (values) => {
    const row: Row = {}
    for (const [name, read] of readers) row[name] = read(values)
    return row
  }
}

const compile = <Row>(store: Store, select: Select<Row>): PreparedSelect<Row> => {
  let values = 0
  const read = createReader(select._.selectedFields, () => values++)
  const { sql: text, params } = dialect.sqlToQuery(select.getSQL().inlineParams())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the select, in their order
  const toRow = (row: unknown[]) => read(row) as Row
  return async (values) => (await store.readingDriver.values(text, fillPlaceholders(params, values))).map(toRow)
}

/**
 * A select for a hot path. Drizzle builds its text once per store and Postgres prepares it once per connection. Values
 * passed while it is built, such as a limit, become part of its text; placeholders are its parameters (decision 4).
 *
 * @example
 * const teamById = preparedSelect((db) => db.select({ name: teams.name }).from(teams).where(eq(teams.id, sql.placeholder('id'))))
 * const [team] = await teamById(store)({ id })
 */
export const preparedSelect = <Row>(build: (db: Database) => Select<Row>) =>
  perStore((store) => compile(store, build(store.db)))

/**
 * One prepared select per variant, such as the set of filters of a list.
 * @param toKey returns a different key for each variant; it must not contain the values of filters, or the number of
 *   statements would be unbounded
 */
export const preparedSelects = <Variant, Row>(
  toKey: (variant: Variant) => string,
  build: (db: Database, variant: Variant) => Select<Row>,
) => {
  const byKey = perStore(() => new Map<string, PreparedSelect<Row>>())
  return (store: Store, variant: Variant): PreparedSelect<Row> => {
    const compiled = byKey(store)
    const key = toKey(variant)
    const select = compiled.get(key) ?? compile(store, build(store.db, variant))
    compiled.set(key, select)
    return select
  }
}

/** For each column of a row: its SQL, and how the value of the driver is read. */
export type Columns<Row> = { [Name in keyof Row]: readonly [sql: string, read: (value: unknown) => Row[Name]] }

/**
 * A prepared statement on the connections that count calls.
 * @param from where it selects the columns from; its parameters are placeholders
 */
export const countingSelect = <Row extends Record<string, unknown>>(columns: Columns<Row>, from: SQL) =>
  perStore((store): PreparedSelect<Row> => {
    const list = Object.entries<readonly [string, (value: unknown) => unknown]>(columns)
    const selected = sql.raw(list.map(([, [text]]) => text).join(', '))
    const { sql: text, params } = dialect.sqlToQuery(
      sql`select ${selected} from ${from} where ${store.countingCondition}`,
    )
    const toRow = (values: unknown[]) => {
      const row: Record<string, unknown> = {}
      list.forEach(([name, [, read]], index) => (row[name] = read(values[index])))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns, each read by its own function
      return row as Row
    }
    return async (values) => (await store.countingDriver.values(text, fillPlaceholders(params, values))).map(toRow)
  })

/** SQL text: the change number, which counts the transactions that have changed what is served (decision 7). */
export const CHANGE_NUMBER = 'coalesce((select number from change_number), 0)::float8'

/** The change number of a database, read after the call of this function; concurrent calls share a statement. */
export const readChangeNumber = perStore((store) => {
  const read = batched(async (calls: null[]) => {
    const [row] = await store.readingDriver.values(`select ${CHANGE_NUMBER}`, [])
    return calls.map(() => Number(row?.[0]))
  })
  return () => read(null)
})

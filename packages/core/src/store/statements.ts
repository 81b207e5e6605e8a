import type { SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Store } from './store.ts'

/**
 * A statement that is built and prepared once per store.
 * @example const gameById = statement((db) => db.select()…prepare('game_by_id')); await gameById(store).execute({ id })
 */
export const statement = <Prepared>(build: (db: Database) => Prepared) => {
  const built = new WeakMap<Store, Prepared>()
  return (store: Store): Prepared => {
    const known = built.get(store)
    if (known !== undefined) return known
    const made = build(store.db)
    built.set(store, made)
    return made
  }
}

/** As `statement`, one for each shape of the question: which filters there are, never which values. */
export const statementBy = <Shape, Prepared>(build: (db: Database, shape: Shape) => Prepared) => {
  const built = statement((db) => ({ db, byShape: new Map<string, Prepared>() }))
  return (store: Store, shape: Shape): Prepared => {
    const { db, byShape } = built(store)
    const key = JSON.stringify(shape)
    const prepared = byShape.get(key) ?? build(db, shape)
    byShape.set(key, prepared)
    return prepared
  }
}

/** A select of Drizzle's builder and its fields by name. */
type Select<Row> = PromiseLike<Row[]> & SQLWrapper & { readonly _: { readonly selectedFields: object } }

const dialect = new PgDialect()

/**
 * Prepares a select whose fields are not nested, for answers of many values: Drizzle takes each by each through its
 * decoders, which takes longer than reading them. Here values stay as the driver gives them: numbers, texts, calendar
 * days; not for moments, which only Drizzle makes dates of.
 */
export const prepareFlat = <Row>(db: Database, select: Select<Row>, name: string) => {
  const names = Object.keys(select._.selectedFields)
  const toRow = (values: unknown[]) => {
    const row: Record<string, unknown> = {}
    for (let place = 0; place < names.length; place++) row[names[place] ?? ''] = values[place]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the select, in their order
    return row as Row
  }
  const query = dialect.sqlToQuery(select.getSQL())
  return db._.session.prepareQuery<{ execute: Row[]; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    true,
    (rows) => rows.map(toRow),
  )
}

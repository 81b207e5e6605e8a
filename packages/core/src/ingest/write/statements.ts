import { DrizzleQueryError } from 'drizzle-orm/errors'
import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { execute, type Database } from '../../store/index.ts'

const writable = new Map<PgTable, PgColumn[]>()

const listWritable = (table: PgTable): PgColumn[] => {
  const known = writable.get(table)
  if (known !== undefined) return known
  const columns = Object.values(getTableColumns(table)).filter(({ generated }) => generated === undefined)
  writable.set(table, columns)
  return columns
}

/** SQL: the columns of a table except generated ones, of `row` if one is named. */
export const writableColumns = (table: PgTable, row?: 'excluded'): SQL =>
  sql.raw(
    listWritable(table)
      .map(({ name }) => (row === undefined ? name : `${row}.${name}`))
      .join(', '),
  )

/** SQL: JSON objects as rows of a table; missing fields become null. */
export const jsonRows = (table: PgTable, rows: readonly object[]): SQL =>
  sql`json_populate_recordset(null::${sql.raw(getTableName(table))}, ${JSON.stringify(rows)}::json)`

/** The statement that inserts rows; an empty array without rows. */
export const insertRows = (table: PgTable, rows: readonly object[]): SQL[] =>
  rows.length === 0 ? [] : [insertSome(table, rows)]

/** The statement that inserts rows, at least one. */
export const insertSome = (table: PgTable, rows: readonly object[]): SQL => {
  const columns = writableColumns(table)
  return sql`insert into ${sql.raw(getTableName(table))} (${columns}) select ${columns} from ${jsonRows(table, rows)}`
}

/**
 * The statement that inserts a row with a large document. Each is sent alone: as one of many values in JSON, Postgres would
 * parse the document twice.
 */
export const insertWithDocument = (table: PgTable, row: Readonly<Record<string, unknown>>): SQL => {
  const values = listWritable(table).map((column) => sql.param(row[column.name], column))
  return sql`insert into ${sql.raw(getTableName(table))} (${writableColumns(table)}) values (${sql.join(values, sql`, `)})`
}

/**
 * Runs several writes as one statement, which saves their round trips. No write sees another, their order is undefined,
 * and no two may write the same row. Foreign keys are checked after the
 * statement.
 */
export const runInOneStatement = async (tx: Database, writes: readonly SQL[]): Promise<void> => {
  if (writes.length === 0) return
  const named = writes.map((write, index) => sql`${sql.raw(`write_${index}`)} as (${write})`)
  await execute(tx, sql`with ${sql.join(named, sql`, `)} select`)
}

/** SQL state of a statement that is not run because an earlier one of its transaction failed. */
const IN_FAILED_TRANSACTION = '25P02'

const isAbortedTransaction = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === IN_FAILED_TRANSACTION
}

/**
 * Waits until all of these statements, sent together in one transaction, have settled. If several fail, it throws the
 * error that made the others fail.
 */
export const allSettledOrThrow = async (...sent: Promise<unknown>[]): Promise<void> => {
  const results = await Promise.allSettled(sent)
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => !isAbortedTransaction(error)) ?? errors[0]
}

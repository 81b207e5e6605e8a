import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { execute, type Database } from '../store/index.ts'

/** SQL: the columns of a table that can be written. */
export const columnsOf = (table: PgTable): SQL =>
  sql.raw(
    Object.values(getTableColumns(table))
      .filter(({ generated }) => generated === undefined)
      .map(({ name }) => name)
      .join(', '),
  )

/** SQL: rows, given by the names of their columns, as rows of a table; a column that is left out is null. */
export const asRowsOf = (table: PgTable, rows: readonly object[]): SQL =>
  sql`json_populate_recordset(null::${sql.raw(getTableName(table))}, ${JSON.stringify(rows)}::json)`

/** SQL that inserts rows; nothing where there are none. */
export const insertion = (table: PgTable, rows: readonly object[]): SQL[] => {
  if (rows.length === 0) return []
  const columns = columnsOf(table)
  return [sql`insert into ${sql.raw(getTableName(table))} (${columns}) select ${columns} from ${asRowsOf(table, rows)}`]
}

/**
 * Makes changes in one statement, which is quicker than one after another. None of them sees what the others write, and
 * their order is open, so no two may write the same row; foreign keys are checked once all are made.
 */
export const changeAll = async (tx: Database, changes: readonly SQL[]): Promise<void> => {
  if (changes.length === 0) return
  const named = changes.map((change, place) => sql`${sql.raw(`change_${place}`)} as (${change})`)
  await execute(tx, sql`with ${sql.join(named, sql`, `)} select`)
}

import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL: the sum of a column over the rows of a group; null without a row, and as soon as one row has none: null is not
 * zero.
 *
 * @param which the rows of the group that are summed; all of them where left out
 */
export const strictSum = (column: SQL, which: SQL = sql`true`): SQL => {
  const rows = sql`filter (where ${which})`
  return sql`case when count(*) ${rows} = count(${column}) ${rows} then sum(${column}) ${rows} end`
}

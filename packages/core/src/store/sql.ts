import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { UNCOUNTED_STAGES } from '../contract/index.ts'

/** Written into the text, not parameters: the plan depends on how rare these stages are (decision 4). */
const uncounted = sql.raw(UNCOUNTED_STAGES.map((stage) => `'${stage}'`).join(', '))

/** SQL: whether statistics count a game `g`: it is final, and its stage counts. */
export const isCounted: SQL = sql`(g.status = 'final' and coalesce(g.stage, '') not in (${uncounted}))`

/**
 * SQL: the sum of a column over the rows of a group; null without a row and if one of the rows has null, since an unknown
 * value is not zero.
 *
 * @param which the rows of the group that are summed; by default all of them
 */
export const strictSum = (column: SQL, which: SQL = sql`true`): SQL => {
  const rows = sql`filter (where ${which})`
  return sql`case when count(*) ${rows} = count(${column}) ${rows} then sum(${column}) ${rows} end`
}

/**
 * SQL: the total playing time of one side of a game, seconds; null if one player's time is unknown, and without a box
 * score.
 */
export const sideSeconds = (game: SQLWrapper, side: SQLWrapper | 'home' | 'away'): SQL<number | null> => sql`(
  select (${strictSum(sql`l.seconds`)})::integer from box_lines l
  where l.game_id = ${game} and l.side = ${side} and l.played)`

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { strictSum } from './strict-sum.ts'

/**
 * SQL: playing time of all who played for one side of a game together, seconds; null where the time of one of them is
 * not known, and without a box score.
 */
export const sideSeconds = (game: SQLWrapper, side: SQLWrapper | 'home' | 'away'): SQL<number | null> => sql`(
  select (${strictSum(sql`l.seconds`)})::integer from box_lines l
  where l.game_id = ${game} and l.side = ${side} and l.played)`

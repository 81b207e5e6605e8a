import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { UNCOUNTED_STAGES, type StagePart } from '../contract/index.ts'

/** Written into the text, not parameters: the plan depends on how rare these stages are (decision 4). */
const uncounted = sql.raw(UNCOUNTED_STAGES.map((stage) => `'${stage}'`).join(', '))

/** A moment that a statement returns in milliseconds of Unix time. */
export const NullableMoment = z
  .number()
  .nullable()
  .transform((ms) => (ms === null ? null : new Date(ms)))

/** SQL: whether a game `g` is of a stage that counts: no preseason, no all-star game. */
export const isInCountedStage: SQL = sql`coalesce(g.stage, '') not in (${uncounted})`

/** SQL: whether a game `g` belongs in statistics, played or not: neither its stage nor its league leaves it out. */
const isInStatistics: SQL = sql`g.counts_in_statistics and ${isInCountedStage}`

/** SQL: whether statistics count a game `g`: it is final and belongs in them. */
export const isCounted: SQL = sql`(g.status = 'final' and ${isInStatistics})`

/** SQL: whether a game `g` is one of the regular season; all games of a competition without stages are. */
export const isRegular: SQL = sql`(coalesce(g.stage, 'regular') = 'regular')`

/** SQL: whether a counted game `g` is in a part of its season: the play-offs are all of it but the regular season. */
export const IN_PART: { [Part in StagePart]: SQL } = {
  all: sql`true`,
  regular: isRegular,
  playoffs: sql`not ${isRegular}`,
}

/**
 * SQL: the sum of a column over the rows of a group; null without a row and if one of the rows has null, since an unknown
 * value is not zero.
 *
 * @param which the rows of the group that are summed; by default all of them
 */
export const strictSum = (column: SQL, which?: SQL): SQL => {
  const rows = which === undefined ? sql`` : sql`filter (where ${which})`
  return sql`case when count(*) ${rows} = count(${column}) ${rows} then sum(${column}) ${rows} end`
}

/** SQL: the number of periods of a game `games`; null if they are unknown. */
const periodCount = sql<number | null>`jsonb_array_length(games.periods->'home')`

/**
 * SQL: the total playing time of one side of a game `games`, seconds; null if one player's time is unknown, without a box
 * score, and if the periods of the game tell its length.
 */
const sideSeconds = (side: 'home' | 'away'): SQL<number | null> => sql`
  case when coalesce(${periodCount}, 0) < competitions.periods then (
    select (${strictSum(sql`l.seconds`)})::integer from box_lines l
    where l.game_id = games.id and l.side = ${side} and l.played) end`

/** How many periods a game has without overtime, and how long its periods are. */
export const PeriodFormat = z.object({
  regulation_minutes: z.number(),
  periods: z.number(),
  overtime_minutes: z.number(),
})
export type PeriodFormat = z.output<typeof PeriodFormat>

/** SQL: the minutes of a game without overtime, from its own periods or those of its competition. */
const regulationMinutes = (game: string, competition: string): SQL<number> =>
  sql<number>`${sql.raw(`coalesce(${game}.period_minutes * ${competition}.periods, ${competition}.regulation_minutes)`)}`

/** SQL: the columns of `PeriodFormat` for a game `g` of a competition `c`. */
export const periodColumns: SQL = sql`${regulationMinutes('g', 'c')} as regulation_minutes, c.periods, c.overtime_minutes`

/** What the length of a game `games` of `competitions` is computed from. */
export const lengthColumns = {
  regulation_minutes: regulationMinutes('games', 'competitions'),
  regulation_periods: sql<number>`competitions.periods`,
  overtime_minutes: sql<number>`competitions.overtime_minutes`,
  periods: periodCount,
  home_seconds: sideSeconds('home'),
  away_seconds: sideSeconds('away'),
}

/**
 * SQL: whether `column` is one of the ids; true if `ids` is undefined. They are sent as JSON and become an array in a
 * subquery, because the length of an array parameter keeps Postgres from a generic plan (decision 4).
 */
export const within = (column: SQL, ids: readonly string[] | undefined): SQL =>
  ids === undefined
    ? sql`true`
    : sql`${column} = any (array(select json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json)))`

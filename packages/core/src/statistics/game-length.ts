import { UNCOUNTED_STAGES } from '../contract/index.ts'

/** What decides whether statistics count a game. */
export type CountedBy = {
  stage: string | null
  /** False for a game that its league leaves out. */
  counts_in_statistics: boolean
}

/**
 * Whether statistics count a game: all except preseason, all-star, and those that the league leaves out, as the NBA does
 * with play-in games. A stage that only this competition has counts, and so does an unnamed stage (null).
 */
export const countsForStatistics = ({ stage, counts_in_statistics }: CountedBy): boolean =>
  counts_in_statistics && UNCOUNTED_STAGES.every((uncounted) => uncounted !== stage)

/**
 * Whether standings count games of this stage: the regular season. In a season that names no stages, all games count.
 *
 * @param namesStages whether any game of the season has a stage; a competition can introduce them from one season on
 */
export const countsForStandings = (stage: string | null, namesStages: boolean): boolean =>
  stage === 'regular' || (stage === null && !namesStages)

/** Players of a team on court. */
export const PLAYERS_ON_COURT = 5
const SECONDS_PER_MINUTE = 60

/** The form of a game: periods of equal length, then overtimes. */
export type GameFormat = {
  /** Minutes of all periods together, without overtime. */
  regulation_minutes: number
  /** Number of periods without overtime. Default: 4. */
  regulation_periods?: number | undefined
  /** Default: 5. */
  overtime_minutes?: number | undefined
}

/** What the length of a game is known from. */
export type GameLengthTerms = GameFormat & {
  /** Number of periods with their points; null if they are unknown. */
  periods: number | null
  /** Playing time of all players of a team together, seconds; null if the time of one of them is unknown. */
  home_seconds: number | null
  away_seconds: number | null
}

const toSeconds = ({ regulation_minutes, regulation_periods = 4, overtime_minutes = 5 }: GameFormat) => ({
  regulation: regulation_minutes * SECONDS_PER_MINUTE,
  periods: regulation_periods,
  overtime: overtime_minutes * SECONDS_PER_MINUTE,
})

/** The length that the playing times of both teams agree on to the second, if it is whole minutes; else null. */
const agreedLength = ({ home_seconds, away_seconds }: GameLengthTerms): number | null =>
  home_seconds === null ||
  home_seconds === 0 ||
  home_seconds !== away_seconds ||
  home_seconds % (PLAYERS_ON_COURT * SECONDS_PER_MINUTE) !== 0
    ? null
    : home_seconds / PLAYERS_ON_COURT

/**
 * Minutes of a period without overtime, where a game has other ones than its competition: the playing times of both teams
 * agree on them to the second, as five players for 32 minutes each do in a competition of four quarters of 10 minutes. Null
 * if the times do not agree, or agree with the competition.
 * Source: own rule, for leagues that do not say how long their games are.
 */
export const inferPeriodMinutes = (game: GameLengthTerms): number | null => {
  const { regulation, periods, overtime } = toSeconds(game)
  const length = agreedLength(game)
  if (length === null || game.periods === null || game.periods < periods) return null
  const minutes = (length - (game.periods - periods) * overtime) / periods / SECONDS_PER_MINUTE
  return minutes > 0 && Number.isInteger(minutes) && minutes * periods * SECONDS_PER_MINUTE !== regulation
    ? minutes
    : null
}

/** The possible length of a game that is nearest to the playing time of a team; null if the time is too short for any. */
const nearestLength = (
  teamSeconds: number | null,
  { regulation, overtime }: ReturnType<typeof toSeconds>,
): { length: number; error: number } | null => {
  if (teamSeconds === null) return null
  const seconds = teamSeconds / PLAYERS_ON_COURT
  const overtimes = Math.round((seconds - regulation) / overtime)
  const length = regulation + overtimes * overtime
  return overtimes < 0 ? null : { length, error: Math.abs(seconds - length) }
}

/**
 * The length of a game in seconds, the same for both teams: regulation, and an overtime for each further period.
 *
 * If fewer periods are known than regulation has (a feed without them, or with halves), the playing times tell the length.
 * If those of both teams agree to the second on whole minutes, they are it. Else the team counts whose time is nearer to a
 * possible length, because a wrong time is rarely one; of two that are equally near, the shorter length. Null if neither
 * team's time is within half an overtime of a possible length.
 * Source: own rule, because the playing times of box scores often do not add up to the length of the game.
 */
export const gameSeconds = (game: GameLengthTerms): number | null => {
  const format = toSeconds(game)
  if (game.periods !== null && game.periods >= format.periods)
    return format.regulation + (game.periods - format.periods) * format.overtime
  const [best] = [game.home_seconds, game.away_seconds]
    .flatMap((seconds) => nearestLength(seconds, format) ?? [])
    .toSorted((a, b) => a.error - b.error || a.length - b.length)
  return agreedLength(game) ?? best?.length ?? null
}

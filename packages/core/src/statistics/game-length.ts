import { UNCOUNTED_STAGES } from '../contract/index.ts'

/**
 * Whether statistics count games of this stage: all except preseason and all-star. A stage that only this competition has
 * counts, and so does an unnamed stage (null).
 */
export const countsForStatistics = (stage: string | null): boolean =>
  UNCOUNTED_STAGES.every((uncounted) => uncounted !== stage)

/**
 * Whether standings count games of this stage: the regular season. In a season that names no stages, all games count.
 *
 * @param namesStages whether any game of the season has a stage; a competition can introduce them from one season on
 */
export const countsForStandings = (stage: string | null, namesStages: boolean): boolean =>
  stage === 'regular' || (stage === null && !namesStages)

const OVERTIME = 5 * 60
const PLAYERS_ON_COURT = 5

/** What the length of a game is known from. */
export type GameLengthTerms = {
  /** Length of the four quarters together: 40 or 48. */
  regulation_minutes: number
  /** Number of periods with their points; null if they are unknown. */
  periods: number | null
  /** Playing time of all players of a team together, seconds; null if the time of one of them is unknown. */
  home_seconds: number | null
  away_seconds: number | null
}

/** The possible length of a game that is nearest to the playing time of a team; null if the time is too short for any. */
const nearestLength = (teamSeconds: number | null, regulation: number): { length: number; error: number } | null => {
  if (teamSeconds === null) return null
  const seconds = teamSeconds / PLAYERS_ON_COURT
  const overtimes = Math.round((seconds - regulation) / OVERTIME)
  const length = regulation + overtimes * OVERTIME
  return overtimes < 0 ? null : { length, error: Math.abs(seconds - length) }
}

/**
 * The length of a game in seconds, the same for both teams: regulation, and 5 minutes for each period after the fourth.
 *
 * If fewer than four periods are known (a feed without them, or with halves), the playing times tell the number of
 * overtimes. Of the two teams, the one counts whose time is nearer to a possible length, because a wrong time is rarely
 * one; of two that are equally near, the shorter length. Null if neither team's time is within half an overtime of a
 * possible length.
 * Source: own rule, because the playing times of box scores often do not add up to the length of the game.
 */
export const gameSeconds = (game: GameLengthTerms): number | null => {
  const regulation = game.regulation_minutes * 60
  if (game.periods !== null && game.periods >= 4) return regulation + (game.periods - 4) * OVERTIME
  const [best] = [game.home_seconds, game.away_seconds]
    .flatMap((seconds) => nearestLength(seconds, regulation) ?? [])
    .toSorted((a, b) => a.error - b.error || a.length - b.length)
  return best?.length ?? null
}

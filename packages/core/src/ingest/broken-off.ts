import { Side, type BundleEvent, type BundleLine, type CheckedBundle } from '../contract/index.ts'
import { PLAYERS_ON_COURT } from '../statistics/game-length.ts'
import type { PeriodFormat } from '../store/index.ts'

/** The most points of a team in one period of an NBA game (Buffalo, 1972): a higher score took longer. */
const MAX_POINTS = { points: 58, seconds: 12 * 60 }

const sumSeconds = (lines: readonly BundleLine[]): number => lines.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)

/** Whether a score sheet has at least the players on court, or all points of the team. */
const isComplete = (lines: readonly BundleLine[], score: number | null | undefined): boolean =>
  lines.length >= PLAYERS_ON_COURT || lines.reduce((sum, { stats }) => sum + (stats.points ?? 0), 0) === score

/** Whether both score sheets are complete, and their minutes together are less than the first period. */
const boxEndsEarly = (bundle: CheckedBundle, periodSeconds: number): boolean => {
  const getLines = (side: Side) => bundle[side].players ?? []
  const lines = Side.options.flatMap(getLines)
  return (
    Side.options.every(
      (side) =>
        isComplete(getLines(side), bundle.game[`${side}_score`]) &&
        sumSeconds(getLines(side)) < PLAYERS_ON_COURT * periodSeconds,
    ) &&
    lines.every(({ played, seconds }) => !played || seconds !== null) &&
    sumSeconds(lines) > 0
  )
}

/** Whether the events lead to the final score within the first period, and stop with time left in it. */
const playsEndEarly = ({ game, events }: CheckedBundle): boolean => {
  const last = events?.at(-1)
  if (!events || last?.home_score !== game.home_score || last?.away_score !== game.away_score) return false
  const clocks = events.flatMap(({ clock }) => clock ?? [])
  return (
    events.every(({ period, type }) => period === 1 && type !== 'period_end') &&
    clocks.length > 0 &&
    clocks.every((clock) => !/^0?0:00$/.test(clock))
  )
}

const isMarker = ({ type }: BundleEvent): boolean => ['period_start', 'period_end', 'game_end'].includes(type)

/** Whether anything in the bundle shows that more than the first period was played. */
const wentOn = ({ game, home, away, events }: CheckedBundle, periodSeconds: number): boolean =>
  Side.options.some(
    (side) =>
      (game[`${side}_score`] ?? 0) > MAX_POINTS.points * Math.max(1, periodSeconds / MAX_POINTS.seconds) ||
      game.periods?.[side].slice(1).some((points) => points > 0),
  ) ||
  [home, away].some(({ players }) => players?.some(({ seconds }) => (seconds ?? 0) > periodSeconds)) ||
  (events ?? []).some((event) => event.period > 1 && !isMarker(event))

/**
 * Whether the minutes of the box score, or the events, show that a final game was broken off within its first period.
 * Unknown minutes, incomplete score sheets and incomplete events show nothing. Neither does a game of one period, which may end
 * before its time, as three against three do at 21 points.
 */
export const isBrokenOff = (bundle: CheckedBundle, { regulation_minutes, periods }: PeriodFormat): boolean => {
  const periodSeconds = 60 * (bundle.game.period_minutes ?? regulation_minutes / periods)
  return periods > 1 && !wentOn(bundle, periodSeconds) && (boxEndsEarly(bundle, periodSeconds) || playsEndEarly(bundle))
}

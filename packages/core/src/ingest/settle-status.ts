import { addDays, formatClock, type CheckedBundle, type Periods } from '../contract/index.ts'
import type { PeriodFormat } from '../store/index.ts'
import { isBrokenOff } from './broken-off.ts'
import { Refusal } from './refusals.ts'
import type { Warning } from './warn/warnings.ts'
import type { GameRow } from './write/game-row.ts'

/** Days after its day in which a game can still be played and scored; after them it has no result. */
export const DAYS_TO_BE_SCORED = 30

/** The warning on a game that has no score after `DAYS_TO_BE_SCORED`. */
export const UNPLAYED: Warning = {
  code: 'unplayed',
  message: `The game has no score ${DAYS_TO_BE_SCORED} days after its day: it has no result.`,
}

/** The warnings on games that have no result because this service closed them: no source has said so. */
const CLOSED = new Set([UNPLAYED.code, 'zero_score'])

/**
 * The stored game as it counts for the next bundle: one that this service closed without a result is still scheduled, so that
 * it can be played on another day.
 */
export const reopenIfClosed = <Game extends Pick<GameRow, 'status'>>(
  stored: Game | undefined,
  warnings: readonly Warning[],
): Game | undefined =>
  stored?.status === 'no_result' && warnings.some(({ code }) => CLOSED.has(code))
    ? { ...stored, status: 'scheduled' }
    : stored

type StoredScore = Pick<GameRow, 'status' | 'home_score' | 'away_score'>

/** Feeds have 0–0 for games that were never played or never scored. */
const isZero = ({ home_score, away_score }: CheckedBundle['game'] | StoredScore): boolean =>
  home_score === 0 && away_score === 0

/** The stored game if it has a result. */
const keepScore = (stored: StoredScore | undefined): StoredScore | undefined =>
  stored?.status === 'final' && !isZero(stored) ? stored : undefined

/** Counts calendar days: around a change of the clocks, 30 times 24 hours can end on another day. */
const isOverdue = ({ game }: CheckedBundle, today: string): boolean =>
  addDays(new Date(game.date), DAYS_TO_BE_SCORED) < new Date(today)

type Settled = Pick<CheckedBundle['game'], 'status'> & { periods?: null; warning?: Warning }

/** The bundle without a score, with another status. */
const unscored = (bundle: CheckedBundle, { warning, ...changes }: Settled): CheckedBundle => ({
  ...bundle,
  game: { ...bundle.game, home_score: null, away_score: null, ...changes },
  notes: warning ? [...bundle.notes, warning] : bundle.notes,
})

/** Whether a box score, event or shot of the bundle has points. */
const hasPoints = ({ home, away, events, shots }: CheckedBundle): boolean => {
  const lines = [...(home.players ?? []), ...(away.players ?? [])].map(({ stats }) => stats)
  return (
    [home.totals, away.totals, ...lines].some((stats) => (stats?.points ?? 0) > 0) ||
    (events ?? []).some(({ home_score, away_score }) => home_score + away_score > 0) ||
    (shots ?? []).some(({ points }) => points > 0)
  )
}

const withoutParts = (bundle: CheckedBundle): CheckedBundle => {
  const noSheet = { totals: null, players: null }
  const { home, away } = bundle
  return { ...bundle, home: { ...home, ...noSheet }, away: { ...away, ...noSheet }, events: null, shots: null }
}

const settleZero = (bundle: CheckedBundle, stored: StoredScore | undefined, overdue: boolean): CheckedBundle => {
  const result = keepScore(stored)
  if (result)
    throw new Refusal(
      `0–0 is no score and cannot replace ${result.home_score}–${result.away_score}; send an annulled result as no_result`,
    )
  const open = !overdue && (stored === undefined || stored.status === 'scheduled')
  return unscored(hasPoints(bundle) ? bundle : withoutParts(bundle), {
    status: open ? 'scheduled' : 'no_result',
    periods: null,
    warning: { code: 'zero_score', message: `0–0 is no score: the game ${open ? 'is scheduled' : 'has no result'}.` },
  })
}

/** The number of periods without overtimes of 0–0 at their end. */
const countPlayed = ({ home, away }: Periods, regular: number): number =>
  Math.max(home.findLastIndex((points, at) => points + (away[at] ?? 0) > 0) + 1, regular)

const cutPeriods = ({ home, away }: Periods, count: number): Periods => ({
  home: home.slice(0, count),
  away: away.slice(0, count),
})

/** A game that is not final without the overtimes of 0–0 at its end. The last one may just have begun: its events and shots stay. */
const withoutBegunOvertimes = (bundle: CheckedBundle, regular: number): CheckedBundle => {
  const { game } = bundle
  if (!game.periods) return bundle
  const played = countPlayed(game.periods, regular)
  if (game.periods.home.length <= played) return bundle
  return { ...bundle, game: { ...game, periods: cutPeriods(game.periods, played) } }
}

/**
 * A final game without the overtimes of 0–0 at its end, which feeds list for games that had none: what they have in them
 * belongs to the end of the last period that was played.
 */
const withoutEmptyOvertimes = (bundle: CheckedBundle, regular: number): CheckedBundle => {
  const { game, events, shots, notes } = bundle
  const { periods } = game
  if (!periods || periods.home.length < regular) return bundle
  const played = countPlayed(periods, regular)
  const before = events?.findLast(({ period }) => period <= played)
  const beyond = events?.filter(({ period }) => period > played) ?? []
  const hasPoints = beyond.some(
    ({ home_score, away_score }) => home_score !== before?.home_score || away_score !== before?.away_score,
  )
  if (hasPoints || (periods.home.length === played && beyond.length === 0)) return bundle
  const message = `An overtime of 0–0 is no period: the game has ${played}, and ${beyond.length} events after them count at the end of the last one.`
  return {
    ...bundle,
    game: { ...game, periods: cutPeriods(periods, played) },
    events: events?.map((event) =>
      event.period > played ? { ...event, period: played, clock: formatClock(0) } : event,
    ),
    shots: shots?.map((shot) => ((shot.period ?? 0) > played ? { ...shot, period: played } : shot)),
    notes: [...notes, { code: 'empty_overtime', message }],
  }
}

/**
 * Settles the status of games without a real score, and the periods of games; any other bundle is returned unchanged.
 *
 * - 0–0 is no score. A game that is final with 0–0 is scheduled; its parts are dropped unless they have points.
 * - A game without a score has no result `DAYS_TO_BE_SCORED` after its day.
 * - A final game that was broken off within its first period has no result. It keeps its parts.
 * - An overtime of 0–0 at the end of a game is no period.
 *
 * A warning describes the change, unless it only drops such an overtime of a game that is not final.
 *
 * @param stored the stored game; undefined for a new one
 * @param today the calendar day in the time zone of the competition, YYYY-MM-DD
 * @param format the form of the games of the competition
 * @throws Refusal when 0–0 would replace a stored score
 */
export const settleStatus = (
  bundle: CheckedBundle,
  stored: StoredScore | undefined,
  today: string,
  format: PeriodFormat,
): CheckedBundle => {
  const { status, home_score, away_score } = bundle.game
  const zero = isZero(bundle.game)
  if (status === 'final' && zero) return settleZero(bundle, stored, isOverdue(bundle, today))
  if (status === 'final' && isBrokenOff(bundle, format)) {
    const message = `The game was broken off in its first period, at ${home_score}–${away_score}: it has no result.`
    return unscored(bundle, { status: 'no_result', periods: null, warning: { code: 'abandoned', message } })
  }
  if (status === 'scheduled' && !keepScore(stored) && isOverdue(bundle, today))
    return unscored(bundle, { status: 'no_result', warning: UNPLAYED })
  if (status === 'final') return withoutEmptyOvertimes(bundle, format.periods)
  const open = withoutBegunOvertimes(bundle, format.periods)
  return zero ? unscored(open, { status }) : open
}

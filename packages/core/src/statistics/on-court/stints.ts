import type { InexactCode, InexactReason, LineUpNote, Side } from '../../contract/index.ts'
import { findSubstitutions } from './substitutions.ts'
import { inClockOrder } from './clock-order.ts'
import { countedBy, noCounts, pointsByEvent, type Counted, type Counts } from './columns.ts'
import { clockText, type CourtEvent, type CourtGame, type CourtLine, type CourtRules } from './court-rules.ts'
import { repairSubstitutions, type Repaired, type TeamGame } from './repair-substitutions.ts'
import { inferPeriodStarters } from './infer-period-starters.ts'
import { periodSpans, type PeriodSpan } from './period-spans.ts'
import { differences, largestDifference, replay, type Five } from './replay.ts'

/** A time in which the same five of a team were on court, and what both teams did in it. */
export type Stint = Five & { own: Counts; opponent: Counts }

/** Who was on court for one team. */
export type TeamStints = {
  /** In the order of the game; empty if the five are not known. */
  stints: Stint[]
  /** What is not certain; empty if everything is. */
  reasons: InexactReason[]
  /** What was repaired. */
  notes: LineUpNote[]
  /** Whether the five of every event are certain. They can be though a clock is not: see {@link plusMinus}. */
  certain: boolean
}

/** Who was on court for both teams. `exact`: the five are known at every moment, with the minutes of the box score. */
export type GameStints = { exact: boolean; home: TeamStints; away: TeamStints }

type Fives = Omit<TeamStints, 'stints'> & { fives: readonly Five[] }

const unknown = (code: InexactCode, message: string): Fives => ({
  fives: [],
  reasons: [{ code, message }],
  notes: [],
  certain: false,
})

/**
 * Reasons why fives that are five throughout are still not exact.
 * @param inOrder the fives in the order of their events
 * @param reordered the first of them whose clock rises, so that time is that of the clocks; null if none does
 */
const findUncertainties = (
  side: Side,
  fives: readonly Five[],
  lines: readonly CourtLine[],
  inOrder: readonly Five[],
  reordered: Five | null,
): InexactReason[] => {
  const differing = differences(fives, lines)
  const untimed = lines.filter(({ played, seconds }) => played && seconds === null)
  const reasons: InexactReason[] = []
  if (differing.size > 0) {
    const each = [...differing].map(([player, more]) => `${player} by ${more > 0 ? '+' : ''}${more} s`).join(', ')
    if (reordered !== null && differences(inOrder, lines).size === 0)
      reasons.push({
        code: 'clock_rises',
        message: `${side}: the clocks of substitutions rise in period ${reordered.period} at ${clockText(reordered.start)}; in the order of the clocks, the minutes are not those of the box score: ${each}.`,
      })
    else
      reasons.push({
        code: 'minutes_differ',
        message: `${side}: the substitutions give other minutes than the box score: ${each}.`,
      })
  }
  if (untimed.length > 0)
    reasons.push({
      code: 'no_box_score',
      message: `${side}: the box score has no minutes of ${untimed.map(({ player }) => player).join(', ')}.`,
    })
  return reasons
}

/** The substitutions as they are counted: repaired if they contradict the box score. */
const repairIfNeeded = (team: TeamGame, changes: ReturnType<typeof findSubstitutions>): Repaired | null => {
  const { fives } = replay(team.spans, changes, team.periodStarters)
  if (fives !== undefined && differences(fives, team.lines).size === 0) return { changes, fives, notes: [] }
  return repairSubstitutions(team, changes) ?? (fives === undefined ? null : { changes, fives, notes: [] })
}

const findFives = (
  { events, rules }: CourtGame,
  side: Side,
  lines: readonly CourtLine[],
  spans: PeriodSpan[],
): Fives => {
  if (spans.length === 0) return unknown('no_events', 'The game has no play-by-play.')
  if (lines.length === 0) return unknown('no_box_score', `${side}: the team has no box score.`)
  const starters = lines.filter(({ starter }) => starter).map(({ player }) => player)
  if (starters.length !== 5)
    return unknown('starters_unknown', `${side}: the box score has ${starters.length} starters instead of 5.`)
  const changes = findSubstitutions(events, side, spans)
  const periodStarters =
    rules.period_starters === 'listed'
      ? spans.map((_, at) => (at === 0 ? starters : null))
      : inferPeriodStarters(events, side, spans, changes, lines, starters, rules.rounding)
  if (periodStarters === null)
    return unknown(
      'period_starters_unknown',
      `${side}: who began a period cannot be told from the events and the minutes.`,
    )
  const team: TeamGame = { events, side, lines, rules, spans, periodStarters }
  const repaired = repairIfNeeded(team, changes)
  if (repaired === null) {
    const change = changes[replay(spans, changes, periodStarters).broken?.change ?? 0]
    const place = change === undefined ? '' : ` at ${clockText(change.clock)} of period ${change.period}`
    return unknown('not_five', `${side}: the substitutions${place} do not leave five players on court.`)
  }
  const { fives, reordered } = inClockOrder(repaired.fives, spans, repaired.changes)
  const notes = [...repaired.notes]
  if (reordered !== null)
    notes.push({
      code: 'clock_order',
      message: `The clocks of substitutions in period ${reordered.period} contradict their order: time is that of the clocks, events belong to the five of their order.`,
    })
  return {
    fives,
    reasons: findUncertainties(side, fives, lines, repaired.fives, reordered),
    notes,
    certain:
      lines.every(({ played, seconds }) => !played || seconds !== null) &&
      largestDifference(repaired.fives, lines) <= rules.rounding,
  }
}

const isFoul = ({ type }: CourtEvent): boolean => type.endsWith('foul')

/** A function that returns the stint of an event; events must be asked in their order. */
const walker = (stints: readonly Stint[]) => {
  let at = 0
  return (index: number): Stint | undefined => {
    while (at < stints.length && (stints[at]?.to ?? 0) <= index) at += 1
    return stints[at]
  }
}

type OnCourt = Record<Side, Stint | undefined>

/** Adds points and what else an event counts for a side to the stints of both teams. */
const addCounts = (court: OnCourt, side: Side, points: number, columns: readonly Counted[]): void => {
  const other: Side = side === 'home' ? 'away' : 'home'
  for (const counts of [court[side]?.own, court[other]?.opponent]) {
    if (counts === undefined) continue
    counts.points += points
    for (const column of columns) counts[column] += 1
  }
}

/** Counts every event for the stints of both teams; free throws by the rule of the competition. */
const count = (
  events: readonly CourtEvent[],
  home: readonly Stint[],
  away: readonly Stint[],
  rules: CourtRules,
): void => {
  const stintAt = { home: walker(home), away: walker(away) }
  const points = pointsByEvent(events)
  let atFoul: OnCourt | null = null
  for (const [index, event] of events.entries()) {
    const now = { home: stintAt.home(index), away: stintAt.away(index) }
    if (isFoul(event)) atFoul = now
    const isFreeThrow = event.type === 'free_throw_made' || event.type === 'free_throw_missed'
    const court = isFreeThrow && rules.free_throws === 'at_foul' ? (atFoul ?? now) : now
    for (const side of ['home', 'away'] as const)
      addCounts(court, side, points[index]?.[side] ?? 0, event.side === side ? countedBy(event, rules) : [])
  }
}

const withCounts = (five: Five): Stint => ({ ...five, own: noCounts(), opponent: noCounts() })

/**
 * Who was on court: from the starters and the substitutions in the order of the feed, checked against the minutes of the
 * box score. A contradiction is repaired only if exactly one repair gives five players at all times and the minutes of the
 * box score to the second.
 */
export const stints = (game: CourtGame): GameStints => {
  const spans = periodSpans(game)
  const team = (side: Side): TeamStints => {
    const { fives, ...rest } = findFives(game, side, game[side], spans)
    return { stints: fives.map(withCounts), ...rest }
  }
  const [home, away] = [team('home'), team('away')]
  count(game.events, home.stints, away.stints, game.rules)
  return { exact: home.reasons.length === 0 && away.reasons.length === 0, home, away }
}

/**
 * Plus/minus of every player who was on court: points for minus points against. Null if the five of an event are not
 * certain. They are if the substitutions in their order give the minutes of the box score, but for rounding, even where a
 * clock that rises leaves the time of a stint in doubt.
 */
export const plusMinus = ({ stints: ofTeam, certain }: TeamStints): Map<string, number> | null => {
  if (!certain) return null
  const sums = new Map<string, number>()
  for (const { players, own, opponent } of ofTeam)
    for (const player of players) sums.set(player, (sums.get(player) ?? 0) + own.points - opponent.points)
  return sums
}

import type { CourtLine } from './court-rules.ts'
import type { SubstitutionGroup } from './substitutions.ts'
import type { PeriodSpan } from './period-spans.ts'

/** Five players of one team between two changes. `from` and `to` are indexes of events, `to` exclusive. */
export type Five = {
  period: number
  /** Seconds left in the period when they came on, and when they left. */
  start: number
  end: number
  players: readonly string[]
  from: number
  to: number
}

/** The five of each period at its start: null for the five who ended the previous period. */
export type PeriodStarters = readonly (readonly string[] | null)[]

/** The fives of a game, or the first place where there are not five. */
export type Replayed =
  | { fives: Five[]; broken?: never }
  | { broken: { change: number; on: readonly string[] }; fives?: never }

/**
 * Replays the substitutions of one team in their order. Players who come in must be off, players who leave must be on, and
 * five must remain. Fives have the clocks of their substitutions, so a five can end before it starts.
 */
export const replay = (
  spans: readonly PeriodSpan[],
  changes: readonly SubstitutionGroup[],
  periodStarters: PeriodStarters,
): Replayed => {
  const fives: Five[] = []
  let on: readonly string[] = []
  let next = 0
  for (const [index, { period, from, to, length, endClock }] of spans.entries()) {
    on = periodStarters[index] ?? on
    let five: Five = { period, start: length, end: endClock, players: on, from, to }
    for (let change = changes[next]; change?.period === period; change = changes[next]) {
      const after = [...on.filter((player) => !change?.out.includes(player)), ...change.in]
      const left = change.out.every((player) => on.includes(player))
      const came = change.in.every((player) => !on.includes(player))
      if (!left || !came || after.length !== 5) return { broken: { change: next, on } }
      fives.push({ ...five, end: change.clock, to: change.from })
      on = after
      five = { period, start: change.clock, end: endClock, players: on, from: change.from, to }
      next += 1
    }
    fives.push(five)
  }
  return { fives }
}

/** Seconds on court by player. */
const countSeconds = (fives: readonly Five[]): Map<string, number> => {
  const seconds = new Map<string, number>()
  for (const { players, start, end } of fives)
    for (const player of players) seconds.set(player, (seconds.get(player) ?? 0) + start - end)
  return seconds
}

/** Sums and differences of tenths as they are written, without the error of binary fractions. */
export const toTenths = (seconds: number): number => Math.round(seconds * 10) / 10

/**
 * The seconds by which fives exceed the box score, for each player with a difference. Less than a second is none: box scores
 * are cut, or rounded, to seconds, and clocks may have tenths.
 */
export const differences = (fives: readonly Five[], lines: readonly CourtLine[]): Map<string, number> => {
  const differing = new Map<string, number>()
  const seconds = countSeconds(fives)
  for (const { player, played, seconds: boxed } of lines) {
    const replayed = seconds.get(player) ?? 0
    const more = toTenths(replayed - (boxed ?? 0))
    if (played ? boxed !== null && Math.abs(more) >= 1 : replayed > 0) differing.set(player, more)
    seconds.delete(player)
  }
  for (const [player, more] of seconds) if (more > 0) differing.set(player, more)
  return differing
}

/** The largest of the differences between fives and the box score, in seconds. */
export const largestDifference = (fives: readonly Five[], lines: readonly CourtLine[]): number =>
  Math.max(0, ...[...differences(fives, lines).values()].map(Math.abs))

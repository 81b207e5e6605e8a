import type { SubstitutionGroup } from './substitutions.ts'
import type { PeriodSpan } from './period-spans.ts'
import { replay, type Five } from './replay.ts'

const rises = ({ start, end }: Five): boolean => end > start

const sameFive = (a: Five, b: Five): boolean =>
  a.players.length === b.players.length && a.players.every((player) => b.players.includes(player))

/** Changes with the clock of none later than that of one before it. */
const clamped = (changes: readonly SubstitutionGroup[]): SubstitutionGroup[] => {
  let clock = Infinity
  return changes.map((change) => {
    clock = Math.min(clock, change.clock)
    return { ...change, clock }
  })
}

/**
 * Joins fives of a period that are in the order of the events with those that are in the order of the clocks: a five of the
 * first that the second does not have has events but no time, and one of the second that the first does not have has time
 * but no events.
 */
const joined = (byEvents: readonly Five[], byClocks: readonly Five[]): Five[] => {
  const result: Five[] = []
  let next = 0
  for (const five of byEvents) {
    const at = byClocks.findIndex((other, index) => index >= next && sameFive(five, other))
    const same = byClocks[at]
    if (same === undefined) {
      const clock = byClocks[next - 1]?.end ?? five.start
      result.push({ ...five, start: clock, end: clock })
      continue
    }
    for (const other of byClocks.slice(next, at)) result.push({ ...other, from: five.from, to: five.from })
    result.push({ ...five, start: same.start, end: same.end })
    next = at + 1
  }
  const end = byEvents.at(-1)?.to ?? 0
  return [...result, ...byClocks.slice(next).map((other) => ({ ...other, from: end, to: end }))]
}

const periodInClockOrder = (
  fives: readonly Five[],
  span: PeriodSpan,
  changes: readonly SubstitutionGroup[],
): readonly Five[] => {
  if (!fives.some(rises)) return fives
  const opening = [fives[0]?.players ?? []]
  const sorted = replay(
    [span],
    changes.toSorted((a, b) => b.clock - a.clock),
    opening,
  )
  if (sorted.fives !== undefined) return joined(fives, sorted.fives)
  return replay([span], clamped(changes), opening).fives ?? fives
}

/**
 * Fives whose clocks never rise. A feed stamps some substitutions with a clock that contradicts their order. The box score
 * counts minutes by the clock, and plus/minus by the order, so both are right here too: time is that of the clocks, and
 * events belong to the five of the order. Where the clocks leave no five at all, a clock counts as no later than the one
 * before it.
 *
 * @param fives a replay of the same changes in their order
 * @returns the fives, and the first whose clock rose; null if none did
 */
export const inClockOrder = (
  fives: readonly Five[],
  spans: readonly PeriodSpan[],
  changes: readonly SubstitutionGroup[],
): { fives: readonly Five[]; reordered: Five | null } => {
  const reordered = fives.find(rises) ?? null
  if (reordered === null) return { fives, reordered }
  return {
    fives: spans.flatMap((span) =>
      periodInClockOrder(
        fives.filter(({ period }) => period === span.period),
        span,
        changes.filter(({ period }) => period === span.period),
      ),
    ),
    reordered,
  }
}

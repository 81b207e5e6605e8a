import type { Side } from '../../contract/index.ts'
import type { SubstitutionGroup } from './substitutions.ts'
import type { PeriodSpan } from './period-spans.ts'
import type { CourtEvent, CourtLine } from './court-rules.ts'
import { largestDifference, replay, type PeriodStarters } from './replay.ts'

/** Whether a player on the bench can have an event. */
export const isFromBench = ({ type }: CourtEvent): boolean =>
  type === 'technical_foul' ||
  type === 'other' ||
  type === 'timeout' ||
  type === 'review' ||
  type === 'disqualifying_foul'

/** The players of one side who must have begun a period: they play, or leave, before they come in. */
export const seenAtStart = (
  events: readonly CourtEvent[],
  side: Side,
  { from, to }: PeriodSpan,
  own: ReadonlySet<string>,
) => {
  const cameIn = new Set<string>()
  const began = new Set<string>()
  for (let at = from; at < to; at++) {
    const event = events[at]
    if (event === undefined || event.player === null || event.side !== side || !own.has(event.player)) continue
    if (isFromBench(event)) continue
    if (event.type === 'substitution_in') cameIn.add(event.player)
    else if (!cameIn.has(event.player)) began.add(event.player)
  }
  return { began, cameIn }
}

/** The ways to choose so many of the items, in their order. */
export function* choices<Item>(from: readonly Item[], count: number, start = 0): Generator<Item[]> {
  if (count === 0) yield []
  else
    for (let at = start; at <= from.length - count; at++) {
      const first = from[at]
      if (first === undefined) continue
      for (const rest of choices(from, count - 1, at + 1)) yield [first, ...rest]
    }
}

/** The most ways to fill the fives that are tried; beyond that they count as unknown. */
const MAX_TRIED = 5000

/**
 * The five of each period at its start, from who plays in it. Players who neither appear nor leave in a whole period are
 * found by the minutes of the box score; null if these leave no way or more than one.
 *
 * @param rounding seconds by which minutes may differ; another five differs by far more
 */
export const inferPeriodStarters = (
  events: readonly CourtEvent[],
  side: Side,
  spans: readonly PeriodSpan[],
  changes: readonly SubstitutionGroup[],
  lines: readonly CourtLine[],
  starters: readonly string[],
  rounding: number,
): PeriodStarters | null => {
  const own = new Set(lines.map(({ player }) => player))
  const played = lines.filter((line) => line.played).map(({ player }) => player)
  const options = spans.map((span, at): string[][] => {
    if (at === 0) return [[...starters]]
    const { began, cameIn } = seenAtStart(events, side, span, own)
    if (began.size > 5) return []
    const silent = played.filter((player) => !began.has(player) && !cameIn.has(player))
    return [...choices(silent, 5 - began.size)].map((rest) => [...began, ...rest])
  })
  if (options.every((of) => of.length === 1)) return options.map(([only = []]) => only)
  const ways = options.reduce((product, of) => product * of.length, 1)
  if (ways === 0 || ways > MAX_TRIED) return null
  let found: PeriodStarters | null = null
  const search = (chosen: readonly string[][]): boolean => {
    const next = options[chosen.length]
    if (next !== undefined) return next.every((option) => search([...chosen, option]))
    const { fives } = replay(spans, changes, chosen)
    if (fives === undefined || largestDifference(fives, lines) > rounding) return true
    if (found !== null) return false
    found = chosen
    return true
  }
  return search([]) ? found : null
}

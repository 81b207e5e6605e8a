import type { BundleEvent, Periods } from '@basketball-data/core/contract'
import { noteIf, type Note } from './notes.ts'

/** The points of each period, from the running totals at its end. */
export const steps = (totals: number[]): number[] => totals.map((total, at) => total - (totals[at - 1] ?? 0))

/** The periods by the running score of their last events; empty if a period has no event. */
export const runningPeriods = (events: BundleEvent[]): Periods => {
  const ends = new Map(events.map((event) => [event.period, event]))
  const whole = Array.from(ends.keys()).every((period, at) => period === at + 1)
  const last = whole ? [...ends.values()] : []
  return {
    home: steps(last.map(({ home_score }) => home_score)),
    away: steps(last.map(({ away_score }) => away_score)),
  }
}

/** The periods of a live game that have ended; null before the end of the first. */
export const endedPeriods = (events: BundleEvent[]): Periods | null => {
  const ended = events.filter(({ type }) => type === 'period_end').length
  const { home, away } = runningPeriods(events)
  return ended === 0 || home.length === 0 ? null : { home: home.slice(0, ended), away: away.slice(0, ended) }
}

const addUpTo = (points: number[], score: number): boolean =>
  points.every((some) => Number.isInteger(some) && some >= 0) &&
  points.reduce((total, some) => total + some, 0) === score

/**
 * The points per period of a game that ended `home`-`away`: the first candidate that adds up to that score.
 *
 * If no candidate does, `periods` is null, with a note; without candidates it is undefined.
 */
export const periodsThatAddUp = (
  candidates: readonly (Periods | null | undefined)[],
  home: number,
  away: number,
): { periods: Periods | null | undefined; notes: Note[] } => {
  const usable = candidates.filter((periods) => periods != null).filter(({ home }) => home.length > 0)
  if (usable.length === 0) return { periods: undefined, notes: [] }
  const periods = usable.find(
    (some) => some.home.length === some.away.length && addUpTo(some.home, home) && addUpTo(some.away, away),
  )
  return {
    periods: periods ?? null,
    notes: noteIf(
      !periods,
      'periods_differ',
      `No response has periods that add up to ${home}-${away}; none are stored.`,
    ),
  }
}

import { total } from '../averages.ts'
import { periodSeconds, secondsLeft, type CourtEvent, type CourtGame, type CourtLine } from './court-rules.ts'

/** A period of a play-by-play: its first event, the event after its last, and the clock at which it ended. */
export type PeriodSpan = { period: number; from: number; to: number; length: number; endClock: number }

/** The lowest clock of a period that was broken off; undefined if it was played to its end. */
const brokenOffAt = (events: readonly CourtEvent[]): number | undefined => {
  const last = events.at(-1)
  if (last?.type !== 'game_end' || last.clock !== null) return undefined
  const clocks = events.flatMap((event) => secondsLeft(event) ?? [])
  return clocks.length === 0 ? undefined : Math.min(...clocks)
}

/** Seconds that a game lasted by the minutes of a team; undefined if they are not known, or not those of five players. */
const sumSeconds = (lines: readonly CourtLine[]): number | undefined => {
  const sum = total(lines.map(({ played, seconds }) => seconds ?? (played ? null : 0)))
  return sum !== null && sum % 5 === 0 ? sum / 5 : undefined
}

/**
 * The periods of a play-by-play, in its order. A period that was broken off ends at its last clock, or where the minutes of
 * both teams say that it did, if that is within the same minute.
 */
export const periodSpans = ({ events, home, away, rules }: CourtGame): PeriodSpan[] => {
  const spans: PeriodSpan[] = []
  for (const [at, { period }] of events.entries()) {
    const last = spans.at(-1)
    if (last?.period === period) last.to = at + 1
    else spans.push({ period, from: at, to: at + 1, length: periodSeconds(period, rules), endClock: 0 })
  }
  const final = spans.at(-1)
  if (final === undefined) return spans
  const end = brokenOffAt(events.slice(final.from, final.to))
  if (end === undefined) return spans
  const played = sumSeconds(home)
  const boxed = spans.reduce((total, { length }) => total + length, 0) - (played ?? NaN)
  final.endClock = played === sumSeconds(away) && Math.abs(boxed - end) < 60 ? boxed : end
  return spans
}

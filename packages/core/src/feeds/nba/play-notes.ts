import type { BundleEvent } from '../../ingest/game-bundle.ts'
import { counted, noteIf, type Note } from '../notes.ts'
import { secondsOf } from './clock.ts'
import type { FeedRow } from './rows.ts'

/** Bench officials type late; only a longer way back says that a clock is wrong. */
const TYPING_SECONDS = 5

const jumpsBack = (events: BundleEvent[]): number[] => {
  const timed = events.flatMap(({ period, clock }) => {
    const left = clock === null ? null : secondsOf(clock)
    return left === null ? [] : [{ period, left }]
  })
  return timed.flatMap(({ period, left }, at) => {
    const before = timed[at - 1]
    return before?.period === period && left - before.left > TYPING_SECONDS ? [left - before.left] : []
  })
}

/** Free throws that are worth all the points of a foul, as the G League has them; the points are in the score alone. */
const bigFreeThrows = (events: BundleEvent[]): number =>
  events.filter(({ type, description }) => type === 'free_throw_made' && /\b[23]PT\b/.test(description)).length

/** Technical fouls of a break, and their free throws; that substitutions stand before a period is nothing amiss. */
const earlyEvents = (events: BundleEvent[]): number =>
  [...Map.groupBy(events, ({ period }) => period).values()].reduce((sum, ofPeriod) => {
    const start = ofPeriod.findIndex(({ type }) => type === 'period_start')
    return sum + ofPeriod.slice(0, Math.max(0, start)).filter(({ type }) => !type.startsWith('substitution')).length
  }, 0)

const falls = (events: BundleEvent[]): number =>
  events.filter((event, at) => {
    const before = events[at - 1]
    return before && (event.home_score < before.home_score || event.away_score < before.away_score)
  }).length

const inOrderOfPeriods = (events: BundleEvent[]): boolean =>
  events.every(({ period }, at) => period >= (events[at - 1]?.period ?? period))

/** What a play-by-play has amiss, one note for each kind of thing. */
export const playNotes = (rows: FeedRow[], events: BundleEvent[]): Note[] => {
  const unknown = rows.flatMap((row) => row.unknown ?? [])
  const strangers = rows.filter((row) => row.stranger).length
  const clockless = rows.filter(({ clock }) => clock === null).length
  const jumps = jumpsBack(events)
  const early = earlyEvents(events)
  const big = bigFreeThrows(events)
  const fallen = falls(events)
  return [
    ...noteIf(
      unknown.length,
      'unknown-code',
      `${counted(unknown.length, 'event')} with a code in no list (${[...new Set(unknown)].join(', ')}), kept as other.`,
    ),
    ...noteIf(strangers, 'unknown-team', `${counted(strangers, 'event')} of neither team, kept without side.`),
    ...noteIf(clockless, 'clock-unreadable', `${counted(clockless, 'event')} without a readable clock.`),
    ...noteIf(
      jumps.length,
      'clock-jumps-back',
      `${counted(jumps.length, 'event')} with more time left than the event before, by up to ${Math.max(0, ...jumps)} seconds; order and clocks are kept.`,
    ),
    ...noteIf(
      !inOrderOfPeriods(events),
      'periods-out-of-order',
      'Events of a period stand after the beginning of the next; the order is kept.',
    ),
    ...noteIf(
      early,
      'before-period-start',
      `${counted(early, 'event')} of a period before its start; the order is kept, the points are of that period.`,
    ),
    ...noteIf(
      big,
      'free-throw-of-more-points',
      `${counted(big, 'free throw')} worth two or three points; each is one event and one made free throw.`,
    ),
    ...noteIf(fallen, 'score-falls', `The running score falls at ${counted(fallen, 'event')}; it is kept.`),
  ]
}

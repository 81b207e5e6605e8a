import type { BundleEvent } from '@basketball-data/core/contract'
import { counted, noteIf, type Note } from '../notes.ts'
import { clockJumps, unknownCodes, unknownTeams, unreadableClocks } from '../play-notes.ts'
import type { FeedRow } from './rows.ts'

/** Free throws that are worth all the points of a foul, as the G League has them; the points are in the score alone. */
const bigFreeThrows = (events: BundleEvent[]): number =>
  events.filter(({ type, description }) => type === 'free_throw_made' && /\b[23]PT\b/.test(description)).length

/** Technical fouls of a break, and their free throws; that substitutions stand before a period is nothing amiss. */
const earlyEvents = (events: BundleEvent[]): number =>
  [...Map.groupBy(events, ({ period }) => period).values()].reduce((sum, ofPeriod) => {
    const start = ofPeriod.findIndex(({ type }) => type === 'period_start')
    return sum + ofPeriod.slice(0, Math.max(0, start)).filter(({ type }) => !type.startsWith('substitution')).length
  }, 0)

const inOrderOfPeriods = (events: BundleEvent[]): boolean =>
  events.every(({ period }, at) => period >= (events[at - 1]?.period ?? period))

/** What a play-by-play has amiss, one note for each kind of thing. */
export const playNotes = (rows: FeedRow[], events: BundleEvent[]): Note[] => {
  const early = earlyEvents(events)
  const big = bigFreeThrows(events)
  return [
    ...unknownCodes(rows.flatMap((row) => row.unknown ?? [])),
    ...unknownTeams(rows.filter((row) => row.stranger).length),
    ...unreadableClocks(rows.filter(({ clock }) => clock === null).length),
    ...clockJumps(events),
    ...noteIf(
      !inOrderOfPeriods(events),
      'periods_out_of_order',
      'Events of a period stand after the beginning of the next; the order is kept.',
    ),
    ...noteIf(
      early,
      'before_period_start',
      `${counted(early, 'event')} of a period before its start; the order is kept, the points are of that period.`,
    ),
    ...noteIf(
      big,
      'free_throw_of_more_points',
      `${counted(big, 'free throw')} worth two or three points; each is one event and one made free throw.`,
    ),
  ]
}

import type { BundleEvent, EventType, Side } from '@basketball-data/core/contract'
import { clockJumps, counted, noteIf, unknownCodes, unknownTeams, unreadableClocks, type Note } from '../notes.ts'
import type { Person } from '../game-parts.ts'
import type { EventPosition } from '../shots.ts'

/** One thing that somebody did; a row of the feed can have several: a shot and its assist. */
export type Play = {
  type: EventType
  side: Side | null
  player: string | null
  words: string
}

/** One row of a play-by-play of either layout. */
export type FeedRow = {
  /** How shots name it. */
  number: string
  period: number
  clock: string | null
  /** The running score; null where the row leaves it as it was. */
  score: { home: number; away: number } | null
  distance_ft: number | null
  plays: Play[]
  people: Person[]
  /** The row's own code where it is in no list. */
  unknown: string | null
  /** The row names a team that does not play. */
  stranger: boolean
}

/** Events with the running score on each, and the place of the first event of every row. */
export const eventsOf = (rows: FeedRow[]): { events: BundleEvent[]; positions: Map<string, EventPosition> } => {
  const events: BundleEvent[] = []
  const positions = new Map<string, EventPosition>()
  let score = { home: 0, away: 0 }
  for (const row of rows) {
    score = row.score ?? score
    positions.set(row.number, { seq: events.length + 1, period: row.period })
    row.plays.forEach(({ type, side, player, words }, at) => {
      events.push({
        period: row.period,
        clock: row.clock,
        side,
        player,
        type,
        description: words.slice(0, 500),
        distance_ft: at > 0 || row.distance_ft === null ? null : Math.round(row.distance_ft),
        home_score: score.home,
        away_score: score.away,
      })
    })
  }
  return { events, positions }
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

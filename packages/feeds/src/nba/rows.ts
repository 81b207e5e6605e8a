import type { BundleEvent, EventType, Side } from '@basketball-data/core/contract'
import type { Place } from '../shots.ts'
import type { Person } from './people.ts'

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
export const eventsOf = (rows: FeedRow[]): { events: BundleEvent[]; places: Map<string, Place> } => {
  const events: BundleEvent[] = []
  const places = new Map<string, Place>()
  let score = { home: 0, away: 0 }
  for (const row of rows) {
    score = row.score ?? score
    places.set(row.number, { seq: events.length + 1, period: row.period })
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
  return { events, places }
}

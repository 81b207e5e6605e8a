import type { BundleEvent, EventType, Side } from '@basketball-data/core/contract'
import {
  clockJumps,
  counted,
  missingPlayers,
  noteIf,
  OF_PLAYERS,
  OF_THE_GAME,
  scoreSkips,
  unknownCodes,
  unknownTeams,
  unreadableClocks,
  type Note,
} from '../notes.ts'
import type { Person } from '../game-parts.ts'
import type { EventPosition } from '../shots.ts'

/** One play. A row of the feed can have several, like a shot and its assist. */
export type Play = {
  type: EventType
  side: Side | null
  player: string | null
  words: string
}

/** One row of a play-by-play, live or of stats.nba.com. */
export type FeedRow = {
  /** The number by which shots refer to the row. */
  number: string
  period: number
  clock: string | null
  /** The running score; null if the row does not change it. */
  score: { home: number; away: number } | null
  distance_ft: number | null
  plays: Play[]
  people: Person[]
  /** The code of the row if it is unknown, else null. */
  unknown: string | null
  /** Whether the row lacks its team, or is of one that does not play in the game. */
  ofNeitherTeam: boolean
  /** Whether the row lacks its player. */
  lacksPlayer: boolean
}

/** The events with the running score, and the position of the first event of each row. */
export const buildEvents = (rows: FeedRow[]): { events: BundleEvent[]; positions: Map<string, EventPosition> } => {
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

/** Counts events before the start of their period, like technical fouls in a break. Substitutions there are normal. */
const earlyEvents = (events: BundleEvent[]): number =>
  [...Map.groupBy(events, ({ period }) => period).values()].reduce((sum, ofPeriod) => {
    const start = ofPeriod.findIndex(({ type }) => type === 'period_start')
    return sum + ofPeriod.slice(0, Math.max(0, start)).filter(({ type }) => !type.startsWith('substitution')).length
  }, 0)

const followsPeriods = (events: BundleEvent[]): boolean =>
  events.every(({ period }, at) => period >= (events[at - 1]?.period ?? period))

/** Whether a play has no side although all of its type have one. */
export const lacksSide = ({ type, side }: Play): boolean => side === null && !OF_THE_GAME.has(type)

/** Whether a play has no player although all of its type have one. */
export const lacksPlayer = ({ type, player }: Play): boolean => player === null && OF_PLAYERS.has(type)

/** Notes on a play-by-play, one for each kind of problem. */
export const playNotes = (rows: FeedRow[], events: BundleEvent[]): Note[] => {
  const early = earlyEvents(events)
  return [
    ...unknownCodes(rows.flatMap((row) => row.unknown ?? [])),
    ...missingPlayers(rows.filter((row) => row.lacksPlayer).length, 'event'),
    ...unknownTeams(rows.filter((row) => row.ofNeitherTeam).length, 'event'),
    ...unreadableClocks(rows.filter(({ clock }) => clock === null).length),
    ...clockJumps(events),
    ...scoreSkips(events),
    ...noteIf(
      !followsPeriods(events),
      'periods_out_of_order',
      'Events of a period come after the start of the next; the order is not changed.',
    ),
    ...noteIf(
      early,
      'before_period_start',
      `${counted(early, 'event')} of a period before its start; the order is not changed, and the points count for that period.`,
    ),
  ]
}

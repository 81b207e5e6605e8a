import type { BundleEvent, BundleShot, BundleSide, BundleStats, Side, StatLine } from '../contract/index.ts'
import { countsForStatistics, performanceIndex } from '../statistics/index.ts'
import type { boxLines, games, StoredEvent, StoredShot, teamBoxes } from '../store/index.ts'
import type { GameRow } from './write-game.ts'

/** Identifiers of the bundle's players by their external ones. */
export type PlayerIds = ReadonlyMap<string, string>

const idOf = (ids: PlayerIds, player: string): string => {
  const id = ids.get(player)
  if (id === undefined) throw new RangeError(`player ${player} has no id`)
  return id
}

const bothKnown = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

const statLine = ({ performance_index, ...stats }: BundleStats): StatLine => ({
  ...stats,
  performance_index: performance_index === undefined ? performanceIndex(stats) : performance_index,
  field_goals_made: bothKnown(stats.two_made, stats.three_made),
  field_goals_attempted: bothKnown(stats.two_attempted, stats.three_attempted),
})

/** Where a side of a game is stored. */
export type Place = { game_id: string; side: Side; team_id: string }

type Written = Pick<GameRow, 'season_id' | 'date' | 'tip_off' | 'status' | 'stage'>

/** What the lines of a game repeat of it. */
const repeated = ({ season_id, date, tip_off, status, stage }: Written) => ({
  season_id,
  date,
  tip_off_order: tip_off?.toISOString() ?? '-infinity',
  final: status === 'final',
  counted: status === 'final' && countsForStatistics(stage),
})

/** A box line as it goes into the database, with `tip_off_order` as text. */
export type LineRow = Omit<typeof boxLines.$inferInsert, 'tip_off_order'> & { tip_off_order: string | Date }

/** A game as it is stored, in rows. */
export type GameRows = {
  game: Pick<typeof games.$inferInsert, 'status' | 'home_score' | 'away_score' | 'periods'>
  boxes: (typeof teamBoxes.$inferInsert)[]
  lines: LineRow[]
  events: StoredEvent[]
  shots: StoredShot[]
}

/** The lines of one team's score sheet as rows. */
export const lineRows = (place: Place, game: Written, players: BundleSide['players'], ids: PlayerIds): LineRow[] =>
  (players ?? []).map(({ player, stats, ...line }, position) => ({
    ...place,
    ...repeated(game),
    player_id: idOf(ids, player),
    position,
    ...line,
    ...statLine(stats),
  }))

/** One team's totals and coach as a row, laid over what is stored where the bundle says nothing. */
export const boxRow = (
  place: Place,
  { coach, totals }: BundleSide,
  stored: typeof teamBoxes.$inferInsert | undefined,
): typeof teamBoxes.$inferInsert => ({
  ...(totals === undefined ? stored : totals === null ? {} : statLine(totals)),
  ...place,
  coach: coach === undefined ? (stored?.coach ?? null) : coach,
  has_totals: totals === undefined ? (stored?.has_totals ?? false) : totals !== null,
})

/** The events as they are stored. */
export const storedEvents = (events: BundleEvent[], ids: PlayerIds): StoredEvent[] =>
  events.map(({ player, ...event }, place) => ({
    seq: place + 1,
    ...event,
    player_id: player === null ? null : idOf(ids, player),
  }))

/** The shots as they are stored, in the order of their seq. */
export const storedShots = (shots: BundleShot[], ids: PlayerIds): StoredShot[] =>
  shots
    .map(({ player, ...shot }) => ({ ...shot, player_id: player === null ? null : idOf(ids, player) }))
    .toSorted((a, b) => a.seq - b.seq)

import type { BundleEvent, BundleShot, BundleSide, BundleStats, Side, StatLine } from '../../contract/index.ts'
import { countsForStatistics, performanceIndex, type CountedBy } from '../../statistics/index.ts'
import type { boxLines, games, StoredEvent, StoredShot, teamBoxes } from '../../store/index.ts'
import type { GameRow } from './game-row.ts'

/** Identifiers of the bundle's players by external id. */
export type PlayerIds = ReadonlyMap<string, string>

const getPlayerId = (ids: PlayerIds, player: string): string => {
  const id = ids.get(player)
  if (id === undefined) throw new RangeError(`player ${player} has no id`)
  return id
}

const addKnown = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

const statLine = ({ performance_index, ...stats }: BundleStats): StatLine => ({
  ...stats,
  performance_index: performance_index === undefined ? performanceIndex(stats) : performance_index,
  field_goals_made: addKnown(stats.two_made, stats.three_made),
  field_goals_attempted: addKnown(stats.two_attempted, stats.three_attempted),
})

/** A team of a game, and the day of the game. */
export type TeamSide = { game_id: string; side: Side; team_id: string; date: string }

type CopiedColumns = Pick<GameRow, 'season_id' | 'date' | 'tip_off' | 'status' | keyof CountedBy>

/** The columns of a game that its box lines copy. */
export const copiedFrom = ({ season_id, date, tip_off, status, ...countedBy }: CopiedColumns) => ({
  season_id,
  date,
  tip_off_order: tip_off?.toISOString() ?? '-infinity',
  final: status === 'final',
  counted: status === 'final' && countsForStatistics(countedBy),
})

/** A box line to insert; `tip_off_order` can be text, for -infinity. */
export type LineRow = Omit<typeof boxLines.$inferInsert, 'tip_off_order'> & { tip_off_order: string | Date }

/** The stored form of a game and its parts. */
export type GameRows = {
  game: Pick<typeof games.$inferInsert, 'status' | 'home_score' | 'away_score' | 'periods'>
  boxes: (typeof teamBoxes.$inferInsert)[]
  lines: LineRow[]
  events: StoredEvent[]
  shots: StoredShot[]
}

/** The rows for the box-score lines of one team. */
export const lineRows = (
  side: TeamSide,
  game: CopiedColumns,
  players: BundleSide['players'],
  ids: PlayerIds,
): LineRow[] =>
  (players ?? []).map(({ player, stats, ...line }, position) => ({
    ...side,
    ...copiedFrom(game),
    player_id: getPlayerId(ids, player),
    position,
    ...line,
    ...statLine(stats),
  }))

/** The row for the coach and totals of one team; fields that the bundle omits keep their stored value. */
export const boxRow = (
  side: TeamSide,
  { coach, totals }: Pick<BundleSide, 'coach' | 'totals'>,
  stored: typeof teamBoxes.$inferInsert | undefined,
): typeof teamBoxes.$inferInsert => ({
  ...(totals === undefined ? stored : totals === null ? {} : statLine(totals)),
  ...side,
  coach: coach === undefined ? (stored?.coach ?? null) : coach,
  has_totals: totals === undefined ? (stored?.has_totals ?? false) : totals !== null,
})

/** A clock as responses have it, cut to seconds, and the tenths that are cut. */
const cutClock = (clock: string | null): Pick<StoredEvent, 'clock' | 'tenths'> => {
  const [whole = null, tenths] = clock?.split('.') ?? []
  return tenths === undefined || tenths === '0' ? { clock: whole } : { clock: whole, tenths: Number(tenths) }
}

/** Converts the play-by-play events to their stored form. */
export const storedEvents = (events: BundleEvent[], ids: PlayerIds): StoredEvent[] =>
  events.map(({ player, clock, ...event }, index) => ({
    seq: index + 1,
    ...event,
    ...cutClock(clock),
    player_id: player === null ? null : getPlayerId(ids, player),
  }))

/** Converts the shots to their stored form, sorted by seq. */
export const storedShots = (shots: BundleShot[], ids: PlayerIds): StoredShot[] =>
  shots
    .map(({ player, ...shot }) => ({ ...shot, player_id: player === null ? null : getPlayerId(ids, player) }))
    .toSorted((a, b) => a.seq - b.seq)

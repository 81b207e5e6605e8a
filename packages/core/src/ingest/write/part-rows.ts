import {
  StatLine,
  toDateTime,
  type BundleEvent,
  type BundleShot,
  type BundleSide,
  type BundleStats,
  type Side,
} from '../../contract/index.ts'
import { countsForStatistics, performanceIndex, total, type CountedBy } from '../../statistics/index.ts'
import type { boxLines, games, StoredEvent, StoredShot, teamBoxes } from '../../store/index.ts'
import type { GameRow } from './game-row.ts'

/** Identifiers of the bundle's players by external id. */
export type PlayerIds = ReadonlyMap<string, string>

const getPlayerId = (ids: PlayerIds, player: string): string => {
  const id = ids.get(player)
  if (id === undefined) throw new RangeError(`player ${player} has no id`)
  return id
}

const statLine = ({ performance_index, ...stats }: BundleStats): StatLine => ({
  ...stats,
  performance_index: performance_index === undefined ? performanceIndex(stats) : performance_index,
  field_goals_made: total([stats.two_made, stats.three_made]),
  field_goals_attempted: total([stats.two_attempted, stats.three_attempted]),
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

/** The ids of the players whom rows name. */
export const listPlayers = (rows: readonly { player_id: string | null }[]): string[] =>
  rows.flatMap(({ player_id }) => player_id ?? [])

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

type BoxRow = typeof teamBoxes.$inferInsert

const STATS = StatLine.keyof().options

/**
 * The sums of a score sheet as the totals of a team, without rebounds and turnovers of the team itself. A count that one of the players
 * who took part lacks is null; without any count, there are no totals.
 */
const sumLines = (lines: readonly LineRow[]) => {
  const counted = lines.filter((line) => line.played || STATS.some((stat) => (line[stat] ?? 0) !== 0))
  const sum = (stat: (typeof STATS)[number]) => (counted.length === 0 ? null : total(counted.map((line) => line[stat])))
  const sums = Object.fromEntries(STATS.map((stat) => [stat, sum(stat)]))
  return { ...sums, has_totals: Object.values(sums).some((count) => count !== null), totals_given: false }
}

/** Totals that a bundle has given stay until another one gives others; without them, they are the sums of the score sheet. */
const toTotals = (
  totals: BundleSide['totals'],
  lines: readonly LineRow[],
  stored: BoxRow | undefined,
): Partial<BoxRow> & Pick<BoxRow, 'has_totals' | 'totals_given'> => {
  if (totals === undefined) return stored?.totals_given === true ? stored : sumLines(lines)
  if (totals !== null) return { ...statLine(totals), has_totals: true, totals_given: true }
  // Null beside a score sheet says that there are none; without one, it clears them.
  return { has_totals: false, totals_given: lines.length > 0 }
}

/**
 * The row for the coach and totals of one team; fields that the bundle omits keep their stored value.
 * @param lines the score sheet of the team, after the bundle
 */
export const boxRow = (
  side: TeamSide,
  { coach, totals }: Pick<BundleSide, 'coach' | 'totals'>,
  lines: readonly LineRow[],
  stored: BoxRow | undefined,
): BoxRow => ({
  ...toTotals(totals, lines, stored),
  ...side,
  coach: coach === undefined ? (stored?.coach ?? null) : coach,
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
    .map(({ player, at, ...shot }) => ({
      ...shot,
      at: at && toDateTime(new Date(at)),
      player_id: player === null ? null : getPlayerId(ids, player),
    }))
    .toSorted((a, b) => a.seq - b.seq)

import { eq } from 'drizzle-orm'
import { StatLine, toDateTime, type Side } from '../contract/index.ts'
import type { BoxScore, GameDetail, PlayByPlay, Shots } from '../contract/index.ts'
import {
  boxLines,
  games,
  playByPlays,
  shotCharts,
  teamBoxes,
  type Database,
  type StoredEvent,
  type StoredShot,
} from '../store/index.ts'
import { toDetail } from './game-queries.ts'
import { lineColumns, toEvent, toLineFields, toShot } from './read-parts.ts'

type GameRow = typeof games.$inferSelect

/** The columns of a game that its record shows as they are. */
export const RECORD_COLUMNS = [
  'competition_id',
  'season_id',
  'home_team_id',
  'away_team_id',
  'stage',
  'round',
  'date',
  'status',
  'home_score',
  'away_score',
  'attendance',
  'venue',
  'has_boxscore',
  'has_playbyplay',
  'has_shots',
] as const satisfies (keyof GameRow)[]

/** The columns of a game that its detail shows as they are. */
const SHOWN = [...RECORD_COLUMNS, 'periods', 'officials'] as const satisfies (keyof GameRow)[]

type Line = Pick<typeof boxLines.$inferSelect, keyof typeof lineColumns>

/**
 * What responses show of a game, as it is stored: with the ids of records, not their names, and each fact once. Plays and shots have no
 * `seq`, which one more play would change in all that follow: plays are numbered in order, and `after` of a shot is the distance of
 * its seq from that of the shot before it.
 */
export type GameVersion = {
  game: Pick<GameRow, (typeof SHOWN)[number]> & { tip_off: string | null }
  sides: Record<Side, { coach: string | null; totals: StatLine | null; lines: (Line & { player_id: string })[] }>
  plays: Omit<StoredEvent, 'seq' | 'tenths'>[]
  shots: (Omit<StoredShot, 'seq'> & { after: number })[]
}

/** A game as it is stored, or as it is written. */
type GameRows = {
  game: Pick<GameRow, (typeof SHOWN)[number] | 'tip_off'>
  boxes: readonly (typeof teamBoxes.$inferInsert)[]
  lines: readonly Omit<typeof boxLines.$inferInsert, 'tip_off_order'>[]
  events: readonly StoredEvent[]
  shots: readonly StoredShot[]
}

type Columns<Column extends string> = Partial<Record<Column, unknown>>

/** Columns of a row; an omitted one is null, as the database stores it. */
const pick = <Column extends string, Row extends { [Name in Column]: unknown }>(
  row: Columns<Column>,
  columns: readonly Column[],
): Pick<Row, Column> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each column is picked
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) as Pick<Row, Column>

const STATS = StatLine.keyof().options
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of a record
const LINE = [...(Object.keys(lineColumns) as (keyof typeof lineColumns)[]), 'player_id'] as const

/** What responses show of a game that is stored or written. */
export const toVersion = ({ game, boxes, lines, events, shots }: GameRows): GameVersion => {
  const toSide = (side: Side) => {
    const box = boxes.find((each) => each.side === side)
    return {
      coach: box?.coach ?? null,
      totals: box?.has_totals === true ? pick<keyof StatLine, StatLine>(box, STATS) : null,
      lines: lines
        .filter((line) => line.side === side)
        .toSorted((a, b) => a.position - b.position)
        .map((line) => pick<(typeof LINE)[number], typeof boxLines.$inferSelect>(line, LINE)),
    }
  }
  return {
    game: {
      ...pick<(typeof SHOWN)[number], GameRow>(game, SHOWN),
      tip_off: game.tip_off && toDateTime(game.tip_off),
    },
    sides: { home: toSide('home'), away: toSide('away') },
    plays: events.map(({ seq: _seq, tenths: _tenths, ...play }) => play),
    shots: shots.map(({ seq, ...shot }, index) => ({ ...shot, after: seq - (shots[index - 1]?.seq ?? 0) })),
  }
}

/** The stored version of a game; undefined if it does not exist. */
export const readVersion = async (tx: Database, id: string): Promise<GameVersion | undefined> => {
  const [game] = await tx.select().from(games).where(eq(games.id, id))
  if (game === undefined) return undefined
  const boxes = await tx.select().from(teamBoxes).where(eq(teamBoxes.game_id, id))
  const lines = await tx.select().from(boxLines).where(eq(boxLines.game_id, id))
  const [playByPlay] = await tx.select().from(playByPlays).where(eq(playByPlays.game_id, id))
  const [shotChart] = await tx.select().from(shotCharts).where(eq(shotCharts.game_id, id))
  return toVersion({ game, boxes, lines, events: playByPlay?.events ?? [], shots: shotChart?.shots ?? [] })
}

/** The `data` of the endpoints of a game. */
export type GameDocument = { game: GameDetail; boxscore: BoxScore; playbyplay: PlayByPlay; shots: Shots }

/** The record with an id, or with the id of the record that it was merged into. */
export type FindRecord = (id: string) => { id: string; name: string }

/** A version of a game as the endpoints of its parts show it, with the names that its records have now. */
export const toDocument = (id: string, { game, sides, plays, shots }: GameVersion, find: FindRecord): GameDocument => {
  const { periods, officials, ...record } = toDetail({
    ...game,
    id,
    tip_off: game.tip_off === null ? null : new Date(game.tip_off),
    competition: find(game.competition_id),
    season: find(game.season_id),
    home: find(game.home_team_id),
    away: find(game.away_team_id),
    has: { boxscore: game.has_boxscore, playbyplay: game.has_playbyplay, shots: game.has_shots },
  })
  const findPlayer = (player: string | null) => (player === null ? null : find(player))
  const toBox = (side: Side) => ({
    team: record[side],
    coach: sides[side].coach,
    totals: sides[side].totals,
    players: sides[side].lines.map((line) => ({ player: find(line.player_id), ...toLineFields(line) })),
  })
  let seq = 0
  return {
    game: { ...record, periods, officials },
    boxscore: { game: record, home: toBox('home'), away: toBox('away') },
    playbyplay: {
      game: record,
      events: plays.map((play, index) => toEvent(record, { ...play, seq: index + 1 }, findPlayer)),
    },
    shots: {
      game: record,
      shots: shots.map(({ after, ...shot }) => toShot(record, { ...shot, seq: (seq += after) }, findPlayer)),
    },
  }
}

import { sql, type SQL } from 'drizzle-orm'
import { type CheckedBundle, Side } from '../../contract/index.ts'
import {
  boxLines,
  playByPlays,
  playersWithoutLine,
  shotCharts,
  teamBoxes,
  warnings,
  within,
  type Database,
} from '../../store/index.ts'
import { insertRows } from './statements.ts'
import {
  boxRow,
  lineRows,
  storedEvents,
  storedShots,
  type GameRows,
  type TeamSide,
  type PlayerIds,
} from './part-rows.ts'
import type { Warning } from '../warn/warnings.ts'
import type { WrittenGame } from './game-row.ts'

/** The parts of a game: box score, play-by-play and shots. */
export type Parts = Omit<GameRows, 'game'>

const NO_PARTS: Parts = { boxes: [], lines: [], events: [], shots: [] }

/** Reads the parts of stored games. */
export const readParts = async (tx: Database, ids: readonly string[]): Promise<(id: string) => Parts> => {
  if (ids.length === 0) return () => NO_PARTS
  const [boxes, lines, playByPlay, shotChart] = await Promise.all([
    tx
      .select()
      .from(teamBoxes)
      .where(within(sql`${teamBoxes.game_id}`, ids)),
    tx
      .select()
      .from(boxLines)
      .where(within(sql`${boxLines.game_id}`, ids))
      .orderBy(boxLines.position), // their warnings are in this order
    tx
      .select()
      .from(playByPlays)
      .where(within(sql`${playByPlays.game_id}`, ids)),
    tx
      .select()
      .from(shotCharts)
      .where(within(sql`${shotCharts.game_id}`, ids)),
  ])
  const boxesByGame = Map.groupBy(boxes, ({ game_id }) => game_id)
  const linesByGame = Map.groupBy(lines, ({ game_id }) => game_id)
  const eventsByGame = new Map(playByPlay.map(({ game_id, events }) => [game_id, events]))
  const shotsByGame = new Map(shotChart.map(({ game_id, shots }) => [game_id, shots]))
  return (id) => ({
    boxes: boxesByGame.get(id) ?? [],
    lines: linesByGame.get(id) ?? [],
    events: eventsByGame.get(id) ?? [],
    shots: shotsByGame.get(id) ?? [],
  })
}

/** Applies a bundle to the stored parts of a game. */
export const mergeParts = (game: WrittenGame, bundle: CheckedBundle, ids: PlayerIds, stored: Parts): Parts => {
  const teamSide = (side: TeamSide['side']): TeamSide => ({ game_id: game.id, side, team_id: game[`${side}_team_id`] })
  const { events, shots } = bundle
  return {
    boxes: Side.options.map((side) => {
      const before = stored.boxes.find((box) => box.side === side)
      return boxRow(teamSide(side), bundle[side], before)
    }),
    lines: Side.options.flatMap((side) => {
      const { players } = bundle[side]
      const before = stored.lines.filter((line) => line.side === side)
      return players === undefined ? before : lineRows(teamSide(side), game, players, ids)
    }),
    events: events === undefined ? stored.events : storedEvents(events ?? [], ids),
    shots: shots === undefined ? stored.shots : storedShots(shots ?? [], ids),
  }
}

/** A game as a bundle leaves it: its row, its parts and its warnings. */
export type GameWrite = { game: WrittenGame; bundle: CheckedBundle; parts: Parts; warnings: readonly Warning[] }

const isOneOf = (ids: readonly string[]): SQL => within(sql`game_id`, ids)

/** The statements that delete the parts which bundles replace, and the warnings about all parts. */
export const deleteReplaced = (stored: readonly GameWrite[]): SQL[] => {
  const all = stored.map(({ game }) => game.id)
  const withPart = (part: 'events' | 'shots') =>
    stored.filter(({ bundle }) => bundle[part] !== undefined).map(({ game }) => game.id)
  const sheets = stored.flatMap(({ game, bundle }) =>
    Side.options.filter((side) => bundle[side].players !== undefined).map((side) => ({ game_id: game.id, side })),
  )
  return [
    sql`delete from players_without_line where ${isOneOf(all)}`,
    sql`delete from warnings where ${isOneOf(all)}`,
    sql`delete from team_boxes where ${isOneOf(all)}`,
    sql`delete from box_lines l using json_to_recordset(${JSON.stringify(sheets)}::json) as sheet (game_id text, side text)
        where l.game_id = sheet.game_id and l.side = sheet.side`,
    sql`delete from play_by_plays where ${isOneOf(withPart('events'))}`,
    sql`delete from shot_charts where ${isOneOf(withPart('shots'))}`,
  ]
}

/** The players whom events or shots name, but no line. */
const withoutLine = ({ game, parts: { lines, events, shots } }: GameWrite) => {
  const named = new Set([...events, ...shots].flatMap(({ player_id }) => player_id ?? []))
  for (const { player_id } of lines) named.delete(player_id)
  return [...named].map((player_id) => ({ player_id, game_id: game.id }))
}

/** The statements that insert the box scores that bundles contain, and the warnings in their order. */
export const insertBoxScores = (written: readonly GameWrite[]): SQL[] => [
  ...insertRows(
    teamBoxes,
    written.flatMap(({ parts }) => parts.boxes),
  ),
  ...insertRows(
    boxLines,
    written.flatMap(({ bundle, parts }) => parts.lines.filter(({ side }) => bundle[side].players !== undefined)),
  ),
  ...insertRows(playersWithoutLine, written.flatMap(withoutLine)),
  ...insertRows(
    warnings,
    written.flatMap(({ game, warnings }) =>
      warnings.map((warning, position) => ({ game_id: game.id, position, ...warning })),
    ),
  ),
]

/**
 * The statements that insert the events and shots that bundles contain. Each is sent alone: as one of many values in a
 * document, Postgres would parse it twice.
 */
export const insertPlays = (written: readonly GameWrite[]): SQL[] =>
  written.flatMap(({ game, bundle, parts: { events, shots } }) => [
    ...(bundle.events === undefined ? [] : insertDocument('play_by_plays', game.id, events)),
    ...(bundle.shots === undefined ? [] : insertDocument('shot_charts', game.id, shots)),
  ])

const insertDocument = (table: 'play_by_plays' | 'shot_charts', game_id: string, document: unknown[]): SQL[] =>
  document.length === 0
    ? []
    : [sql`insert into ${sql.raw(table)} select ${game_id}, ${JSON.stringify(document)}::jsonb`]

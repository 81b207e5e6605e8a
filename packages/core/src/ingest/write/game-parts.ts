import { sql, type SQL } from 'drizzle-orm'
import { type CheckedBundle, Side } from '../../contract/index.ts'
import {
  boxLines,
  execute,
  listedPlayers,
  playByPlays,
  playersWithoutLine,
  shotCharts,
  teamBoxes,
  warnings,
  within,
  type Database,
} from '../../store/index.ts'
import { insertRows, insertWithDocument } from './statements.ts'
import {
  boxRow,
  copiedFrom,
  lineRows,
  listPlayers,
  storedEvents,
  storedShots,
  type GameRows,
  type LineRow,
  type TeamSide,
  type PlayerIds,
} from './part-rows.ts'
import type { Warning } from '../warn/warnings.ts'
import type { WrittenGame } from './game-row.ts'

/** The parts of a game: box score, play-by-play and shots, and the players whom its bundle lists and none of these names. */
export type Parts = Omit<GameRows, 'game'> & { listed: readonly string[] }

/** The parts of a game that has none. */
export const NO_PARTS: Parts = { boxes: [], lines: [], events: [], shots: [], listed: [] }

/** Reads the parts of stored games. */
export const readParts = async (tx: Database, ids: readonly string[]): Promise<(id: string) => Parts> => {
  if (ids.length === 0) return () => NO_PARTS
  const [boxes, lines, playByPlay, shotChart, listed] = await Promise.all([
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
    tx
      .select()
      .from(listedPlayers)
      .where(within(sql`${listedPlayers.game_id}`, ids))
      .orderBy(listedPlayers.player_id),
  ])
  const boxesByGame = Map.groupBy(boxes, ({ game_id }) => game_id)
  const linesByGame = Map.groupBy(lines, ({ game_id }) => game_id)
  const eventsByGame = new Map(playByPlay.map(({ game_id, events }) => [game_id, events]))
  const shotsByGame = new Map(shotChart.map(({ game_id, shots }) => [game_id, shots]))
  const listedByGame = Map.groupBy(listed, ({ game_id }) => game_id)
  return (id) => ({
    boxes: boxesByGame.get(id) ?? [],
    lines: linesByGame.get(id) ?? [],
    events: eventsByGame.get(id) ?? [],
    shots: shotsByGame.get(id) ?? [],
    listed: (listedByGame.get(id) ?? []).map(({ player_id }) => player_id),
  })
}

const OTHER_SIDE = { home: 'away', away: 'home' } as const

const turn = <Part extends { side: Side | null }>(part: Part): Part => ({
  ...part,
  side: part.side && OTHER_SIDE[part.side],
})

/** The parts of a game with the other team at home: each stays with its team. */
export const exchangeParts = ({ boxes, lines, events, shots, ...parts }: Parts): Parts => ({
  ...parts,
  boxes: boxes.map(turn),
  lines: lines.map(turn),
  events: events.map((event) => ({
    ...turn(event),
    home_score: event.away_score,
    away_score: event.home_score,
  })),
  shots: shots.map(turn),
})

/** The players whom a bundle lists and names nowhere else; undefined if it lists nobody. */
const listUnnamed = ({ players, home, away, events, shots }: CheckedBundle, ids: PlayerIds): string[] | undefined => {
  if (players.length === 0) return undefined
  const parts = [home.players, away.players, events, shots]
  const named = new Set(parts.flatMap((part) => (part ?? []).map(({ player }) => player)))
  const unnamed = players.filter(({ external_id }) => !named.has(external_id))
  return unnamed.flatMap(({ external_id }) => ids.get(external_id) ?? []).toSorted()
}

/** Applies a bundle to the stored parts of a game. */
export const mergeParts = (
  game: Omit<WrittenGame, 'live' | 'revision'>,
  bundle: CheckedBundle,
  ids: PlayerIds,
  stored: Parts,
): Parts => {
  const { id: game_id, date } = game
  const teamSide = (side: TeamSide['side']): TeamSide => ({ game_id, side, team_id: game[`${side}_team_id`], date })
  const { events, shots } = bundle
  const mergeLines = (side: Side): LineRow[] => {
    const { players } = bundle[side]
    if (players !== undefined) return lineRows(teamSide(side), game, players, ids)
    const before = stored.lines.filter((line) => line.side === side)
    return before.map((line) => ({ ...line, ...teamSide(side), ...copiedFrom(game) }))
  }
  const lines = { home: mergeLines('home'), away: mergeLines('away') }
  return {
    boxes: Side.options.map((side) => {
      const before = stored.boxes.find((box) => box.side === side)
      return boxRow(teamSide(side), bundle[side], lines[side], before)
    }),
    lines: [...lines.home, ...lines.away],
    events: events === undefined ? stored.events : storedEvents(events ?? [], ids),
    shots: shots === undefined ? stored.shots : storedShots(shots ?? [], ids),
    listed: listUnnamed(bundle, ids) ?? stored.listed,
  }
}

/** A part of a game that is written as a whole: the score sheet of a side, the events, the shots or the listed players. */
type WrittenPart = Side | 'events' | 'shots' | 'listed'

/** A game as a bundle leaves it: its row, its parts and its warnings, and which of the parts are not as they are stored. */
export type GameWrite = {
  game: WrittenGame
  parts: Parts
  warnings: readonly Warning[]
  replaced: ReadonlySet<WrittenPart>
}

/** All parts, as a game whose sides are exchanged has them written. */
export const EVERY_PART = [...Side.options, 'events', 'shots', 'listed'] as const satisfies WrittenPart[]

/** The parts that a bundle replaces. */
export const listReplaced = ({ home, away, events, shots, players }: CheckedBundle): ReadonlySet<WrittenPart> => {
  const listed = players.length === 0 ? undefined : players
  const sent = { home: home.players, away: away.players, events, shots, listed }
  return new Set(EVERY_PART.filter((part) => sent[part] !== undefined))
}

const isOneOf = (ids: readonly string[]): SQL => within(sql`game_id`, ids)

/** The statements that delete the parts that are replaced, and the warnings about all parts. */
export const deleteReplaced = (stored: readonly GameWrite[]): SQL[] => {
  const all = stored.map(({ game }) => game.id)
  const withPart = (part: WrittenPart) => stored.filter(({ replaced }) => replaced.has(part)).map(({ game }) => game.id)
  const sheets = Side.options.flatMap((side) => withPart(side).map((game_id) => ({ game_id, side })))
  return [
    sql`delete from players_without_line where ${isOneOf(all)}`,
    sql`delete from warnings where ${isOneOf(all)}`,
    sql`delete from team_boxes where ${isOneOf(all)}`,
    sql`delete from box_lines l using json_to_recordset(${JSON.stringify(sheets)}::json) as sheet (game_id text, side text)
        where l.game_id = sheet.game_id and l.side = sheet.side`,
    sql`delete from play_by_plays where ${isOneOf(withPart('events'))}`,
    sql`delete from shot_charts where ${isOneOf(withPart('shots'))}`,
    sql`delete from listed_players where ${isOneOf(withPart('listed'))}`,
  ]
}

/**
 * Deletes what clients have said of the events of games that they score live: their play-by-play is another one now, or there is
 * none any more.
 */
export const deleteScoredEvents = async (tx: Database, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await execute(tx, sql`delete from scored_events where ${isOneOf(ids)}`)
}

/** The players whom events or shots name, but no line. */
const withoutLine = ({ game, parts: { lines, events, shots } }: GameWrite) => {
  const named = new Set(listPlayers([...events, ...shots]))
  for (const { player_id } of lines) named.delete(player_id)
  return [...named].map((player_id) => ({ player_id, game_id: game.id }))
}

const listedRows = ({ game, parts, replaced }: GameWrite) =>
  replaced.has('listed') ? parts.listed.map((player_id) => ({ player_id, game_id: game.id })) : []

/** The statements that insert the box scores that are replaced, and the warnings in their order. */
export const insertBoxScores = (written: readonly GameWrite[]): SQL[] => [
  ...insertRows(
    teamBoxes,
    written.flatMap(({ parts }) => parts.boxes),
  ),
  ...insertRows(
    boxLines,
    written.flatMap(({ replaced, parts }) => parts.lines.filter(({ side }) => replaced.has(side))),
  ),
  ...insertRows(playersWithoutLine, written.flatMap(withoutLine)),
  ...insertRows(listedPlayers, written.flatMap(listedRows)),
  ...insertRows(
    warnings,
    written.flatMap(({ game, warnings }) =>
      warnings.map((warning, position) => ({ game_id: game.id, position, ...warning })),
    ),
  ),
]

/** The statements that insert the events and shots that are replaced. */
export const insertPlays = (written: readonly GameWrite[]): SQL[] =>
  written.flatMap(({ game: { id: game_id }, replaced, parts: { events, shots } }) => [
    ...(replaced.has('events') && events.length > 0 ? [insertWithDocument(playByPlays, { game_id, events })] : []),
    ...(replaced.has('shots') && shots.length > 0 ? [insertWithDocument(shotCharts, { game_id, shots })] : []),
  ])

import { eq, sql, type SQL } from 'drizzle-orm'
import { type CheckedBundle, Side } from '../../contract/index.ts'
import {
  boxLines,
  playByPlays,
  playersWithoutLine,
  shotCharts,
  teamBoxes,
  warnings,
  type Database,
} from '../../store/index.ts'
import { insertRows, runInOneStatement } from './statements.ts'
import {
  boxRow,
  lineRows,
  storedEvents,
  storedShots,
  type GameRows,
  type TeamSide,
  type PlayerIds,
} from './part-rows.ts'
import type { Warning } from '../warn/warning.ts'
import type { GameRow, WrittenGame } from './game-row.ts'

/** The parts of a game: box score, play-by-play and shots. */
export type Parts = Omit<GameRows, 'game'>

const NO_PARTS: Parts = { boxes: [], lines: [], events: [], shots: [] }

/** Reads the parts of a stored game; empty if the game is new. */
export const readParts = async (tx: Database, stored: GameRow | undefined): Promise<Parts> => {
  if (stored === undefined) return NO_PARTS
  const { id } = stored
  const [boxes, lines, [playByPlay], [shotChart]] = await Promise.all([
    tx.select().from(teamBoxes).where(eq(teamBoxes.game_id, id)),
    tx.select().from(boxLines).where(eq(boxLines.game_id, id)),
    tx.select().from(playByPlays).where(eq(playByPlays.game_id, id)),
    tx.select().from(shotCharts).where(eq(shotCharts.game_id, id)),
  ])
  return { boxes, lines, events: playByPlay?.events ?? [], shots: shotChart?.shots ?? [] }
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

/** Deletes the parts that the bundle replaces, and what is derived from all parts. */
export const deleteReplaced = (
  tx: Database,
  id: string,
  { home, away, events, shots }: CheckedBundle,
): Promise<void> => {
  const sides = [...(home.players === undefined ? [] : ['home']), ...(away.players === undefined ? [] : ['away'])]
  return runInOneStatement(tx, [
    sql`delete from players_without_line where game_id = ${id}`,
    sql`delete from warnings where game_id = ${id}`,
    sql`delete from team_boxes where game_id = ${id}`,
    sql`delete from box_lines where game_id = ${id} and side = any (${`{${sides.join(',')}}`}::text[])`,
    ...(events === undefined ? [] : [sql`delete from play_by_plays where game_id = ${id}`]),
    ...(shots === undefined ? [] : [sql`delete from shot_charts where game_id = ${id}`]),
  ])
}

const insertDocument = (table: 'play_by_plays' | 'shot_charts', game_id: string, document: unknown[]): SQL[] =>
  document.length === 0
    ? []
    : [sql`insert into ${sql.raw(table)} select ${game_id}, ${JSON.stringify(document)}::jsonb`]

/** The statements that insert the parts that the bundle contains. */
export const insertParts = (game_id: string, bundle: CheckedBundle, { boxes, lines, events, shots }: Parts): SQL[] => [
  ...insertRows(teamBoxes, boxes),
  ...insertRows(
    boxLines,
    lines.filter(({ side }) => bundle[side].players !== undefined),
  ),
  ...(bundle.events === undefined ? [] : insertDocument('play_by_plays', game_id, events)),
  ...(bundle.shots === undefined ? [] : insertDocument('shot_charts', game_id, shots)),
]

/** The statement that inserts the players whom events or shots name, but no line. */
export const insertPlayersWithoutLine = (game_id: string, { lines, events, shots }: Parts): SQL[] => {
  const named = new Set([...events, ...shots].flatMap(({ player_id }) => player_id ?? []))
  for (const { player_id } of lines) named.delete(player_id)
  return insertRows(
    playersWithoutLine,
    [...named].map((player_id) => ({ player_id, game_id })),
  )
}

/** The statement that inserts the warnings of a game, in their order. */
export const insertWarnings = (game_id: string, ofGame: Warning[]): SQL[] =>
  insertRows(
    warnings,
    ofGame.map((warning, position) => ({ game_id, position, ...warning })),
  )

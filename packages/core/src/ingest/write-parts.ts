import { eq, sql, type SQL } from 'drizzle-orm'
import { type CheckedBundle, Side } from '../contract/index.ts'
import { boxLines, playByPlays, shotCharts, teamBoxes, warnings, type Database } from '../store/index.ts'
import { changeAll, insertion } from './changes.ts'
import { boxRow, lineRows, storedEvents, storedShots, type GameRows, type Place, type PlayerIds } from './rows.ts'
import type { Warning } from './warning.ts'
import type { GameRow, WrittenGame } from './write-game.ts'

/** What is stored of a game beside itself. */
export type Parts = Omit<GameRows, 'game'>

const NOTHING: Parts = { boxes: [], lines: [], events: [], shots: [] }

/** Reads the parts of a game; there are none where `stored` is undefined, because it is new. */
export const readParts = async (tx: Database, stored: GameRow | undefined): Promise<Parts> => {
  if (stored === undefined) return NOTHING
  const { id } = stored
  const [boxes, lines, [playByPlay], [shotChart]] = await Promise.all([
    tx.select().from(teamBoxes).where(eq(teamBoxes.game_id, id)),
    tx.select().from(boxLines).where(eq(boxLines.game_id, id)),
    tx.select().from(playByPlays).where(eq(playByPlays.game_id, id)),
    tx.select().from(shotCharts).where(eq(shotCharts.game_id, id)),
  ])
  return { boxes, lines, events: playByPlay?.events ?? [], shots: shotChart?.shots ?? [] }
}

/** The stored parts of a game with what the bundle says laid over them. */
export const partsOf = (game: WrittenGame, bundle: CheckedBundle, ids: PlayerIds, stored: Parts): Parts => {
  const placeOf = (side: Place['side']): Place => ({ game_id: game.id, side, team_id: game[`${side}_team_id`] })
  const { events, shots } = bundle
  return {
    boxes: Side.options.map((side) => {
      const before = stored.boxes.find((box) => box.side === side)
      return boxRow(placeOf(side), bundle[side], before)
    }),
    lines: Side.options.flatMap((side) => {
      const { players } = bundle[side]
      const before = stored.lines.filter((line) => line.side === side)
      return players === undefined ? before : lineRows(placeOf(side), game, players, ids)
    }),
    events: events === undefined ? stored.events : storedEvents(events ?? [], ids),
    shots: shots === undefined ? stored.shots : storedShots(shots ?? [], ids),
  }
}

/** Clears what the bundle replaces, and every answer and warning about the game. */
export const clearParts = (tx: Database, id: string, { home, away, events, shots }: CheckedBundle): Promise<void> => {
  const sides = [...(home.players === undefined ? [] : ['home']), ...(away.players === undefined ? [] : ['away'])]
  return changeAll(tx, [
    sql`delete from compressed_responses where game_id = ${id}`,
    sql`delete from warnings where game_id = ${id}`,
    sql`delete from team_boxes where game_id = ${id}`,
    sql`delete from box_lines where game_id = ${id} and side = any (${`{${sides.join(',')}}`}::text[])`,
    ...(events === undefined ? [] : [sql`delete from play_by_plays where game_id = ${id}`]),
    ...(shots === undefined ? [] : [sql`delete from shot_charts where game_id = ${id}`]),
  ])
}

const documentChange = (table: 'play_by_plays' | 'shot_charts', game_id: string, document: unknown[]): SQL[] =>
  document.length === 0
    ? []
    : [sql`insert into ${sql.raw(table)} select ${game_id}, ${JSON.stringify(document)}::jsonb`]

/** What writes those parts of a game that the bundle brings. */
export const partChanges = (game_id: string, bundle: CheckedBundle, { boxes, lines, events, shots }: Parts): SQL[] => [
  ...insertion(teamBoxes, boxes),
  ...insertion(
    boxLines,
    lines.filter(({ side }) => bundle[side].players !== undefined),
  ),
  ...(bundle.events === undefined ? [] : documentChange('play_by_plays', game_id, events)),
  ...(bundle.shots === undefined ? [] : documentChange('shot_charts', game_id, shots)),
]

/** What writes the warnings of a game; what the feed's reader noted goes first. */
export const warningChange = (game_id: string, found: Warning[]): SQL[] =>
  insertion(
    warnings,
    found.map((warning, position) => ({ game_id, position, ...warning })),
  )

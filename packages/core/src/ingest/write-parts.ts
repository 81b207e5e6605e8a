import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  boxLines,
  execute,
  playByPlays,
  shotCharts,
  storedAnswers,
  teamBoxes,
  warnings,
  type Database,
  type StoredEvent,
  type StoredShot,
} from '../store/index.ts'
import type { CheckedBundle } from './game-bundle.ts'
import { boxRow, lineRows, storedEvents, storedShots, type Place, type PlayerIds } from './rows.ts'
import type { GameRows, Warning } from './warnings.ts'
import type { WrittenGame } from './write-game.ts'

type Parts = Omit<GameRows, 'game'>

const NOTHING: Parts = { boxes: [], lines: [], events: [], shots: [] }

const readParts = async (tx: Database, id: string): Promise<Parts> => {
  const [boxes, lines, [playByPlay], [shotChart]] = await Promise.all([
    tx.select().from(teamBoxes).where(eq(teamBoxes.game_id, id)),
    tx.select().from(boxLines).where(eq(boxLines.game_id, id)),
    tx.select().from(playByPlays).where(eq(playByPlays.game_id, id)),
    tx.select().from(shotCharts).where(eq(shotCharts.game_id, id)),
  ])
  return { boxes, lines, events: playByPlay?.events ?? [], shots: shotChart?.shots ?? [] }
}

const SIDES = ['home', 'away'] as const

const mergeParts = (game: WrittenGame, bundle: CheckedBundle, ids: PlayerIds, stored: Parts): Parts => {
  const placeOf = (side: Place['side']): Place => ({ game_id: game.id, side, team_id: game[`${side}_team_id`] })
  const { events, shots } = bundle
  return {
    boxes: SIDES.map((side) => {
      const before = stored.boxes.find((box) => box.side === side)
      return boxRow(placeOf(side), bundle[side], before)
    }),
    lines: SIDES.flatMap((side) => {
      const { players } = bundle[side]
      const before = stored.lines.filter((line) => line.side === side)
      return players === undefined ? before : lineRows(placeOf(side), game, players, ids)
    }),
    events: events === undefined ? stored.events : storedEvents(events ?? [], ids),
    shots: shots === undefined ? stored.shots : storedShots(shots ?? [], ids),
  }
}

/** Clears what the bundle replaces, and every answer and warning about the game. */
const clearParts = (tx: Database, id: string, { home, away, events, shots }: CheckedBundle): Promise<unknown> => {
  const sides = [
    ...(home.players === undefined ? [] : ['home' as const]),
    ...(away.players === undefined ? [] : ['away' as const]),
  ]
  return Promise.all([
    tx.delete(storedAnswers).where(eq(storedAnswers.game_id, id)),
    tx.delete(warnings).where(eq(warnings.game_id, id)),
    tx.delete(teamBoxes).where(eq(teamBoxes.game_id, id)),
    tx.delete(boxLines).where(and(eq(boxLines.game_id, id), inArray(boxLines.side, sides))),
    ...(events === undefined ? [] : [tx.delete(playByPlays).where(eq(playByPlays.game_id, id))]),
    ...(shots === undefined ? [] : [tx.delete(shotCharts).where(eq(shotCharts.game_id, id))]),
  ])
}

const insertLines = (tx: Database, lines: Parts['lines']): Promise<unknown> =>
  execute(
    tx,
    sql`insert into box_lines select * from json_populate_recordset(null::box_lines, ${JSON.stringify(lines)}::json)`,
  )

const insertParts = (tx: Database, id: string, bundle: CheckedBundle, parts: Parts): Promise<unknown> => {
  const fresh = parts.lines.filter(({ side }) => bundle[side].players !== undefined)
  const given = (section: unknown, rows: unknown[]) => section !== undefined && rows.length > 0
  const events: StoredEvent[] = parts.events
  const shots: StoredShot[] = parts.shots
  return Promise.all([
    tx.insert(teamBoxes).values(parts.boxes),
    ...(fresh.length > 0 ? [insertLines(tx, fresh)] : []),
    ...(given(bundle.events, events) ? [tx.insert(playByPlays).values({ game_id: id, events })] : []),
    ...(given(bundle.shots, shots) ? [tx.insert(shotCharts).values({ game_id: id, shots })] : []),
  ])
}

/**
 * Writes the box score, the events and the shots that the bundle brings, and drops what was derived of the old ones.
 * Gives the parts of the game as they are now (where the bundle says nothing, what is stored) and everyone with a line
 * in it, now or before. The statements of a step are sent together; the database runs them in order.
 */
export const writeParts = async (
  tx: Database,
  game: WrittenGame,
  bundle: CheckedBundle,
  ids: PlayerIds,
  isNew: boolean,
): Promise<Parts & { players: string[] }> => {
  const stored = isNew ? NOTHING : await readParts(tx, game.id)
  const parts = mergeParts(game, bundle, ids, stored)
  if (!isNew) await clearParts(tx, game.id, bundle)
  await insertParts(tx, game.id, bundle, parts)
  const players = [...new Set([...stored.lines, ...parts.lines].map((line) => line.player_id))]
  return { ...parts, players }
}

/** Writes the warnings of a game; what the feed's reader noted goes first. */
export const writeWarnings = async (tx: Database, game_id: string, found: Warning[]): Promise<void> => {
  if (found.length > 0)
    await tx.insert(warnings).values(found.map((warning, position) => ({ game_id, position, ...warning })))
}

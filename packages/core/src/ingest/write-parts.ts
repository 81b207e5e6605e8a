import { and, eq, sql } from 'drizzle-orm'
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
import type { Warning } from './warnings.ts'
import type { GamePlace } from './write-game.ts'

const placesOf = ({ id, home_team_id, away_team_id }: GamePlace): [Place, Place] => [
  { game_id: id, side: 'home', team_id: home_team_id },
  { game_id: id, side: 'away', team_id: away_team_id },
]

type LineRows = (typeof boxLines.$inferInsert)[]

const writeLines = async (tx: Database, place: Place, bundle: CheckedBundle, ids: PlayerIds): Promise<LineRows> => {
  const { players } = bundle[place.side]
  const ofSide = and(eq(boxLines.game_id, place.game_id), eq(boxLines.side, place.side))
  if (players === undefined) return tx.select().from(boxLines).where(ofSide)
  const rows = lineRows(place, players, ids)
  await tx.delete(boxLines).where(ofSide)
  if (rows.length > 0)
    await execute(
      tx,
      sql`insert into box_lines select * from json_populate_recordset(null::box_lines, ${JSON.stringify(rows)}::json)`,
    )
  return rows
}

const writeBox = async (tx: Database, places: Place[], bundle: CheckedBundle) => {
  const [anywhere] = places
  if (anywhere === undefined) return []
  const stored = await tx.select().from(teamBoxes).where(eq(teamBoxes.game_id, anywhere.game_id))
  const rows = places.map((place) =>
    boxRow(
      place,
      bundle[place.side],
      stored.find((box) => box.side === place.side),
    ),
  )
  await tx.delete(teamBoxes).where(eq(teamBoxes.game_id, anywhere.game_id))
  await tx.insert(teamBoxes).values(rows)
  return rows
}

const writeEvents = async (
  tx: Database,
  id: string,
  { events }: CheckedBundle,
  ids: PlayerIds,
): Promise<StoredEvent[]> => {
  if (events === undefined) {
    const [stored] = await tx.select().from(playByPlays).where(eq(playByPlays.game_id, id))
    return stored?.events ?? []
  }
  const rows = storedEvents(events ?? [], ids)
  if (rows.length === 0) await tx.delete(playByPlays).where(eq(playByPlays.game_id, id))
  else
    await tx
      .insert(playByPlays)
      .values({ game_id: id, events: rows })
      .onConflictDoUpdate({ target: playByPlays.game_id, set: { events: sql`excluded.events` } })
  return rows
}

const writeShots = async (
  tx: Database,
  id: string,
  { shots }: CheckedBundle,
  ids: PlayerIds,
): Promise<StoredShot[]> => {
  if (shots === undefined) {
    const [stored] = await tx.select().from(shotCharts).where(eq(shotCharts.game_id, id))
    return stored?.shots ?? []
  }
  const rows = storedShots(shots ?? [], ids)
  if (rows.length === 0) await tx.delete(shotCharts).where(eq(shotCharts.game_id, id))
  else
    await tx
      .insert(shotCharts)
      .values({ game_id: id, shots: rows })
      .onConflictDoUpdate({ target: shotCharts.game_id, set: { shots: sql`excluded.shots` } })
  return rows
}

/**
 * Writes the box score, the events and the shots that the bundle brings, and drops the answers stored of the old
 * ones. Gives the game's parts as they are now: where the bundle says nothing, what is stored.
 */
export const writeParts = async (tx: Database, game: GamePlace, bundle: CheckedBundle, ids: PlayerIds) => {
  const [home, away] = placesOf(game)
  await tx.delete(storedAnswers).where(eq(storedAnswers.game_id, game.id))
  const boxes = await writeBox(tx, [home, away], bundle)
  const lines = [...(await writeLines(tx, home, bundle, ids)), ...(await writeLines(tx, away, bundle, ids))]
  const events = await writeEvents(tx, game.id, bundle, ids)
  const shots = await writeShots(tx, game.id, bundle, ids)
  return { boxes, lines, events, shots }
}

/** Replaces the warnings of a game; what the feed's reader noted goes first. */
export const writeWarnings = async (tx: Database, game_id: string, found: Warning[]): Promise<void> => {
  await tx.delete(warnings).where(eq(warnings.game_id, game_id))
  if (found.length > 0)
    await tx.insert(warnings).values(found.map((warning, position) => ({ game_id, position, ...warning })))
}

import { eq, sql, type SQL } from 'drizzle-orm'
import { games, type Database } from '../store/index.ts'
import { asRowsOf, columnsOf, insertion } from './changes.ts'
import type { CheckedBundle } from '../contract/index.ts'
import { Refusal } from './refusal.ts'

/** A game as it is stored. */
export type GameRow = typeof games.$inferSelect

/** Where each status may lead: a final game is never to be played again, but a league may annul its result. */
const NEXT: Record<GameRow['status'], readonly GameRow['status'][]> = {
  scheduled: ['scheduled', 'final', 'no_result'],
  no_result: ['no_result', 'final'],
  final: ['final', 'no_result'],
}

/** What the game belongs to. */
export type GamePlace = {
  id: string
  competition_id: string
  season_id: string
  home_team_id: string
  away_team_id: string
}

/** One more with every final score that is another; an annulled one was told, and is another than whatever follows. */
const revisionOf = ({ game }: CheckedBundle, stored: GameRow | undefined): number => {
  const told = stored?.revision ?? 0
  if (game.status !== 'final') return told
  const same = stored?.home_score === game.home_score && stored?.away_score === game.away_score
  return same ? told : told + 1
}

/** Whether each part can be read, after what the bundle says of it; undefined leaves it as it is. */
const partsOf = ({ home, away, events, shots }: CheckedBundle, stored: GameRow | undefined) => {
  const boxes = [home.players, away.players, home.totals, away.totals]
  const box = boxes.every((part) => part === undefined)
    ? (stored?.has_boxscore ?? false)
    : boxes.some((part) => (Array.isArray(part) ? part.length > 0 : part != null))
  const filled = (part: unknown[] | null | undefined, before: boolean | undefined) =>
    part === undefined ? (before ?? false) : part !== null && part.length > 0
  return {
    has_boxscore: box,
    has_playbyplay: filled(events, stored?.has_playbyplay),
    has_shots: filled(shots, stored?.has_shots),
  }
}

/** What the bundle says, or what is stored where it says nothing. */
const kept = <Value>(value: Value | undefined, before: Value | null | undefined): Value | null => {
  if (value === undefined) return before ?? null
  return value
}

/** The stored game with what the bundle says laid over it. @throws Refusal when its status cannot move there. */
export const gameRow = (
  place: GamePlace,
  bundle: CheckedBundle,
  stored: GameRow | undefined,
  bundle_hash: Uint8Array<ArrayBuffer>,
) => {
  const { game } = bundle
  if (stored !== undefined && !NEXT[stored.status].includes(game.status))
    throw new Refusal(`a ${stored.status} game cannot become ${game.status}, only ${NEXT[stored.status].join(' or ')}`)
  const periods = kept(game.periods, stored?.periods)
  const tip_off = game.tip_off == null ? game.tip_off : new Date(game.tip_off)
  return {
    ...place,
    stage: kept(game.stage, stored?.stage),
    round: kept(game.round, stored?.round),
    date: game.date,
    tip_off: kept(tip_off, stored?.tip_off),
    status: game.status,
    home_score: game.home_score ?? null,
    away_score: game.away_score ?? null,
    attendance: kept(game.attendance, stored?.attendance),
    venue: kept(game.venue, stored?.venue),
    periods,
    officials: kept(game.officials, stored?.officials),
    ...partsOf(bundle, stored),
    ended_periods: Math.max(stored?.ended_periods ?? 0, periods?.home.length ?? 0),
    revision: revisionOf(bundle, stored),
    bundle_hash,
  }
}

/** A game as it is written. */
export type WrittenGame = ReturnType<typeof gameRow>

/** Reads a game; undefined when it is new. */
export const selectStored = async (tx: Database, id: string): Promise<GameRow | undefined> => {
  const [stored] = await tx.select().from(games).where(eq(games.id, id))
  return stored
}

/** What writes the game itself, without its parts. */
export const gameChange = (game: WrittenGame, isNew: boolean): SQL[] => {
  const row = { ...game, bundle_hash: `\\x${Buffer.from(game.bundle_hash).toString('hex')}` }
  if (isNew) return insertion(games, [row])
  const columns = columnsOf(games)
  return [sql`update games set (${columns}) = (select ${columns} from ${asRowsOf(games, [row])}) where id = ${game.id}`]
}

import { eq, sql } from 'drizzle-orm'
import { recordChanges, recordUnknownChange } from '../../changes/record-queries.ts'
import { enqueueEvents } from '../../deliveries/outbox-queries.ts'
import { notFound } from '../../errors.ts'
import { markStandingsStale } from '../../standings/stale-queries.ts'
import { competitions, execute, lockGamesExclusive, type Database, type Store } from '../../store/index.ts'
import { refreshCounts } from '../derive/counts.ts'
import { noRecords } from '../identify/known-records.ts'
import { collectWarnings, selectWarnings } from '../warn/warnings.ts'
import { boxRow } from '../write/part-rows.ts'
import { Side } from '../../contract/index.ts'
import { EVERY_PART, NO_PARTS, readParts, type Parts } from '../write/game-parts.ts'
import { selectGameRow, type GameRow } from '../write/game-row.ts'
import { noMergedRecords } from '../write/merge-records.ts'
import { writeGames } from '../write-games.ts'
import {
  deleteWarningsAbout,
  describeFormerGame,
  forgetRecords,
  keepFormerId,
  redescribe,
  type NamedRecords,
} from './forget.ts'

/** The hash of no bundle: the next one is applied, whatever it has. */
const NO_BUNDLE: Uint8Array<ArrayBuffer> = new Uint8Array()

const namedRecords = (game: GameRow, { lines, events, shots }: Parts): NamedRecords => ({
  competitions: [game.competition_id],
  seasons: [game.season_id],
  teams: [game.home_team_id, game.away_team_id],
  players: [...new Set([...lines, ...events, ...shots].flatMap(({ player_id }) => player_id ?? []))],
})

/** A box score that a bundle deletes. */
const NO_BOX = { coach: null, totals: null }

/** Whether a game has nothing that reopening it takes away. */
const isOpen = ({ status, has_boxscore, has_playbyplay, has_shots, periods }: GameRow): boolean =>
  status === 'scheduled' && !has_boxscore && !has_playbyplay && !has_shots && periods === null

/** Makes a stored game scheduled again, without its score and parts. Its day, teams and prices stay. */
const reopen = async (tx: Database, stored: GameRow, former: Parts, now: Date): Promise<void> => {
  const { tip_off_order: _order, ...columns } = stored
  const game = {
    ...columns,
    status: 'scheduled' as const,
    home_score: null,
    away_score: null,
    periods: null,
    has_boxscore: false,
    has_playbyplay: false,
    has_shots: false,
    counts_in_standings: true,
    period_minutes: null,
    ended_periods: 0,
    bundle_hash: NO_BUNDLE,
  }
  const [competition] = await tx.select().from(competitions).where(eq(competitions.id, game.competition_id))
  const duplicates = (await selectWarnings(tx, [game.id])).get(game.id)?.filter(({ code }) => code === 'duplicate_game')
  const write = {
    game,
    stored,
    former,
    parts: {
      ...NO_PARTS,
      boxes: Side.options.map((side) =>
        boxRow({ game_id: game.id, side, team_id: game[`${side}_team_id`] }, NO_BOX, undefined),
      ),
    },
    replaced: new Set(EVERY_PART),
    warnings: [
      ...(duplicates ?? []),
      ...collectWarnings({ game, ...NO_PARTS }, { now, time_zone: competition?.time_zone ?? null }),
    ],
    lineUps: null,
    records: noMergedRecords(),
    quotes: undefined,
    rules: { periods: competition?.periods ?? 4 },
  }
  const numbers = await writeGames(tx, [write], noRecords())
  await enqueueEvents(tx, [write], numbers)
}

const requireStored = async (tx: Database, id: string): Promise<{ stored: GameRow; former: Parts }> => {
  const stored = await selectGameRow(tx, id)
  if (stored === undefined) throw notFound('game', id)
  return { stored, former: (await readParts(tx, [id]))(id) }
}

/** Runs a change of games in one transaction, which is the only one that writes games meanwhile. */
export const inWriteTransaction = <Result>(store: Store, run: (tx: Database) => Promise<Result>): Promise<Result> =>
  store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    return run(tx)
  })

/**
 * Lets a final game, or one without a result, be scheduled again: its score, periods, box score, events and shots go. Players whom
 * no other game names go with them. Returns whether there was anything to undo.
 * @throws ServiceError not_found
 */
export const reopenGame = (store: Store, id: string, now: Date): Promise<boolean> =>
  inWriteTransaction(store, async (tx) => {
    const { stored, former } = await requireStored(tx, id)
    if (isOpen(stored)) return false
    await reopen(tx, stored, former, now)
    const named = namedRecords(stored, former)
    await redescribe(tx, named)
    await forgetRecords(tx, named)
    return true
  })

/**
 * Deletes a game whose score and parts are gone, with its prices and names, and records that it is.
 * @param into the game that its id stands for from now on; null: none
 */
export const deleteGame = async (tx: Database, game: GameRow, into: string | null): Promise<void> => {
  await keepFormerId(tx, game.id, { into, game: await describeFormerGame(tx, game) })
  await execute(tx, sql`delete from games where id = ${game.id}`)
  await execute(tx, sql`delete from external_ids where id = ${game.id}`)
  await deleteWarningsAbout(tx, game.id)
  await refreshCounts(tx, [game.season_id])
  await markStandingsStale(tx, { seasons: [game.season_id], competitions: [], teams: [] })
  // Whatever shows the game, or has counted it, is made anew.
  await execute(tx, sql`delete from changes where record_id = ${game.id}`)
  await recordChanges(tx, { games: new Map([[game.id, new Set(['deleted'])]]), records: [] })
  await recordUnknownChange(tx)
}

/**
 * Removes a game as if it had never been imported: with its parts and prices, and with the records that no other game names. A bundle
 * under the same identifier creates it again, with the same id.
 * @throws ServiceError not_found
 */
export const removeGame = (store: Store, id: string, now: Date): Promise<void> =>
  inWriteTransaction(store, async (tx) => {
    const { stored, former } = await requireStored(tx, id)
    if (!isOpen(stored)) await reopen(tx, stored, former, now) // what its receivers are told is decided there
    await deleteGame(tx, stored, null)
    const named = namedRecords(stored, former)
    await redescribe(tx, named)
    await forgetRecords(tx, named)
  })

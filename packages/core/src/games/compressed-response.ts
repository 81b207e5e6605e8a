import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, eq, sql } from 'drizzle-orm'
import { requireInWindow } from '../accounts/window.ts'
import type { Envelope, Game } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { CompressedResponse, type OperationContext } from '../operation.ts'
import { compressedResponses, games, preparedSelect, tryLockGamesShared } from '../store/index.ts'
import type { Database, GamePart } from '../store/index.ts'
import { selectGame } from './detail-queries.ts'

const gzipAsync = promisify(gzip)

/** Matches the ids of records in JSON. Other text that matches is harmless. */
const RECORD_ID = /(?:cp|ss|tm|pl)_[0-9a-hjkmnp-tv-z]{8}/g

const storedResponse = preparedSelect((db) =>
  db
    .select({ hash: compressedResponses.hash, gzip: compressedResponses.gzip, date: games.date })
    .from(compressedResponses)
    .innerJoin(games, eq(games.id, compressedResponses.game_id))
    .where(
      and(
        eq(compressedResponses.game_id, sql.placeholder('id')),
        eq(compressedResponses.part, sql.placeholder('part')),
      ),
    ),
)

/**
 * The response for one part of a game. For a final game it is compressed and stored at the first call, and used until a
 * record in it changes (decision 1).
 * @throws ServiceError not_found for an unknown game, upgrade_required for a game outside the window of the plan
 */
export const partResponse = async <Part>(
  ctx: OperationContext,
  id: string,
  part: GamePart,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Envelope<Part> | CompressedResponse<Envelope<Part>>> => {
  const [stored] = await storedResponse(ctx.store)({ id, part })
  if (stored !== undefined) {
    requireInWindow(ctx, stored.date)
    return new CompressedResponse(stored.gzip, stored.hash)
  }

  const game = await selectGame(ctx.store.db, id)
  if (game === undefined) throw notFound('game', id)
  requireInWindow(ctx, game.date)
  const created = game.status === 'final' ? await storeResponse(ctx, id, part, read) : undefined
  return created ?? readSnapshot(ctx, id, read)
}

/** Reads the game and the part in one snapshot, so that a concurrent correction cannot mix with them. */
const readSnapshot = <Part>(
  ctx: OperationContext,
  id: string,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Envelope<Part>> =>
  ctx.store.transaction(async (tx) => {
    const game = await selectGame(tx, id)
    if (game === undefined) throw notFound('game', id)
    return { data: await read(tx, game), meta: {} }
  }, 'read one snapshot')

/** Builds, compresses and stores the response; undefined if a game is being written at the moment. */
const storeResponse = <Part>(
  ctx: OperationContext,
  id: string,
  part: GamePart,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<CompressedResponse<Envelope<Part>> | undefined> =>
  ctx.store.transaction(async (tx) => {
    if (!(await tryLockGamesShared(tx))) return undefined
    const game = await selectGame(tx, id)
    if (game?.status !== 'final') return undefined
    const json = JSON.stringify({ data: await read(tx, game), meta: {} })
    const hash = createHash('sha256').update(json).digest('base64url')
    const response = new CompressedResponse<Envelope<Part>>(await gzipAsync(json), hash)
    const record_ids = [...new Set(json.match(RECORD_ID))]
    await tx
      .insert(compressedResponses)
      .values({ game_id: id, part, hash, gzip: response.gzip, record_ids })
      .onConflictDoNothing()
    return response
  })

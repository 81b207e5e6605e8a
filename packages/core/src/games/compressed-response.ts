import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, eq, sql } from 'drizzle-orm'
import { requireInWindow } from '../accounts/window.ts'
import type { Envelope, Game } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import {
  games,
  preparedSelect,
  tryLockGamesShared,
  compressedResponses,
  type Database,
  type GamePart,
} from '../store/index.ts'

import { CompressedResponse, type OperationContext } from '../operation.ts'
import { selectGame } from './detail-queries.ts'

const gzipAsync = promisify(gzip)

/** The ids of records in a text; a text that only looks like one does no harm. */
const ANY_ID = /(?:cp|ss|tm|pl)_[0-9a-hjkmnp-tv-z]{8}/g

const storedById = preparedSelect((db) =>
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
 * The answer about one part of a game. That of a final game is finished once, at its first reading, and kept until
 * something in it changes.
 * @throws ServiceError not_found for an unknown game, upgrade_required for one outside the window of the plan.
 */
export const partAnswer = async <Part>(
  ctx: OperationContext,
  id: string,
  part: GamePart,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Envelope<Part> | CompressedResponse<Envelope<Part>>> => {
  const [stored] = await storedById(ctx.store)({ id, part })
  if (stored !== undefined) {
    requireInWindow(ctx, stored.date)
    return new CompressedResponse(stored.gzip, stored.hash)
  }

  const game = await selectGame(ctx.store.db, id)
  if (game === undefined) throw notFound('game', id)
  requireInWindow(ctx, game.date)
  const finished = game.status === 'final' ? await finish(ctx, id, part, read) : undefined
  return finished ?? readAtOnce(ctx, id, read)
}

/** Reads game and part as they were at one moment, though the game may be corrected meanwhile. */
const readAtOnce = <Part>(
  ctx: OperationContext,
  id: string,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Envelope<Part>> =>
  ctx.store.transaction(async (tx) => {
    const game = await selectGame(tx, id)
    if (game === undefined) throw notFound('game', id)
    return { data: await read(tx, game), meta: {} }
  }, 'read one snapshot')

/** Builds and stores the answer, unless games are being written at this moment: then undefined. */
const finish = <Part>(
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
    const answer = new CompressedResponse<Envelope<Part>>(await gzipAsync(json), hash)
    const record_ids = [...new Set(json.match(ANY_ID))]
    await tx
      .insert(compressedResponses)
      .values({ game_id: id, part, hash, gzip: answer.gzip, record_ids })
      .onConflictDoNothing()
    return answer
  })

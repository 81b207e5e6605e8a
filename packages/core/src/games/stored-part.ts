import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, eq, sql } from 'drizzle-orm'
import { requireInWindow } from '../accounts/window.ts'
import type { Answer, Game } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { games, tryLockGamesShared, statement, storedAnswers, type Database, type StoredPart } from '../store/index.ts'
import { StoredAnswer } from '../stored-answer.ts'
import type { CallContext } from '../trpc.ts'
import { selectGame } from './detail-queries.ts'

const gzipAsync = promisify(gzip)

/** The ids of records in a text; a text that only looks like one does no harm. */
const ANY_ID = /(?:cp|ss|tm|pl)_[0-9a-hjkmnp-tv-z]{8}/g

const storedById = statement((db) =>
  db
    .select({ hash: storedAnswers.hash, gzip: storedAnswers.gzip, date: games.date })
    .from(storedAnswers)
    .innerJoin(games, eq(games.id, storedAnswers.game_id))
    .where(and(eq(storedAnswers.game_id, sql.placeholder('id')), eq(storedAnswers.part, sql.placeholder('part'))))
    .prepare('stored_answer'),
)

/**
 * The answer about one part of a game. That of a final game is finished once, at its first reading, and kept until
 * something in it changes.
 * @throws ServiceError not_found for an unknown game, upgrade_required for one outside the window of the plan.
 */
export const partAnswer = async <Part>(
  ctx: CallContext,
  id: string,
  part: StoredPart,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Answer<Part> | StoredAnswer<Answer<Part>>> => {
  const [stored] = await storedById(ctx.store).execute({ id, part })
  if (stored !== undefined) {
    requireInWindow(ctx, stored.date)
    return new StoredAnswer(stored.gzip, stored.hash)
  }

  const game = await selectGame(ctx.store.db, id)
  if (game === undefined) throw notFound('game', id)
  requireInWindow(ctx, game.date)
  const finished = game.status === 'final' ? await finish(ctx, id, part, read) : undefined
  return finished ?? readAtOnce(ctx, id, read)
}

/** Reads game and part as they were at one moment, though the game may be corrected meanwhile. */
const readAtOnce = <Part>(
  ctx: CallContext,
  id: string,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Answer<Part>> =>
  ctx.store.db.transaction(
    async (tx) => {
      const game = await selectGame(tx, id)
      if (game === undefined) throw notFound('game', id)
      return { data: await read(tx, game), meta: {} }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Builds and stores the answer, unless games are being written at this moment: then undefined. */
const finish = <Part>(
  ctx: CallContext,
  id: string,
  part: StoredPart,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<StoredAnswer<Answer<Part>> | undefined> =>
  ctx.store.db.transaction(async (tx) => {
    if (!(await tryLockGamesShared(tx))) return undefined
    const game = await selectGame(tx, id)
    if (game?.status !== 'final') return undefined
    const json = JSON.stringify({ data: await read(tx, game), meta: {} })
    const hash = createHash('sha256').update(json).digest('base64url')
    const answer = new StoredAnswer<Answer<Part>>(await gzipAsync(json), hash)
    const named = [...new Set(json.match(ANY_ID))]
    await tx.insert(storedAnswers).values({ game_id: id, part, hash, gzip: answer.gzip, named }).onConflictDoNothing()
    return answer
  })

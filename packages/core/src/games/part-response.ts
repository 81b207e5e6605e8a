import { requireInWindow } from '../accounts/window.ts'
import type { Envelope, Game } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import type { OperationContext } from '../calls/context.ts'
import type { Database } from '../store/index.ts'
import { selectGame } from '../records/detail-queries.ts'

/**
 * The response for one part of a game, read in one snapshot, so that a correction at the same time cannot mix with it.
 * @throws ServiceError not_found for an unknown game, upgrade_required for a game outside the window of the plan
 */
export const partResponse = <Part>(
  ctx: OperationContext,
  id: string,
  read: (db: Database, game: Game) => Promise<Part>,
): Promise<Envelope<Part>> =>
  ctx.store.transaction(async (tx) => {
    const game = await selectGame(tx, id)
    if (game === undefined) throw notFound('game', id)
    requireInWindow(ctx, game.date)
    return { data: await read(tx, game), meta: {} }
  }, 'read one snapshot')

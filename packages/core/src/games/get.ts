import { requireInWindow } from '../accounts/window.ts'
import { envelopeOf, GameDetail, GetGame } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { read } from '../trpc.ts'
import { selectGameDetail } from '../records/detail-queries.ts'

export const getGame = read
  .meta({
    plan: 'free',
    invalidatedBy: ['game'],
    openapi: {
      operationId: 'getGame',
      method: 'GET',
      path: '/games/{id}',
      tags: ['Games'],
      summary: 'Get a game',
      description: 'One game with its points per period and its officials.',
    },
  })
  .input(GetGame)
  .output(envelopeOf(GameDetail))
  .query(async ({ ctx, input: { id } }) => {
    const game = await selectGameDetail(ctx.store, id)
    if (game === undefined) throw notFound('game', id)
    requireInWindow(ctx, game.date)
    return { data: game, meta: {} }
  })

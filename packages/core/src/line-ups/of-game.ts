import { requireInWindow } from '../accounts/window.ts'
import { envelopeSchema, GameLineUps, GetGame, Possessions, type Envelope, type Game } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { read } from '../trpc.ts'
import type { OperationContext } from '../calls/context.ts'
import { readLineUps, readPossessions } from './read-line-ups.ts'

/** @throws ServiceError not_found for an unknown game, upgrade_required for one outside the window of the plan */
const buildResponse = async <Part extends { game: Game }>(
  ctx: OperationContext,
  id: string,
  reading: Promise<Part | undefined>,
): Promise<Envelope<Part>> => {
  const part = await reading
  if (part === undefined) throw notFound('game', id)
  requireInWindow(ctx, part.game.date)
  return { data: part, meta: {} }
}

export const getLineUps = read
  .meta({
    plan: 'complete',
    invalidatedBy: ['game', 'boxscore', 'playbyplay'],
    extension: true,
    openapi: {
      operationId: 'getGameLineUps',
      method: 'GET',
      path: '/games/{id}/lineups',
      tags: ['Games'],
      summary: 'Line-ups',
      description:
        'Who was on court, stint by stint. `exact`: the five of both teams are known at every moment, with the minutes of the box score; else `reasons` say why not. Known after the final score. An addition of this service.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(GameLineUps))
  .query(({ ctx, input: { id } }) => buildResponse(ctx, id, readLineUps(ctx.store, id)))

export const getPossessions = read
  .meta({
    plan: 'complete',
    invalidatedBy: ['game', 'playbyplay'],
    extension: true,
    openapi: {
      operationId: 'getGamePossessions',
      method: 'GET',
      path: '/games/{id}/possessions',
      tags: ['Games'],
      summary: 'Possessions',
      description:
        'One ends when the other team gets the ball, so an offensive rebound goes on with it. Each point lies in exactly one. Known after the final score. An addition of this service.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(Possessions))
  .query(({ ctx, input: { id } }) => buildResponse(ctx, id, readPossessions(ctx.store, id)))

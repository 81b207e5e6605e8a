import {
  envelopeSchema,
  BoxScore,
  GameRevision,
  GetGame,
  ListGameRevisions,
  listSchema,
  PlayByPlay,
  Shots,
  type Envelope,
  type Game,
  GameDetail,
} from '../contract/index.ts'
import { read } from '../trpc.ts'
import { listResponse } from '../paging.ts'
import { readBoxScore, readPlayByPlay, readShots } from '../records/read-parts.ts'
import { requireInWindow } from '../accounts/window.ts'
import { notFound } from '../errors.ts'
import type { OperationContext } from '../calls/context.ts'
import type { Database } from '../store/index.ts'
import { selectGame, selectGameDetail } from '../records/game-queries.ts'
import { countRevisions, selectRevisions } from './revision-queries.ts'

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
  .output(envelopeSchema(GameDetail))
  .query(async ({ ctx, input: { id } }) => {
    const game = await selectGameDetail(ctx.store, id)
    if (game === undefined) throw notFound('game', id)
    requireInWindow(ctx, game.date)
    return { data: game, meta: {} }
  })

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

export const getBoxScore = read
  .meta({
    plan: 'live',
    invalidatedBy: ['game', 'boxscore'],
    openapi: {
      operationId: 'getGameBoxScore',
      method: 'GET',
      path: '/games/{id}/boxscore',
      tags: ['Games'],
      summary: 'Box score',
      description:
        'The line of every player and the totals of both teams. Where `has.boxscore` is false, `players` is empty and `totals` is null.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(BoxScore))
  .query(({ ctx, input: { id } }) => partResponse(ctx, id, readBoxScore))

export const getPlayByPlay = read
  .meta({
    plan: 'live',
    invalidatedBy: ['game', 'playbyplay'],
    openapi: {
      operationId: 'getGamePlayByPlay',
      method: 'GET',
      path: '/games/{id}/playbyplay',
      tags: ['Games'],
      summary: 'Play-by-play',
      description: 'Every event in the order of the game. The list is empty where `has.playbyplay` is false.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(PlayByPlay))
  .query(({ ctx, input: { id } }) => partResponse(ctx, id, readPlayByPlay))

export const getShots = read
  .meta({
    plan: 'live',
    invalidatedBy: ['game', 'shots'],
    aliases: 'shot coordinates, location',
    openapi: {
      operationId: 'getGameShots',
      method: 'GET',
      path: '/games/{id}/shots',
      tags: ['Games'],
      summary: 'Shot chart',
      description:
        'Field-goal attempts, made and missed, with the position of each. The list is empty where `has.shots` is false.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(Shots))
  .query(({ ctx, input: { id } }) => partResponse(ctx, id, readShots))

export const listRevisions = read
  .meta({
    plan: 'complete',
    invalidatedBy: ['game', 'boxscore', 'playbyplay', 'shots'],
    extension: true,
    aliases: 'history, corrections, audit, versions, JSON Patch',
    openapi: {
      operationId: 'listGameRevisions',
      method: 'GET',
      path: '/games/{id}/revisions',
      tags: ['Games'],
      summary: 'List revisions',
      description:
        'How a game was corrected after its final score, newest first: when, which parts, and a JSON Patch (RFC 6902) from the revision before, on the document `{game, boxscore, playbyplay, shots}` of the `data` of these endpoints. Undo the patches on the document of today to see the game as it was. Names of teams and players are those of today: a new name is no revision. Empty before the first final score, and for a game that has not been corrected since before revisions were kept. An addition of this service.',
    },
  })
  .input(ListGameRevisions)
  .output(listSchema(GameRevision))
  .query(async ({ ctx, input: { id, ...paging } }) => {
    const revisions = await listResponse(ctx, paging, {
      name: 'revisions',
      filters: { game: id },
      total: () => countRevisions(ctx.store, id),
      short: true,
      select: (range) => selectRevisions(ctx.store, id, range),
      toKeyset: ({ revision }) => [String(revision)],
    })
    const game = await selectGame(ctx.store.db, id)
    if (game === undefined) throw notFound('game', id)
    requireInWindow(ctx, game.date)
    return revisions
  })

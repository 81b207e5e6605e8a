import { envelopeOf, BoxScore, GetGame, PlayByPlay, Shots } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { partResponse } from './part-response.ts'
import { readBoxScore, readPlayByPlay, readShots } from '../records/read-parts.ts'

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
  .output(envelopeOf(BoxScore))
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
  .output(envelopeOf(PlayByPlay))
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
  .output(envelopeOf(Shots))
  .query(({ ctx, input: { id } }) => partResponse(ctx, id, readShots))

import { envelopeOf, BoxScore, GetGame, PlayByPlay, Shots } from '../contract/index.ts'
import { operation } from '../operation.ts'
import { partResponse } from './part-response.ts'
import { readBoxScore, readPlayByPlay, readShots } from './read-parts.ts'

export const getBoxScore = operation(
  {
    plan: 'live',
    path: '/games/{id}/boxscore',
    invalidatedBy: ['game', 'boxscore'],
    tag: 'Games',
    summary: 'Box score',
    description:
      'The line of every player and the totals of both teams. Where `has.boxscore` is false, `players` is empty and `totals` is null.',
    input: GetGame,
    output: envelopeOf(BoxScore),
  },
  ({ ctx, input: { id } }) => partResponse(ctx, id, readBoxScore),
)

export const getPlayByPlay = operation(
  {
    plan: 'live',
    path: '/games/{id}/playbyplay',
    invalidatedBy: ['game', 'playbyplay'],
    tag: 'Games',
    summary: 'Play-by-play',
    description: 'Every event in the order of the game. The list is empty where `has.playbyplay` is false.',
    input: GetGame,
    output: envelopeOf(PlayByPlay),
  },
  ({ ctx, input: { id } }) => partResponse(ctx, id, readPlayByPlay),
)

export const getShots = operation(
  {
    plan: 'live',
    path: '/games/{id}/shots',
    invalidatedBy: ['game', 'shots'],
    tag: 'Games',
    summary: 'Shot chart',
    description:
      'Field-goal attempts, made and missed, with the position of each. The list is empty where `has.shots` is false.',
    input: GetGame,
    output: envelopeOf(Shots),
  },
  ({ ctx, input: { id } }) => partResponse(ctx, id, readShots),
)

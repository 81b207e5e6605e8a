import { envelopeOf, GameLineUps, GetGame, Possessions } from '../contract/index.ts'
import { partResponse } from '../games/part-response.ts'
import { operation } from '../operation.ts'
import { readLineUps, readPossessions } from './read-line-ups.ts'

export const getLineUps = operation(
  {
    plan: 'complete',
    path: '/games/{id}/lineups',
    invalidatedBy: ['game', 'boxscore', 'playbyplay'],
    tag: 'Games',
    summary: 'Line-ups',
    description:
      'Who was on court, stint by stint. `exact`: the five of both teams are known at every moment, with the minutes of the box score; else `reasons` say why not. Known after the final score. An addition of this service.',
    input: GetGame,
    output: envelopeOf(GameLineUps),
  },
  ({ ctx, input: { id } }) => partResponse(ctx, id, readLineUps),
)

export const getPossessions = operation(
  {
    plan: 'complete',
    path: '/games/{id}/possessions',
    invalidatedBy: ['game', 'playbyplay'],
    tag: 'Games',
    summary: 'Possessions',
    description:
      'One ends when the other team gets the ball, so an offensive rebound goes on with it. Each point lies in exactly one. Known after the final score. An addition of this service.',
    input: GetGame,
    output: envelopeOf(Possessions),
  },
  ({ ctx, input: { id } }) => partResponse(ctx, id, readPossessions),
)

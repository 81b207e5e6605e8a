import { answerOf, BoxScore, GetGame, PlayByPlay, Shots } from '../contract/index.ts'
import { operation } from '../trpc.ts'
import { readBoxScore } from './read-box-score.ts'
import { readPlayByPlay, readShots } from './read-play-by-play.ts'
import { partAnswer } from './stored-part.ts'

export const getBoxScore = operation(
  {
    plan: 'live',
    path: '/games/{id}/boxscore',
    tag: 'Games',
    summary: 'The box score of a game',
    description: 'Lines of all players and totals of both teams; without them where `has.boxscore` is false.',
    input: GetGame,
    output: answerOf(BoxScore),
  },
  ({ ctx, input: { id } }) => partAnswer(ctx, id, 'boxscore', readBoxScore),
)

export const getPlayByPlay = operation(
  {
    plan: 'live',
    path: '/games/{id}/playbyplay',
    tag: 'Games',
    summary: 'The play-by-play of a game',
    description: 'Every event in the order of the game; none where `has.playbyplay` is false.',
    input: GetGame,
    output: answerOf(PlayByPlay),
  },
  ({ ctx, input: { id } }) => partAnswer(ctx, id, 'playbyplay', readPlayByPlay),
)

export const getShots = operation(
  {
    plan: 'live',
    path: '/games/{id}/shots',
    tag: 'Games',
    summary: 'The shots of a game',
    description:
      'Field-goal attempts, made and missed, with the place they were taken from; none where `has.shots` is false.',
    input: GetGame,
    output: answerOf(Shots),
  },
  ({ ctx, input: { id } }) => partAnswer(ctx, id, 'shots', readShots),
)

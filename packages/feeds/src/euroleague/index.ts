export { FeedError, type FeedGame, type FeedProblem, type GameFeed } from '../feed.ts'
export type { GameAnswers } from './answers.ts'
export { euroleague } from './files.ts'
export { readGame } from './game.ts'

export { FeedError, type FeedGame, type FeedProblem, type GameFeed } from '../feed.ts'
export type { GameResponses } from './responses.ts'
export { euroleague, responsesByGame, type EuroleagueGame } from './files.ts'
export { readGame } from './game.ts'

export type { GameAnswers } from './answers.ts'
export { FeedError } from './feed-error.ts'
export { gamesFromFiles, type EuroleagueGame } from './files.ts'
export { readGame } from './game.ts'

export { createReplayHost, startReplayServer, type ReplayServer, type Respond } from './host.ts'
export type { Fields, ToMoment, RecordedFeed, RecordedGame } from './recorded-game.ts'
export {
  bundleAt,
  nextChange,
  pickGames,
  planReplay,
  readRecordings,
  type Recordings,
  type Replay,
  type ReplayedGame,
  type ReplayOptions,
} from './replay.ts'
export { playedBundles } from './play.ts'

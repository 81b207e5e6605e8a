export { createReplayHost, type HostCounts, type HostOptions, type ReplayHost } from './host.ts'
export type { Fields, MomentOf, RecordedFeed, RecordedGame } from './recorded-game.ts'
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
export type { EditOptions } from './row-edits.ts'
export { startReplayServer, type ReplayServer } from './server.ts'

export { withChanges, finalGame, scheduledGame, ZERO_STATS, type BundleChanges } from './bundles.ts'
export { fakeDatabaseClock, fakeFollowClock } from './clock.ts'
export { findRebuildChanges, openCore, openTestCore, serviceErrorOf, sharedCore } from './cores.ts'
export {
  anyDatabase,
  databases,
  newCopy,
  newDatabase,
  newEmptyDatabase,
  tableContents,
  testDatabase,
  type DatabaseKind,
  type TestDatabase,
} from './databases.ts'
export { lineUpEvents, lineUpGame } from './line-up-game.ts'
export {
  idOf,
  ingestOrThrow,
  NOT_RECORDED,
  refOf,
  sampleBundle,
  writeGames,
  type SampleGame,
  type SampleLine,
  type SampleSide,
} from './sample-games.ts'

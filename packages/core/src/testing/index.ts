export { withChanges, finalGame, scheduledGame, ZERO_STATS, type BundleChanges } from './bundles.ts'
export { hasNoCases, readCase } from './cases.ts'
export { avoidMidnight, fakeDatabaseClock, fakeFollowClock } from './clock.ts'
export {
  countEagerly,
  EAGER,
  findRebuildChanges,
  openCore,
  openTestCore,
  catchServiceError,
  sharedCore,
} from './cores.ts'
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
export { applyStrictly, invert } from './json-patch.ts'
export { lineUpEvents, lineUpGame } from './line-up-game.ts'
export {
  sampleId,
  ingestAllOrThrow,
  ingestOrThrow,
  NOT_RECORDED,
  sampleRef,
  sampleBundle,
  writeGames,
  type SampleGame,
  type SampleLine,
  type SampleSide,
  SAMPLE_QUOTE,
} from './sample-games.ts'

// The tests of the whole workspace share one harness. It is not published with the core, so it is imported by path.
export {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  databases,
  fakeDatabaseClock,
  finalGame,
  findRebuildChanges,
  newDatabase,
  newEmptyDatabase,
  openCore,
  testDatabase,
  serviceErrorOf,
  tableContents,
  type BundleChanges,
  type DatabaseKind,
} from '../../../core/src/testing/index.js'

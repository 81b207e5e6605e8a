// The tests of the whole workspace share one harness. It is not published with the core, so it is imported by path.
export {
  ingestAllOrThrow,
  ingestOrThrow,
  scheduledGame,
  withChanges,
  anyDatabase,
  databases,
  fakeDatabaseClock,
  finalGame,
  findRebuildChanges,
  newDatabase,
  newEmptyDatabase,
  openCore,
  openTestCore,
  sampleId,
  testDatabase,
  catchServiceError,
  tableContents,
  type BundleChanges,
  type DatabaseKind,
} from '../../../core/src/testing/index.js'
export { recordChanges, recordUnknownChange } from '../../../core/src/changes/record-queries.js'
export { readChangeNumber } from '../../../core/src/store/index.js'
export { callProcedure } from '../../../core/src/testing/call-procedure.js'
export { randomBundles } from '../../../core/src/ingest/testing/random-bundles.js'
export { read } from '../../../core/src/trpc.js'

// The core's test harness. It is not part of the published core, so tests of other packages import it by its path. The
// paths end in .js, because the compiler does not rewrite .ts in imports from another package.
export {
  ingestAllOrThrow,
  ingestOrThrow,
  scheduledGame,
  tableContents,
  anyDatabase,
  databases,
  fakeFollowClock,
  finalGame,
  findRebuildChanges,
  sampleId,
  newDatabase,
  openTestCore,
  sharedCore,
  testDatabase,
  type DatabaseKind,
} from '../../../core/src/testing/index.js'
export { startPostgres } from '../../../core/src/testing/postgres-server.js'
export { execute } from '../../../core/src/store/index.js'
export { startReceiver } from '../../../core/src/deliveries/testing/recording-receiver.js'
export { LOCAL_WEBHOOKS, createSubscriber, startTestWorker } from '../../../core/src/deliveries/testing/subscribers.js'

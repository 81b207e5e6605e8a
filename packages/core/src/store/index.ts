export { batched, createTurns } from './batch.ts'
export { CHANGE_NUMBER, readChangeNumber } from './statements.ts'
export { DeadlineMissed, withDeadline } from './errors.ts'
export {
  BadDatabase,
  CountedElsewhere,
  toBadDatabase,
  FolderInUse,
  isLockTimeout,
  isReadOnly,
  mayHaveRun,
  NotAccepted,
  ProcessLost,
  RowLocked,
  unreachable,
  untilUnlocked,
} from './errors.ts'
export { getFolderPaths } from './folder.ts'
export { isGone, readHolder, sendRequest } from './folder-socket.ts'
export { wire } from './lines.ts'
export {
  appliedMigrations,
  applyMigrations,
  isMigrated,
  knownMigrations,
  readDatabaseName,
  refuseUnknownMigrations,
  tablesAfter,
} from './migrations.ts'
export {
  copyStore,
  findFolder,
  isMissingFolder,
  isPostgres,
  openOrReach,
  openSnapshot,
  openStore,
  type StoreOptions,
} from './open.ts'
export { countAccents, normalizeName, prefixQuery, searchVector } from './search.ts'
export { poolUsage, type PoolUsage } from './pool.ts'
export { getOrCreateSecret, getSecret, insertSecretIfAbsent } from './secrets.ts'
export {
  IN_PART,
  isCounted,
  isInCountedStage,
  isRegular,
  lengthColumns,
  NullableMoment,
  periodColumns,
  PeriodFormat,
  strictSum,
  within,
} from './sql.ts'
export { countingSelect, perStore, preparedSelect, preparedSelects, type Columns } from './statements.ts'
export {
  databaseOn,
  execute,
  lockGamesExclusive,
  newKeptCounts,
  ping,
  selectIds,
  selectRows,
  type Database,
  type Driver,
  type ExclusiveUse,
  type FolderRequest,
  type KeptCounts,
  type Store,
} from './store.ts'
export { SOFTWARE } from './migrations.ts'
export * from './tables/accounts.ts'
export * from './tables/catalogue.ts'
export * from './tables/follow.ts'
export * from './tables/forecasts.ts'
export * from './tables/games.ts'
export * from './tables/ingest.ts'
export * from './tables/line-ups.ts'
export * from './tables/prices.ts'
export * from './tables/statistics.ts'
export * from './tables/webhooks.ts'
export { sql, type SQL } from 'drizzle-orm'

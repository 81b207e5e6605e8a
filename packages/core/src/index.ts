import './node-version.ts'
export { KEY_CHARACTERS } from './accounts/key.ts'
export { backupDatabase } from './backup/backup.ts'
export { BadBackup, type RowCounts } from './backup/format.ts'
export { checkBackup, restoreDatabase, type Restored } from './backup/restore.ts'
export { AUDIT_DAYS, type Actor, type AuditAction, type AuditEntry } from './accounts/audit-queries.ts'
export type { AccountOverview } from './accounts/overview-queries.ts'
export type { Account, ApiKey } from './accounts/queries.ts'
export type { CreatedWriteKey, WriteKey, WriteKeyOptions } from './accounts/write-key-queries.ts'
export { LINK_MINUTES, type SignInLink } from './accounts/sign-in.ts'
export type { Problem, SeasonProblems } from './ingest/problems.ts'
export type { ReviewedDay, ReviewedGame } from './ingest/reviewed-games.ts'
export type { Backlog } from './maintenance/backlog-queries.ts'
export { GameBundle, type LiveFeed, type PricedEvent } from './contract/index.ts'
export { createCore, type Core, type CoreOptions } from './core.ts'
export { acceptCommands, openCommandCore, type CommandCore } from './remote.ts'
export { NotMigrated } from './prepare-database.ts'
export {
  badRequest,
  bodyError,
  FilesRefused,
  getErrorStatus,
  toErrorResponse,
  InvalidValue,
  ServiceError,
  unknownParameter,
} from './errors.ts'
export { ClaimLost, type Fence } from './ingest/fence.ts'
export type { IngestAllOptions, IngestOptions } from './ingest/ingest.ts'
export type { IngestResult, PartCounts } from './ingest/result.ts'
export type { EventResult } from './ingest/prices/ingest-event.ts'
export type { Warning } from './ingest/warn/warnings.ts'
export type { CountedCall, KeyUsage } from './accounts/counting/counted-call.ts'
export type { Caller } from './accounts/window.ts'
export type { CallCounter, InvokeContext, OperationContext } from './calls/context.ts'
export { invoke, type Transport } from './calls/invoke.ts'
export type { HttpMethod, Operation, WriteInput } from './calls/operation.ts'
export type { ServiceInfo } from './calls/context.ts'
export type { DeliveryAttempt } from './deliveries/deliver.ts'
export type { CacheableCall, MadeResponse, ResponseCache } from './calls/cacheable-call.ts'
export {
  createOutageReport,
  measure,
  onMeasured,
  type Measurements,
  failSpan,
  inSpan,
  isTracing,
  type SpanDescription,
} from './telemetry.ts'
export { writeOperations, writeRouter, type WriteCalls, type WriteRouter } from './writing/router.ts'
export type { CountedWrite, Writer } from './accounts/writers.ts'
export { getOperation, operations, router, type AppRouter, type OperationCalls } from './operations.ts'
export type { InexactGame, SeasonAccuracy } from './line-ups/accuracy-queries.ts'
export { DECIMALS, round, type Decimals } from './statistics/index.ts'
export {
  BadDatabase,
  batched,
  DeadlineMissed,
  execute,
  FolderInUse,
  isMissingFolder,
  isPostgres,
  poolUsage,
  ProcessLost,
  selectRows,
  unreachable,
  type Database,
  type PoolUsage,
  type Store,
  sql,
  type SQL,
} from './store/index.ts'
export {
  getSecret,
  isMigrated,
  openSnapshot,
  openStore,
  getFolderPaths,
  refuseUnknownMigrations,
} from './store/index.ts'
export { toEventJson } from './streams/items.ts'
export { fromTrpcError, type TrpcContext } from './trpc.ts'
export type { AccountUsage, Allowance, UsageTotal } from './usage/of-account.ts'
export type { DeliveryList, DeliveryListOptions } from './deliveries/deliveries.ts'
export {
  DELIVERY_FILTERS,
  type Delivery,
  type DeliveryFilter,
  type DeliveryState,
  type DeliverySummary,
  type StoredAttempt,
} from './deliveries/delivery-queries.ts'
export {
  discardingMailer,
  smtpMailer,
  verifySmtp,
  type Email,
  type MailOptions,
  type SendEmail,
} from './mail/mailer.ts'
export { DISABLE_AFTER_FAILURES, WARN_AFTER_FAILURES } from './deliveries/failures.ts'
export { MAX_ACTIVE_WEBHOOKS } from './webhooks/operations.ts'
export { RETRY_SCHEDULE, type RetrySchedule } from './deliveries/retry.ts'
export { BadSecretsKey, secretsKeyUse } from './deliveries/secrets.ts'
export { RESPONSE_TIMEOUT } from './deliveries/send.ts'
export { readWaitingDeliveries } from './deliveries/claim-queries.ts'
export type { Worker, WorkerOptions } from './deliveries/worker.ts'

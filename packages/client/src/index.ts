export { memoryCache, type Cache, type CacheEntry } from './cache.ts'
export type { ChangeList, ChangesPage } from './changes.ts'
export {
  BasketballData,
  type Changes,
  type Competitions,
  type CreatedWebhook,
  type CreateOptions,
  type EventStream,
  type Games,
  type History,
  type ListGames,
  type ListPlayers,
  type Players,
  type Results,
  type Seasons,
  type Stats,
  type Teams,
  type Webhooks,
} from './client.ts'
export {
  AbortedError,
  BadRequestError,
  BasketballDataError,
  ConnectionError,
  type ConnectionErrorReason,
  type ErrorCode,
  type ErrorFields,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  ServerError,
  ServiceError,
  toServiceError,
  UnauthorizedError,
  UnknownParameterError,
  UpgradeRequiredError,
} from './errors.ts'
export { liveScores, type LiveScore, type LiveScoresOptions, type LiveUpdate } from './live-scores.ts'
export type * from './openapi.generated.ts'
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  LogEntry,
  LogFunction,
  Logger,
  MessageLogger,
  Paging,
} from './options.ts'
export type { CursorMeta, List, Page, PageMeta } from './paging.ts'
export type { StreamOptions } from './stream.ts'
export type { Call, RateLimit, RateLimits, ResponseInfo, WithResponse } from './response.ts'

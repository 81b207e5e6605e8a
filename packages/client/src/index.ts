export type { Competitions, CreateOptions, Games, Players, Results, Seasons, Stats, Teams, Webhooks } from './api.ts'
export { BasketballData } from './basketball-data.ts'
export { type Cache, type CacheEntry, memoryCache } from './cache.ts'
export type { Call, WithResponse } from './call.ts'
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
  serviceErrorOf,
  UnauthorizedError,
  UnknownParameterError,
  UpgradeRequiredError,
} from './errors.ts'
export type * from './game-records.ts'
export type { LogEntry, Logger } from './logger.ts'
export type { CallOptions, ClientOptions, Fetch } from './options.ts'
export type { CursorMeta, List, Page, PageMeta, Paging } from './paging.ts'
export type * from './parameters.ts'
export type * from './player-records.ts'
export type * from './price-records.ts'
export type * from './records.ts'
export type { RateLimit, RateLimits, ResponseInfo } from './response.ts'
export type * from './statistics-records.ts'
export type * from './webhook-records.ts'

export type { All, AllOf, Client, CreateOptions, Find, Get, GetOf, List, ListOf, Read } from './client.ts'
export { createClient } from './create-client.ts'
export {
  ConnectionError,
  type ConnectionErrorReason,
  type ErrorCode,
  type ErrorFields,
  ServiceError,
} from './errors.ts'
export type * from './game-records.ts'
export type { CallOptions, ClientOptions, Fetch } from './options.ts'
export type { CursorMeta, Page, PageMeta, Paging } from './paging.ts'
export type * from './parameters.ts'
export type * from './player-records.ts'
export type * from './records.ts'
export type * from './statistics-records.ts'
export type * from './webhook-records.ts'

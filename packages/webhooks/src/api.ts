export type * from './events.generated.ts'
export type { RawBody, RequestLike } from './raw-body.ts'
export type { Secret } from './secrets.ts'
export {
  type Claim,
  type MemoryStoreOptions,
  memoryStore,
  type Once,
  type Outcome,
  seen,
  type SeenStore,
} from './seen.ts'
export type { Sign, Unsigned } from './sign.ts'
export { type HeadersLike, SIGNATURE_HEADER } from './signature-header.ts'
export { VerificationError, type VerificationErrorCode } from './verification-error.ts'
export { type Delivery, type Verify, type WebhookEvent } from './verify.ts'

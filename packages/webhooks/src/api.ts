export type * from './events.generated.ts'
export type { RawBody, RequestLike } from './raw-body.ts'
export {
  type Claim,
  memoryStore,
  type MemoryStoreOptions,
  type Once,
  type Outcome,
  seen,
  type SeenStore,
} from './seen.ts'
export { type HeadersLike, type Secret, type Sign, SIGNATURE_HEADER, type Unsigned } from './signature.ts'
export { VerificationError, type VerificationErrorCode } from './verification-error.ts'
export type { Delivery, Verify } from './verify.ts'

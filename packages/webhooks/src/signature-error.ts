/**
 * Why a delivery was refused:
 * - `missing_header`: no signature was sent
 * - `malformed_header`: the header is not `t=<unix seconds>,v1=<64 hexadecimal digits>`
 * - `stale`: `t` is too far from the current time, in either direction
 * - `mismatch`: no signature fits the body, so the secret or the body is another one
 * - `not_json`: the signature is right, but the body is not a JSON object
 */
export type SignatureErrorReason = 'missing_header' | 'malformed_header' | 'stale' | 'mismatch' | 'not_json'

const MESSAGES: Record<SignatureErrorReason, string> = {
  missing_header: 'The delivery carries no X-Service-Signature header.',
  malformed_header: 'The X-Service-Signature header is not of the form t=<unix seconds>,v1=<hex digest>.',
  stale: 'The signature was made too long before or after the current time.',
  mismatch: 'No signature fits the raw body and the secret.',
  not_json: 'The signature is right, but the body is not a JSON object.',
}

/** A delivery that must not be trusted. Answer it with 400. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
  /** Why, from a closed set. */
  readonly reason: SignatureErrorReason

  constructor(reason: SignatureErrorReason) {
    super(MESSAGES[reason])
    this.reason = reason
  }
}

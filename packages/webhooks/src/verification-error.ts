/**
 * Why a delivery was refused:
 * - `missing_header`: there is no `X-Service-Signature`, or no headers were given
 * - `malformed_header`: it is not `t=<unix seconds>,v1=<64 hexadecimal digits>`
 * - `stale`: signed longer ago than the tolerance allows; a replay, or this machine's clock is ahead
 * - `future`: signed further ahead than the tolerance allows; this machine's clock is behind
 * - `wrong_signature`: no secret fits the body; another webhook's secret, a changed body, or a forgery
 * - `body_parsed`: not the raw body was given, but what a parser made of it, or a stream; a mistake in the receiver
 * - `not_json`: the signature is right, but the body is not a JSON object; the service sends no such body
 */
export type VerificationErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'stale'
  | 'future'
  | 'wrong_signature'
  | 'body_parsed'
  | 'not_json'

/** A delivery that must not be trusted. Its message is for the receiver's log, with what to do, and not for the sender. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  /** Why, from a closed set. Still tells where `instanceof` does not, as between an ESM and a CommonJS copy. */
  declare readonly code: VerificationErrorCode

  constructor(code: VerificationErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

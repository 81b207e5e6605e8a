/**
 * Why a delivery was rejected:
 * - `missing_header`: there is no `X-Service-Signature`, or no headers were passed
 * - `malformed_header`: the header is not `t=<unix seconds>,v1=<64 hexadecimal digits>`
 * - `stale`: signed longer ago than the tolerance allows; a replay, or this machine's clock is ahead
 * - `future`: signed further ahead than the tolerance allows; this machine's clock is behind
 * - `wrong_signature`: no secret matches the body; the secret of another webhook, a changed body, or a forgery
 * - `body_parsed`: the body is not raw, but was parsed or is a stream; a mistake in the receiver
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

/** A delivery that must not be trusted. The message is for the receiver's log, not for the sender. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  /** Compare it where `instanceof` fails, as between an ESM and a CommonJS copy of the package. */
  declare readonly code: VerificationErrorCode

  constructor(code: VerificationErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

import type { WebhookEvent } from './event.ts'
import { SignatureError } from './signature-error.ts'
import { digestOf, parseSignature, type RawBody, sameText, toHex } from './signature.ts'

/** The header that carries the signature; header names are case-insensitive. */
export const SIGNATURE_HEADER = 'X-Service-Signature'

/** How far `t` may be from the current time, in seconds. */
export const TOLERANCE = 300

/** What the clock of a verification is. */
export interface Clock {
  /** The current time; the system's when left out. */
  now?: Date | undefined
  /** How far the signature's time may be from `now`, in seconds, in either direction; 300 when left out. */
  tolerance?: number | undefined
}

/** A delivery to be verified. */
export interface Delivery extends Clock {
  /** The raw body. A body that was parsed and written again is not the one that was signed. */
  payload: RawBody
  /** The value of `X-Service-Signature`, as `request.headers` of node:http or `headers.get()` of fetch give it. */
  signature: string | readonly string[] | null | undefined
  /** The webhook's secret as it was given, `whsec_` included: the whole string is the key. */
  secret: string
}

/**
 * Verifies a delivery and reads its event. Nothing of the body is parsed before its signature is found right.
 * @throws SignatureError when the delivery must not be trusted, with the `reason`
 * @throws TypeError when the secret is empty or the payload is not a raw body: a mistake of the caller
 * @example
 * const event = await verify({ payload: rawBody, signature: request.headers['x-service-signature'], secret })
 */
export const verify = async (delivery: Delivery): Promise<WebhookEvent> => {
  const { payload, signature, secret, now = new Date(), tolerance = TOLERANCE } = delivery
  const header = [signature ?? []].flat().join(',')
  if (header === '') throw new SignatureError('missing_header')
  const parsed = parseSignature(header)
  if (parsed === null) throw new SignatureError('malformed_header')
  // Written so that a clock that is not a number refuses too.
  if (!(Math.abs(now.getTime() / 1000 - Number(parsed.t)) <= tolerance)) throw new SignatureError('stale')
  const expected = toHex(await digestOf(parsed.t, payload, secret))
  const matches = parsed.v1.filter((digest) => sameText(digest, expected))
  if (matches.length === 0) throw new SignatureError('mismatch')
  return eventOf(payload)
}

/**
 * Verifies a delivery that arrives as a fetch `Request`, as in Workers, Deno, Bun, Hono or a route handler. Reads its body.
 * @throws SignatureError as `verify` does
 * @example
 * export default { fetch: async (request) => { const event = await verifyRequest(request, secret); … } }
 */
export const verifyRequest = async (request: Request, secret: string, clock: Clock = {}): Promise<WebhookEvent> =>
  verify({
    ...clock,
    secret,
    signature: request.headers.get(SIGNATURE_HEADER),
    payload: new Uint8Array(await request.arrayBuffer()),
  })

/** The secret vouches for the sender and the sender for the fields, so that they are not checked one by one. */
const isEvent = (value: unknown): value is WebhookEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const eventOf = (payload: RawBody): WebhookEvent => {
  const event = parse(payload)
  if (!isEvent(event)) throw new SignatureError('not_json')
  return event
}

const parse = (payload: RawBody): unknown => {
  try {
    return JSON.parse(typeof payload === 'string' ? payload : new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return undefined
  }
}

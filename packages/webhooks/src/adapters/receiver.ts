import {
  type HeadersLike,
  memoryStore,
  type Outcome,
  type RawBody,
  type Secret,
  seen,
  type SeenStore,
  VerificationError,
  type VerificationErrorCode,
  verify,
  type WebhookEvent,
} from '@basketball-data/webhooks'
import { listSecrets } from '../signature.ts'

/** Options of a receiver. `Source` is what the framework passes to a handler: a request, or Hono's context. */
export interface ReceiverOptions<Source> {
  /** The webhook's secret, several of them, or a function that returns them, e.g. from the bindings of a worker. */
  secret: Secret | ((source: Source) => Secret | Promise<Secret>)
  /**
   * Handles an event, within the 10 seconds that the service waits. Called once per event, also for a type that this version does
   * not know; when it throws, the framework responds with its own 500, and the service sends the event again.
   */
  handle: (event: WebhookEvent, source: Source) => unknown
  /** Stores the ids of handled events; by default in memory. */
  store?: SeenStore | undefined
  /** How far the time of the signature may be from the clock, in seconds; default 300. */
  tolerance?: number | undefined
  /** The largest body to read, in bytes; default 262,144. A larger one gets a 413. */
  maxBytes?: number | undefined
  /** Called for every rejected delivery; by default logs the message to the console. */
  onRefused?: ((error: VerificationError, source: Source) => void) | undefined
}

/** The response to a delivery. */
export interface ReceiverResponse {
  status: number
  headers: Record<string, string>
  /** One word that the service shows with the delivery. */
  text: string
}

/** A raw body with its headers; null for a body that is too large. */
export interface RawDelivery {
  body: RawBody | null
  headers: HeadersLike
}

/** Reads a delivery, verifies it and handles it once. Throws what the handler throws. */
export type Receive<Source> = (
  source: Source,
  read: () => RawDelivery | Promise<RawDelivery>,
) => Promise<ReceiverResponse>

/** The largest body to read, in bytes; a delivery has about two thousand. */
export const MAX_BYTES = 262_144

const plain = { 'Content-Type': 'text/plain' }
const tooLarge: ReceiverResponse = { status: 413, headers: { ...plain, Connection: 'close' }, text: 'too_large' }
const RESPONSES: Record<Outcome, ReceiverResponse> = {
  handled: { status: 200, headers: plain, text: 'handled' },
  duplicate: { status: 200, headers: plain, text: 'duplicate' },
  busy: { status: 503, headers: { ...plain, 'Retry-After': '5' }, text: 'busy' },
}

/**
 * A 4xx other than 408 and 429 ends a delivery for good. What may be a mistake of the receiver (its clock, secret or
 * parser) gets a 5xx: the service retries, with a new signature, until the mistake is corrected.
 */
const STATUS: Record<VerificationErrorCode, 400 | 500 | 503> = {
  missing_header: 400,
  malformed_header: 400,
  stale: 503,
  future: 503,
  wrong_signature: 503,
  body_parsed: 500,
  not_json: 400,
}

const rejection = ({ code }: VerificationError): ReceiverResponse => ({
  status: STATUS[code],
  headers: plain,
  text: code,
})

const warn = (error: VerificationError) => console.warn(`webhook refused (${error.code}): ${error.message}`)

/** The part of a receiver that is the same in every framework. @throws TypeError when there is no secret */
export const createReceiver = <Source>(options: ReceiverOptions<Source>): Receive<Source> => {
  const { secret, handle, store = memoryStore(), tolerance, onRefused = warn } = options
  // Fails when the server starts, not at the first delivery.
  if (typeof secret !== 'function') listSecrets(secret)
  const once = seen(store)
  const verified = async (source: Source, { body, headers }: RawDelivery) =>
    body === null
      ? null
      : verify({ body, headers, tolerance, secret: typeof secret === 'function' ? await secret(source) : secret })
  return async (source, read) => {
    let event: WebhookEvent | null
    try {
      event = await verified(source, await read())
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      onRefused(error, source)
      return rejection(error)
    }
    if (event === null) return tooLarge
    return RESPONSES[await once(event.id, () => handle(event, source))]
  }
}

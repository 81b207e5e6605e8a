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
import { secretsOf } from '../secrets.ts'

/** What a receiver does. `Source` is what the framework hands to a handler: a request, or Hono's context. */
export interface ReceiverOptions<Source> {
  /** The webhook's secret, several of them, or where to find them for a request, as in the bindings of a worker. */
  secret: Secret | ((source: Source) => Secret | Promise<Secret>)
  /**
   * Does what the event asks for, within the 10 seconds that the service waits. Called once per event; when it throws, the
   * framework answers with its own 500, and the service sends the event again.
   */
  handle: (event: WebhookEvent, source: Source) => unknown
  /** Remembers what was handled; in memory when left out. */
  store?: SeenStore | undefined
  /** How far the signature's time may be from the clock, in seconds; 300 when left out. */
  tolerance?: number | undefined
  /** The largest body that is read, in bytes; 262,144 when left out. A larger one is answered 413. */
  maxBytes?: number | undefined
  /** Hears of refused deliveries; writes the message to the console when left out. */
  onRefused?: ((error: VerificationError, source: Source) => void) | undefined
}

/** What the service is answered. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** A word for whoever looks at the delivery from the other side. */
  text: string
}

/** A raw body with its headers, as a framework's adapter finds them; null for a body that is too large. */
export interface Incoming {
  body: RawBody | null
  headers: HeadersLike
}

/** Reads a delivery, verifies it and has it handled once. Throws what the handler throws. */
export type Receive<Source> = (source: Source, read: () => Incoming | Promise<Incoming>) => Promise<Answer>

/** The largest body that is read, in bytes; a delivery has about two thousand. */
export const MAX_BYTES = 262_144

const plain = { 'Content-Type': 'text/plain' }
const tooLarge: Answer = { status: 413, headers: { ...plain, Connection: 'close' }, text: 'too_large' }
const answers: Record<Outcome, Answer> = {
  handled: { status: 200, headers: plain, text: 'handled' },
  duplicate: { status: 200, headers: plain, text: 'duplicate' },
  busy: { status: 503, headers: { ...plain, 'Retry-After': '5' }, text: 'busy' },
}

/**
 * Any other 4xx than 408 and 429 ends a delivery for good. So what may be the receiver's own mistake, its clock, its
 * secret or its parser, is answered 5xx: the service tries again, signed anew, until it is mended.
 */
const REFUSED: Record<VerificationErrorCode, 400 | 500 | 503> = {
  missing_header: 400,
  malformed_header: 400,
  stale: 503,
  future: 503,
  wrong_signature: 503,
  body_parsed: 500,
  not_json: 400,
}

const refusal = ({ code }: VerificationError): Answer => ({ status: REFUSED[code], headers: plain, text: code })

const warn = (error: VerificationError) => console.warn(`webhook refused (${error.code}): ${error.message}`)

/** The same for every framework: what is verified, handled and answered. */
export const receiver = <Source>(options: ReceiverOptions<Source>): Receive<Source> => {
  const { secret, handle, store = memoryStore(), tolerance, onRefused = warn } = options
  // Told when the server starts and not at the first delivery.
  if (typeof secret !== 'function') secretsOf(secret)
  const once = seen(store)
  const verified = async (source: Source, { body, headers }: Incoming) =>
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
      return refusal(error)
    }
    if (event === null) return tooLarge
    return answers[await once(event.id, () => handle(event, source))]
  }
}

import type { GameFinalEvent, GamePeriodEvent } from './events.generated.ts'
import type { Hmac } from './hmac.ts'
import { isRecord } from './is-record.ts'
import { bytesOf, isRequest, type RawBody, type RequestLike, textOrBytes } from './raw-body.ts'
import { type Secret, secretsOf } from './secrets.ts'
import { type HeadersLike, readSignature } from './signature-header.ts'
import { VerificationError } from './verification-error.ts'

/** The body of a delivery. `type` tells the events apart; ignore a type you do not know, because types are added. */
export type WebhookEvent = GameFinalEvent | GamePeriodEvent

interface Options {
  secret: Secret
  /** How far the signature's time may be from `now`, in seconds, in either direction; 300 when left out. */
  tolerance?: number | undefined
  /** The current time; the system's when left out. */
  now?: Date | undefined
}

/** A delivery to be verified: a `Request`, or a raw body and its headers. */
export type Delivery =
  | (Options & { body: RequestLike; headers?: HeadersLike | undefined })
  | (Options & { body: RawBody; headers: HeadersLike })

/** Verifies a delivery and gives its event. */
export type Verify = (delivery: Delivery) => Promise<WebhookEvent>

const checkTime = (t: string, now: Date, tolerance: number): void => {
  const age = now.getTime() / 1000 - Number(t)
  // Written so that a clock that is not a number refuses too.
  if (Math.abs(age) <= tolerance) return
  const seconds = Math.ceil(Math.abs(age))
  const allowed = `${tolerance} s are allowed:`
  if (age < 0) throw new VerificationError('future', `Signed ${seconds} s ahead, ${allowed} this clock is behind.`)
  throw new VerificationError('stale', `Signed ${seconds} s ago, ${allowed} a replay, or this clock is ahead.`)
}

/** Whether two texts of the same length are equal, in a time that depends on their length alone. */
const sameText = (left: string, right: string): boolean => {
  let difference = 0
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}

/** What a secret or a body that cannot be right looks like; said to the receiver alone. */
const suspicion = (body: string | Uint8Array, secrets: readonly string[]): string => {
  if (body.length === 0) return ' The body is empty.'
  if (secrets.some((secret) => secret !== secret.trim())) return ' The secret has blanks.'
  if (secrets.some((secret) => !secret.startsWith('whsec_'))) return ' The secret does not begin with whsec_.'
  return ''
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const eventOf = (body: string | Uint8Array): WebhookEvent => {
  try {
    // The secret vouches for the sender and the sender for the fields, so that they are not checked one by one.
    const event: WebhookEvent | null = JSON.parse(typeof body === 'string' ? body : decoder.decode(body))
    if (isRecord(event)) return event
  } catch {
    // Neither text that is not JSON nor bytes that are not text are an event.
  }
  throw new VerificationError('not_json', 'The body is no JSON object.')
}

/** Nothing of the body is parsed before its signature is found right. */
export const verifyWith =
  (hmac: Hmac): Verify =>
  async ({ body, headers, secret, tolerance = 300, now = new Date() }) => {
    const secrets = secretsOf(secret)
    const request = isRequest(body) ? body : null
    const raw = request ? await bytesOf(request) : textOrBytes(body)
    const { t, v1 } = readSignature(headers ?? request?.headers)
    checkTime(t, now, tolerance)
    let fits = false
    for (const key of secrets) {
      const digest = hmac(key, t, raw)
      const expected = typeof digest === 'string' ? digest : await digest
      for (const one of v1) fits = sameText(one, expected) || fits
    }
    if (!fits)
      throw new VerificationError(
        'wrong_signature',
        `The signature does not fit: another webhook's secret, or another body.${suspicion(raw, secrets)}`,
      )
    return eventOf(raw)
  }

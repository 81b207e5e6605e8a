import type { WebhookEvent } from './events.generated.ts'
import { readRawBody, isRequest, type RawBody, type RequestLike, textOrBytes } from './raw-body.ts'
import { type HeadersLike, type Hmac, isRecord, readSignature, type Secret, listSecrets } from './signature.ts'
import { VerificationError } from './verification-error.ts'

interface Options {
  secret: Secret
  /** How far the time of the signature may be from `now`, in seconds, in either direction; default 300. */
  tolerance?: number | undefined
  /** The current time; default the system's. */
  now?: Date | undefined
}

/** A delivery to verify: a `Request`, or a raw body and its headers. */
export type Delivery =
  | (Options & { body: RequestLike; headers?: HeadersLike | undefined })
  | (Options & { body: RawBody; headers: HeadersLike })

/** Verifies a delivery and resolves to its event. */
export type Verify = (delivery: Delivery) => Promise<WebhookEvent>

const checkTime = (t: string, now: Date, tolerance: number): void => {
  const age = now.getTime() / 1000 - Number(t)
  // An invalid `now` makes the age NaN, which must be rejected too.
  if (Math.abs(age) <= tolerance) return
  const seconds = Math.ceil(Math.abs(age))
  const allowed = `${tolerance} s are allowed:`
  if (age < 0) throw new VerificationError('future', `Signed ${seconds} s ahead, ${allowed} this clock is behind.`)
  throw new VerificationError('stale', `Signed ${seconds} s ago, ${allowed} a replay, or this clock is ahead.`)
}

/** Compares two texts of the same length in a time that depends on their length alone. */
const timingSafeEqual = (left: string, right: string): boolean => {
  let difference = 0
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}

/** The likely mistake behind a signature that does not match, for the receiver's log. */
const hint = (body: string | Uint8Array, secrets: readonly string[]): string => {
  if (body.length === 0) return ' The body is empty.'
  if (secrets.some((secret) => secret !== secret.trim())) return ' The secret has blanks.'
  if (secrets.some((secret) => !secret.startsWith('whsec_'))) return ' The secret does not begin with whsec_.'
  return ''
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const parseEvent = (body: string | Uint8Array): WebhookEvent => {
  try {
    // The signature proves that the service sent the event, so its fields are not validated.
    const event: WebhookEvent | null = JSON.parse(typeof body === 'string' ? body : decoder.decode(body))
    if (isRecord(event)) return event
  } catch {}
  throw new VerificationError('not_json', 'The body is not a JSON object.')
}

/** Verifies the signature before anything of the body is parsed. */
export const createVerify =
  (hmac: Hmac): Verify =>
  async ({ body, headers, secret, tolerance = 300, now = new Date() }) => {
    const secrets = listSecrets(secret)
    const request = isRequest(body) ? body : null
    const raw = request ? await readRawBody(request) : textOrBytes(body)
    const { t, v1 } = readSignature(headers ?? request?.headers)
    checkTime(t, now, tolerance)
    let matches = false
    for (const key of secrets) {
      const digest = hmac(key, t, raw)
      const expected = typeof digest === 'string' ? digest : await digest
      for (const each of v1) matches = timingSafeEqual(each, expected) || matches
    }
    if (!matches)
      throw new VerificationError(
        'wrong_signature',
        `The signature does not match: the secret of another webhook, or another body.${hint(raw, secrets)}`,
      )
    return parseEvent(raw)
  }

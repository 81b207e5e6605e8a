import { type RawBody, textOrBytes } from './raw-body.ts'
import { VerificationError } from './verification-error.ts'

/** The header that carries the signature; header names are case-insensitive. */
export const SIGNATURE_HEADER = 'X-Service-Signature'

/**
 * HMAC-SHA256 of `<t>.<raw body>` in lower-case hexadecimal digits. The key is the UTF-8 bytes of the whole secret,
 * `whsec_` included.
 * @param t Unix seconds, as the text in the header
 */
export type Hmac = (secret: string, t: string, body: string | Uint8Array) => string | Promise<string>

/** The secret of a webhook, `whsec_` included; several while one replaces another. */
export type Secret = string | readonly string[]

/** @throws TypeError when there is no secret, or one is empty or not a string: anyone can sign with an empty secret */
export const listSecrets = (secret: Secret): readonly string[] => {
  const secrets = [secret].flat()
  if (secrets[0] && secrets.every((each) => typeof each === 'string' && each)) return secrets
  throw new TypeError('The secret must be a non-empty string: is its environment variable set?')
}

/** A body to sign as the service signs its deliveries. */
export interface Unsigned {
  body: RawBody
  secret: string
  /** The time of the signature; default now. Fractions of a second are dropped. */
  at?: Date | undefined
}

/** Signs a body; resolves to the value of `X-Service-Signature`. */
export type Sign = (unsigned: Unsigned) => Promise<string>

export const createSign =
  (hmac: Hmac): Sign =>
  async ({ body, secret, at = new Date() }) => {
    listSecrets([secret])
    const t = `${Math.floor(at.getTime() / 1000)}`
    return `t=${t},v1=${await hmac(secret, t, textOrBytes(body))}`
  }

/**
 * Headers of fetch, or of node:http, Express, Fastify and Lambda; the case of names does not matter. In a Map the name is
 * in lower case, or written as in `SIGNATURE_HEADER`.
 */
export type HeadersLike =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The parsed signature header. */
interface Signature {
  /** Unix seconds as sent, because this text is part of the signed bytes. */
  t: string
  /** Digests in lower-case hexadecimal digits; several while a secret is being replaced. */
  v1: string[]
}

/** Whether the value is an object other than an array, of any realm. */
export const isRecord = (value: unknown): value is object => Object(value) === value && !Array.isArray(value)

const hasGet = (headers: HeadersLike): headers is { get(name: string): string | null | undefined } =>
  typeof headers.get === 'function'

const headerIn = (headers: HeadersLike): string => {
  const name = SIGNATURE_HEADER.toLowerCase()
  // The names of a Map are case-sensitive.
  if (hasGet(headers)) return headers.get(SIGNATURE_HEADER) ?? headers.get(name) ?? ''
  for (const key in headers) if (key.toLowerCase() === name) return String(headers[key] ?? '')
  return ''
}

/** Ignores items of other schemes, so that a later scheme can be sent in addition. */
const parse = (header: string): Signature | null => {
  const v1: string[] = []
  let t = ''
  for (const part of header.split(',')) {
    const item = part.trim()
    if (item.startsWith('t=')) {
      if (t || !/^t=\d{1,15}$/.test(item)) return null
      t = item.slice(2)
    } else if (item.startsWith('v1=')) {
      if (!/^v1=[\da-f]{64}$/i.test(item)) return null
      v1.push(item.slice(3).toLowerCase())
    }
  }
  return t && v1[0] ? { t, v1 } : null
}

/**
 * Reads `X-Service-Signature: t=<unix seconds>,v1=<hex digest>`.
 * @throws VerificationError `missing_header` without the header, or without headers; `malformed_header` unless there is
 * exactly one valid `t` and at least one `v1`, all of them valid
 */
export const readSignature = (headers: HeadersLike | undefined): Signature => {
  const valid = isRecord(headers)
  const header = valid && headerIn(headers)
  if (!header)
    throw new VerificationError(
      'missing_header',
      valid
        ? `There is no ${SIGNATURE_HEADER} header: not a delivery, or a proxy drops it.`
        : 'headers must be an object, a Headers or a Map.',
    )
  const signature = parse(header)
  if (!signature)
    throw new VerificationError('malformed_header', `${SIGNATURE_HEADER} is not t=<unix seconds>,v1=<64 hex digits>.`)
  return signature
}

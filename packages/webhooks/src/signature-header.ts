import { isRecord } from './is-record.ts'
import { VerificationError } from './verification-error.ts'

/** The header that carries the signature; header names are case-insensitive. */
export const SIGNATURE_HEADER = 'X-Service-Signature'

/**
 * Headers as fetch has them, or as node:http, Express, Fastify and Lambda do; the case of names does not matter. In a Map
 * the name is in lower case, or written as `SIGNATURE_HEADER` is.
 */
export type HeadersLike =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** What a signature header says. */
interface Signature {
  /** Unix seconds, as sent: the text is part of what was signed. */
  t: string
  /** Digests in lower-case hexadecimal digits; several while a secret is being replaced. */
  v1: string[]
}

const hasGet = (headers: HeadersLike): headers is { get(name: string): string | null | undefined } =>
  typeof headers.get === 'function'

const valueOf = (headers: HeadersLike): string => {
  const name = SIGNATURE_HEADER.toLowerCase()
  // A Map knows the case of its names.
  if (hasGet(headers)) return headers.get(SIGNATURE_HEADER) ?? headers.get(name) ?? ''
  for (const key in headers) if (key.toLowerCase() === name) return String(headers[key] ?? '')
  return ''
}

/** Items of other schemes are passed over, so that a later scheme can be sent beside this one. */
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
 * @throws VerificationError `missing_header`, also where no headers were given; `malformed_header` when there is not
 * exactly one `t`, no `v1`, or a value that cannot be one
 */
export const readSignature = (headers: HeadersLike | undefined): Signature => {
  const given = isRecord(headers)
  const header = given && valueOf(headers)
  if (!header)
    throw new VerificationError(
      'missing_header',
      given
        ? `There is no ${SIGNATURE_HEADER} header: no delivery, or a proxy drops it.`
        : 'headers must be an object, a Headers or a Map.',
    )
  const signature = parse(header)
  if (!signature)
    throw new VerificationError('malformed_header', `${SIGNATURE_HEADER} is not t=<unix seconds>,v1=<64 hex digits>.`)
  return signature
}

/** A raw body: the text or the bytes exactly as they were sent, before any JSON parsing. */
export type RawBody = string | Uint8Array

const encoder = new TextEncoder()

/**
 * HMAC-SHA256 of `<t>.<raw body>`. The key is the UTF-8 bytes of the whole secret, its `whsec_` included.
 * @param t Unix seconds, as the text that stands in the header
 * @throws TypeError when the secret is empty or the body is neither text nor bytes
 */
export const digestOf = async (t: string, payload: RawBody, secret: string): Promise<Uint8Array> => {
  if (!secret) throw new TypeError('The secret is empty.')
  if (typeof payload !== 'string' && !ArrayBuffer.isView(payload))
    throw new TypeError('The payload must be the raw body, a string or a Uint8Array, and not what was parsed from it.')
  const start = encoder.encode(`${t}.`)
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

/** Bytes as lower-case hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether two texts are equal, in a time that depends on their length alone. */
export const sameText = (left: string, right: string): boolean => {
  let difference = left.length ^ right.length
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}

/** What a signature header says. */
export interface Signature {
  /** Unix seconds, as sent: the text is part of what was signed. */
  t: string
  /** Digests in lower-case hexadecimal digits; several while a secret is being replaced. */
  v1: string[]
}

/**
 * Reads `t=<unix seconds>,v1=<hex digest>`. Items of other schemes are passed over, so that a later scheme can be sent
 * beside this one.
 * @returns null when there is not exactly one `t`, no `v1`, or a value that cannot be one
 */
export const parseSignature = (header: string): Signature | null => {
  const items = header.split(',').map((item) => item.trim())
  const valuesOf = (scheme: string) =>
    items.filter((item) => item.startsWith(`${scheme}=`)).map((item) => item.slice(scheme.length + 1))
  const [t, ...others] = valuesOf('t')
  const v1 = valuesOf('v1').map((digest) => digest.toLowerCase())
  if (t === undefined || others.length > 0 || v1.length === 0) return null
  if (!/^\d{1,15}$/.test(t) || !v1.every((digest) => /^[0-9a-f]{64}$/.test(digest))) return null
  return { t, v1 }
}

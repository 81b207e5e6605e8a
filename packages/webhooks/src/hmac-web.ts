import type { Hmac } from './hmac.ts'

/** With WebCrypto: browsers, workers and whatever else has no node:crypto. */
export const hmac: Hmac = async (secret, t, body) => {
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await new Blob([`${t}.`, body]).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { createSign, type Hmac, type Sign } from './signature.ts'
import { createVerify, type Verify } from './verify.ts'

export * from './api.ts'

const hmac: Hmac = async (secret, t, body) => {
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await new Blob([`${t}.`, body]).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Signs a body as the service does, for the tests of a receiver; resolves to the value of `X-Service-Signature`.
 * @throws TypeError when the secret is empty
 * @example
 * headers: { 'X-Service-Signature': await sign({ body, secret }) }
 */
export const sign: Sign = /* @__PURE__ */ createSign(hmac)

/**
 * Verifies a delivery and resolves to its event. `event.id` identifies the delivery, the same on every retry, and
 * `event.test` is true on a test delivery.
 * @throws VerificationError when the delivery must not be trusted; `code` says why
 * @throws TypeError when there is no secret
 * @example
 * const event = await verify({ body: rawBody, headers: request.headers, secret })
 * const event = await verify({ body: request, secret }) // a fetch Request
 */
export const verify: Verify = /* @__PURE__ */ createVerify(hmac)

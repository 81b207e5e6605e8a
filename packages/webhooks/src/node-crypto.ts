import { hmac } from './hmac-node.ts'
import { type Sign, signWith } from './sign.ts'
import { type Verify, verifyWith } from './verify.ts'

export * from './api.ts'

/**
 * The `X-Service-Signature` of a body, for the tests of a receiver.
 * @throws TypeError when the secret is empty
 * @example
 * headers: { 'X-Service-Signature': await sign({ body, secret }) }
 */
export const sign: Sign = /* @__PURE__ */ signWith(hmac)

/**
 * Verifies a delivery and gives its event. `event.id` is the delivery's id, the same on every retry, and `event.test` is
 * true on a test delivery.
 * @throws VerificationError when the delivery must not be trusted; `code` says why
 * @throws TypeError when there is no secret
 * @example
 * const event = await verify({ body: rawBody, headers: request.headers, secret })
 * const event = await verify({ body: request, secret }) // a fetch Request
 */
export const verify: Verify = /* @__PURE__ */ verifyWith(hmac)

import type { Hmac } from './hmac.ts'
import { type RawBody, textOrBytes } from './raw-body.ts'
import { secretsOf } from './secrets.ts'

/** A body to be signed as the service signs its deliveries. */
export interface Unsigned {
  body: RawBody
  secret: string
  /** When the signature is made; now when left out. Parts of a second are dropped. */
  at?: Date | undefined
}

/** Signs a body; the value of `X-Service-Signature`. */
export type Sign = (unsigned: Unsigned) => Promise<string>

export const signWith =
  (hmac: Hmac): Sign =>
  async ({ body, secret, at = new Date() }) => {
    secretsOf([secret])
    const t = `${Math.floor(at.getTime() / 1000)}`
    return `t=${t},v1=${await hmac(secret, t, textOrBytes(body))}`
  }

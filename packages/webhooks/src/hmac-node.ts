import { createHmac } from 'node:crypto'
import type { Hmac } from './hmac.ts'

/** With node:crypto, which is synchronous: no thread to wait for. */
export const hmac: Hmac = (secret, t, body) => createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')

import type { KeyObject } from 'node:crypto'
import { readSecret, signatureOf } from './secret.ts'
import { send, type Try } from './send.ts'
import { ANSWER_TIME } from './settings.ts'
import type { TargetRules } from './target.ts'

/** An event on its way to a webhook. */
export type Addressed = {
  url: string
  /** The webhook's secret, encrypted. */
  secret: Uint8Array
  event_id: string
  type: string
  body: string
}

/** How deliveries are sent. */
export type Sending = {
  key: KeyObject
  rules: TargetRules
  /** Milliseconds for the whole answer; 10,000 when left out. */
  timeout?: number
}

/** Signs a delivery as of now and sends it once; nothing is sent that cannot be signed. */
export const deliver = async ({ url, secret, event_id, type, body }: Addressed, sending: Sending): Promise<Try> => {
  const { key, rules, timeout = ANSWER_TIME } = sending
  const decrypted = readSecret(key, secret)
  if (decrypted === null) return { at: new Date(), duration: 0, status: null, error: 'secret', retry_after: null }
  const headers = {
    'x-service-signature': signatureOf(decrypted, Math.floor(Date.now() / 1000), body),
    'x-service-event': type,
    'x-service-delivery': event_id,
  }
  return send({ url, headers, body }, { rules, timeout })
}

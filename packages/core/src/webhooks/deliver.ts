import type { KeyObject } from 'node:crypto'
import { decrypt, signatureOf } from './secret.ts'
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

/** Signs a delivery as of now and sends it once. @throws BadSecretsKey when the secret cannot be read */
export const deliver = async ({ url, secret, event_id, type, body }: Addressed, sending: Sending): Promise<Try> => {
  const { key, rules, timeout = ANSWER_TIME } = sending
  const signature = signatureOf(decrypt(key, secret), Math.floor(Date.now() / 1000), body)
  const headers = {
    'x-service-signature': signature,
    'x-service-event': type,
    'x-service-delivery': event_id,
  }
  return send({ url, headers, body }, { rules, timeout })
}

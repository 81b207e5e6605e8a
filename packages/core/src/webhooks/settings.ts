import type { KeyObject } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { TargetRules } from './target.ts'

/** Deliveries that may be under way to one webhook at a time, over all processes, beside a test. */
export const PER_WEBHOOK = 4
/** Milliseconds that a receiver has for the whole answer. */
export const ANSWER_TIME = 10_000
/** Milliseconds that a claim outlasts that time, to be acknowledged in: then another worker may send it again. */
export const MARGIN = 20_000
/** Seconds of a claim. */
export const LEASE = (ANSWER_TIME + MARGIN) / 1000

/** What an operator settles of webhooks. */
export type WebhookSettings = {
  /** Encrypts the secrets; null: there is no SECRETS_KEY, and webhooks can be neither made nor sent. */
  key: KeyObject | null
  rules: TargetRules
}

/** @throws ServiceError server_error where webhooks are not set up: the operator's to mend, the log says what. */
export const requireSecretsKey = ({ key }: WebhookSettings): KeyObject => {
  if (key !== null) return key
  const cause = new Error('Webhooks need SECRETS_KEY in the environment (createCore: secretsKey).')
  throw new ServiceError('server_error', 'The service cannot keep secrets of webhooks yet; try again later.', {}, cause)
}

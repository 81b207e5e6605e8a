import type { KeyObject } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { TargetRules } from './target.ts'

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

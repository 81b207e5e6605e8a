import type { KeyObject } from 'node:crypto'
import type { Store } from '../store/index.ts'
import type { DeliveryAttempt } from './deliver.ts'
import { openSecretsKey } from './secrets.ts'
import { toHost, type TargetRules } from './target.ts'

/** How an operator has set up webhooks. */
export type WebhookSettings = {
  /** Encrypts the secrets. Null without SECRETS_KEY: webhooks can be neither created nor delivered to. */
  key: KeyObject | null
  rules: TargetRules
  /** Days for which an event is stored with its deliveries and their attempts. */
  deliveryDays: number
  /** Called after every test delivery. */
  onTestAttempt: (attempt: DeliveryAttempt) => void
}

/** Options of a core about webhooks. */
export type WebhookOptions = {
  /** Encrypts the secrets of webhooks: 32 bytes in base64 or hexadecimal. An embedded database generates its own. */
  secretsKey?: string
  /** Lets webhooks reach addresses that are not public, by http and on any port: for development and tests only. */
  allowPrivateWebhooks?: boolean
  /** Days for which an event is stored with its deliveries and their attempts; 30 by default. */
  deliveryDays?: number
  /** Called after every test delivery (`POST /webhooks/{id}/test`). A worker has an `onAttempt` of its own. */
  onTestAttempt?: (attempt: DeliveryAttempt) => void
}

/** Days for which deliveries are stored. */
const DELIVERY_DAYS = 30

/**
 * Reads the options about webhooks, and opens the key that encrypts their secrets.
 * @param base the address of this service
 * @throws BadSecretsKey
 */
export const openWebhookSettings = async (
  store: Store,
  { secretsKey, allowPrivateWebhooks = false, deliveryDays = DELIVERY_DAYS, onTestAttempt = () => {} }: WebhookOptions,
  base: string,
): Promise<WebhookSettings> => {
  const own = URL.parse(base)
  const rules = { allowPrivate: allowPrivateWebhooks, ...(own?.port === '' && { ownHost: toHost(own) }) }
  return { key: await openSecretsKey(store, secretsKey), rules, deliveryDays, onTestAttempt }
}

import type { Actor } from '../accounts/audit-queries.ts'
import type { PageCalls } from '../accounts/page-calls.ts'
import { EventId, WebhookId } from '../contract/index.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Store } from '../store/index.ts'
import {
  ListPosition,
  selectDeliveries,
  selectDelivery,
  selectWebhookAccount,
  type Delivery,
  type DeliveryFilter,
  type DeliverySummary,
} from './delivery-queries.ts'
import { hasFailedDeliveries, resendDelivery, resendFailedDeliveries } from './resend-queries.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** Which deliveries to list. */
export type DeliveryListOptions = {
  /** The deliveries of one webhook; those of all webhooks of the account if it is left out. */
  webhook?: string | undefined
  /** `waiting` includes those in flight, and `failed` those that were cancelled because their webhook was disabled. */
  state?: DeliveryFilter | undefined
  /** `next` of the list that this one continues. */
  before?: string | undefined
  /** From 1 to 200; 50 by default. */
  limit?: number | undefined
}

/** A part of a list of deliveries. `next` continues it; null at its end. */
export type DeliveryList = { deliveries: DeliverySummary[]; next: string | null }

const writePosition = (position: ListPosition): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws ServiceError bad_request for anything that `writePosition` has not written */
const readPosition = (text: string): ListPosition => {
  try {
    return ListPosition.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw badRequest('before must be the `next` of a list of deliveries.')
  }
}

/** The database cannot compare a text with NUL, for instance. @throws ServiceError not_found if `id` is no webhook's */
const requireWebhookId = (id: string): void => {
  if (!WebhookId.safeParse(id).success) throw notFound('webhook', id)
}

/** @throws ServiceError not_found if the identifiers are no delivery's */
const requireIds = (webhook: string, event: string): void => {
  requireWebhookId(webhook)
  if (!EventId.safeParse(event).success) throw notFound('delivery', event)
}

/** @throws ServiceError not_found */
const requireWebhook = async (store: Store, account: string, id: string): Promise<void> => {
  requireWebhookId(id)
  if ((await selectWebhookAccount(store.db, id)) !== account) throw notFound('webhook', id)
}

/** @throws ServiceError bad_request for a moment that is none, or is in the future */
const requirePast = (since: Date): Date => {
  if (!(since.getTime() <= Date.now())) throw badRequest('since must be a moment in the past.')
  return since.getTime() < 0 ? new Date(0) : since
}

/** The deliveries of accounts, for `core.deliveries`. What somebody who is signed in sends again counts as a call. */
export const createDeliveries = (store: Store, pageCalls: PageCalls) => ({
  /**
   * Lists deliveries of the last 30 days (`deliveryDays`), the latest first: those that wait for a retry, by when it is due,
   * then those that have ended.
   * @throws ServiceError not_found for a webhook of another account, bad_request for a limit or a `before` that is wrong
   */
  list: async (
    account: string,
    { webhook, state, before, limit = DEFAULT_LIMIT }: DeliveryListOptions = {},
  ): Promise<DeliveryList> => {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw badRequest(`limit must be a whole number from 1 to ${MAX_LIMIT}.`)
    if (webhook !== undefined) await requireWebhook(store, account, webhook)
    const position = before === undefined ? undefined : readPosition(before)
    const range = { webhook, filter: state, before: position, limit: limit + 1 }
    const selected = await selectDeliveries(store.db, account, range)
    const shown = selected.slice(0, limit)
    const last = shown.at(-1)
    const next = selected.length > limit && last !== undefined ? writePosition(last.position) : null
    return { deliveries: shown.map(({ delivery }) => delivery), next }
  },
  /** The id of the account that has a webhook. @throws ServiceError not_found */
  getAccount: async (webhook: string): Promise<string> => {
    requireWebhookId(webhook)
    const account = await selectWebhookAccount(store.db, webhook)
    if (account === undefined) throw notFound('webhook', webhook)
    return account
  },
  /** A delivery with every attempt and the body as sent. @throws ServiceError not_found */
  get: async (account: string, webhook: string, event: string): Promise<Delivery> => {
    requireIds(webhook, event)
    const delivery = await selectDelivery(store.db, account, webhook, event)
    if (delivery === undefined) throw notFound('delivery', event)
    return delivery
  },
  /**
   * Has a worker send a delivery once more, with the same event id and body and a new signature, at most four to a webhook at
   * a time as ever. The attempt counts neither as a failure nor as a success of the webhook: unless it delivers, the
   * delivery is afterwards what it was, and waits for its next retry if it did.
   * @throws ServiceError not_found; bad_request if the webhook is disabled, or the delivery is a test or in flight; with `by`,
   *   rate_limited if the account has used the calls a minute of its plan
   */
  resend: async (
    account: string,
    webhook: string,
    event: string,
    { by = null }: { by?: Actor } = {},
  ): Promise<void> => {
    if (by !== null) await pageCalls.count(account)
    requireIds(webhook, event)
    await resendDelivery(store, account, { webhook, event, by })
  },
  /** Whether a webhook has deliveries that `resendFailed` would send again. @throws ServiceError not_found */
  hasFailed: async (account: string, webhook: string): Promise<boolean> => {
    await requireWebhook(store, account, webhook)
    return hasFailedDeliveries(store, webhook)
  },
  /**
   * Has workers send every delivery of a webhook once more that has failed since a moment, as `resend` does, and returns how
   * many. Tests are left out.
   * @throws ServiceError not_found; bad_request if the webhook is disabled, or for a moment in the future; with `by`,
   *   rate_limited if the account has used the calls a minute of its plan
   */
  resendFailed: async (
    account: string,
    webhook: string,
    since: Date,
    { by = null }: { by?: Actor } = {},
  ): Promise<number> => {
    if (by !== null) await pageCalls.count(account)
    requireWebhookId(webhook)
    return resendFailedDeliveries(store, account, { webhook, since: requirePast(since), by })
  },
})

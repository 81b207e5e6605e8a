import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import {
  DEFAULT_EVENT_TYPES,
  envelopeSchema,
  listSchema,
  WebhookInput,
  NoParameters,
  OneWebhook,
  Webhook,
  type WebhookEventType,
} from '../contract/index.ts'
import { insertAudit } from '../accounts/audit-queries.ts'
import { badRequest, InvalidValue, notFound, ServiceError } from '../errors.ts'
import { selectGamesWithRevisions } from '../records/game-queries.ts'
import { wholeList } from '../paging.ts'
import type { Database } from '../store/index.ts'
import { change, read } from '../trpc.ts'
import type { Caller } from '../accounts/window.ts'
import { getIdempotencyKey, type OperationContext } from '../calls/context.ts'
import { recordAttempts } from '../deliveries/attempt-queries.ts'
import { claimTest } from '../deliveries/claim-queries.ts'
import { sendSigned } from '../deliveries/deliver.ts'
import { testEvent } from '../deliveries/outbox-queries.ts'
import {
  countActive,
  deleteWebhook,
  insertIdempotentCall,
  insertWebhook,
  lockAccount,
  selectIdempotentCall,
  selectNewestFinal,
  selectUnknownCompetitions,
  selectWebhook,
  selectWebhooks,
  selectWithSecret,
} from './queries.ts'
import { nextStep, NO_RETRY } from '../deliveries/retry.ts'
import {
  decryptSecret,
  encrypt,
  newSecret,
  getPrefix,
  requireSecretsKey,
  unreadableSecret,
} from '../deliveries/secrets.ts'
import { BadTarget, checkTarget } from '../deliveries/target.ts'

/** Active webhooks that an account may have. */
export const MAX_ACTIVE_WEBHOOKS = 10

/** @throws ServiceError bad_request for a caller without an account */
const requireAccount = ({ caller: { account } }: OperationContext): string => {
  if (account === null) throw badRequest('Webhooks belong to an account: call as one, with core.callerFor(account).')
  return account
}

export const listWebhooks = read
  .meta({
    plan: 'live',
    onPrimary: true,
    openapi: {
      operationId: 'listWebhooks',
      method: 'GET',
      path: '/webhooks',
      tags: ['Webhooks'],
      summary: 'List webhooks',
      description: 'The webhooks of the account, newest first, with their deliveries of the last 24 hours.',
    },
  })
  .input(NoParameters)
  .output(listSchema(Webhook, 10_000))
  .query(async ({ ctx }) => {
    const data = await selectWebhooks(ctx.store, requireAccount(ctx))
    return { data, meta: wholeList(ctx, data.length) }
  })

type Registration = { url: string; events: WebhookEventType[]; competitions: string[] }

const toRegistration = ({ url, events, competitions }: WebhookInput): Registration => ({
  url,
  events: [...new Set(events ?? DEFAULT_EVENT_TYPES)],
  competitions: [...new Set(competitions)],
})

const hashRegistration = ({ url, events, competitions }: Registration): Uint8Array<ArrayBuffer> =>
  createHash('sha256')
    .update(JSON.stringify([url, events.toSorted(), competitions.toSorted()]))
    .digest()

/** A call that creates a webhook. */
type Creation = {
  account: string
  caller: Caller
  idempotencyKey: string | null
  registration: Registration
  key: KeyObject
}

/**
 * The webhook that an earlier call with the same `Idempotency-Key` created; undefined without such a call.
 * @throws ServiceError bad_request if that call had another body, or its webhook is removed or cannot be decrypted
 */
const createdBefore = async (db: Database, { account, idempotencyKey, registration, key }: Creation) => {
  const earlier = idempotencyKey === null ? undefined : await selectIdempotentCall(db, account, idempotencyKey)
  if (earlier === undefined) return undefined
  if (!Buffer.from(earlier.body_hash).equals(hashRegistration(registration)))
    throw badRequest('Idempotency-Key was sent with another body before; use a new one for a new webhook.')
  const created = earlier.webhook === null ? undefined : await selectWithSecret(db, account, earlier.webhook)
  if (created === undefined)
    throw badRequest('Idempotency-Key made a webhook that has been removed since; use a new one for a new webhook.')
  const secret = decryptSecret(key, created.secret)
  if (secret === null) throw unreadableSecret(created.webhook.id)
  return { ...created.webhook, secret }
}

const requireCompetitions = async ({ store }: OperationContext, ids: readonly string[]): Promise<void> => {
  const [unknown] = await selectUnknownCompetitions(store, ids)
  if (unknown !== undefined) throw badRequest(`competitions: there is no competition ${unknown}.`)
}

/** Checks the url, and returns it as the WHATWG URL standard serializes it. */
const requireTarget = async ({ webhooks }: OperationContext, url: string): Promise<string> => {
  try {
    return (await checkTarget(url, webhooks.rules)).url.href
  } catch (error) {
    throw error instanceof BadTarget ? new InvalidValue('url', error.message) : error
  }
}

const requireBelowMaximum = async (db: Database, account: string): Promise<void> => {
  if ((await countActive(db, account)) >= MAX_ACTIVE_WEBHOOKS)
    throw badRequest(`The account has ${MAX_ACTIVE_WEBHOOKS} active webhooks already; delete one first.`)
}

type AuditedWebhook = { account: string; action: 'webhook created' | 'webhook deleted'; id: string; url: string }

/** Of the url, the audit log has the host, because the rest may contain secrets. */
const auditWebhook = (
  tx: Database,
  { by, call }: Caller,
  { account, action, id, url }: AuditedWebhook,
): Promise<void> => {
  const withKey = call === null ? '' : `, with key ${call.hint}`
  return insertAudit(tx, { account, by, action, detail: `${id} to ${new URL(url).host}${withKey}` })
}

const insert = async (tx: Database, url: string, creation: Creation): Promise<Webhook> => {
  const { account, caller, idempotencyKey, registration, key } = creation
  await requireBelowMaximum(tx, account)
  const secret = newSecret()
  const id = `wh_${randomBytes(8).toString('hex')}`
  const stored = { secret: encrypt(key, secret), secret_prefix: getPrefix(secret) }
  await insertWebhook(tx, { id, account_id: account, ...registration, url, ...stored })
  await auditWebhook(tx, caller, { account, action: 'webhook created', id, url })
  if (idempotencyKey !== null) {
    const call = { account_id: account, key: idempotencyKey, body_hash: hashRegistration(registration), webhook_id: id }
    await insertIdempotentCall(tx, call)
  }
  const webhook = await selectWebhook(tx, account, id)
  if (webhook === undefined) throw new RangeError(`webhook ${id} is gone`)
  return { ...webhook, secret }
}

export const createWebhook = change
  .meta({
    status: 201,
    showsSecret: true,
    callbacks: true,
    plan: 'live',
    openapi: {
      operationId: 'createWebhook',
      method: 'POST',
      path: '/webhooks',
      tags: ['Webhooks'],
      summary: 'Create a webhook',
      description:
        'Sends events to the URL from now on. Only this response contains the secret that signs the deliveries. Send an `Idempotency-Key` to repeat the call safely within 24 hours; after the webhook it created is deleted, the same key returns 400.',
    },
  })
  .input(WebhookInput)
  .output(envelopeSchema(Webhook))
  .mutation(async ({ ctx, input }) => {
    const account = requireAccount(ctx)
    const idempotencyKey = getIdempotencyKey(ctx)
    const registration = toRegistration(input)
    const creation = { account, caller: ctx.caller, idempotencyKey, registration, key: requireSecretsKey(ctx.webhooks) }
    const { db } = ctx.store
    const earlier = await createdBefore(db, creation)
    if (earlier !== undefined) return { data: earlier, meta: {} }
    await requireCompetitions(ctx, registration.competitions)
    await requireBelowMaximum(db, account)
    const url = await requireTarget(ctx, registration.url)
    const data = await ctx.store.lockingTransaction(async (tx) => {
      await lockAccount(tx, account)
      return (await createdBefore(tx, creation)) ?? insert(tx, url, creation)
    })
    return { data, meta: {} }
  })

export const removeWebhook = change
  .meta({
    plan: 'live',
    openapi: {
      operationId: 'removeWebhook',
      method: 'DELETE',
      path: '/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Delete a webhook',
      description: 'Stops all deliveries to the URL; waiting deliveries are cancelled. Returns the deleted webhook.',
    },
  })
  .input(OneWebhook)
  .output(envelopeSchema(Webhook))
  .mutation(async ({ ctx, input: { id } }) => {
    const account = requireAccount(ctx)
    const data = await ctx.store.lockingTransaction(async (tx) => {
      await lockAccount(tx, account)
      const removed = await selectWebhook(tx, account, id)
      if (removed === undefined) throw notFound('webhook', id)
      await deleteWebhook(tx, account, id)
      await auditWebhook(tx, ctx.caller, { account, action: 'webhook deleted', id, url: removed.url })
      return removed
    })
    return { data, meta: {} }
  })

export const testWebhook = change
  .meta({
    plan: 'live',
    waitsForReceiver: true,
    openapi: {
      operationId: 'testWebhook',
      method: 'POST',
      path: '/webhooks/{id}/test',
      tags: ['Webhooks'],
      summary: 'Send a test event',
      description:
        'Sends the final score that came or was corrected last, of those that the webhook covers, to its URL, immediately and once, marked with `test` = true; `last_status` is the HTTP status of the response. A test does not wait for other deliveries of the webhook. Returns 404 if the webhook covers no final game yet, and 400 if the webhook is disabled or another test of it is in progress.',
    },
  })
  .input(OneWebhook)
  .output(envelopeSchema(Webhook))
  .mutation(async ({ ctx, input: { id } }) => {
    const account = requireAccount(ctx)
    const { store, webhooks } = ctx
    const existing = await selectWithSecret(store.db, account, id)
    if (existing === undefined) throw notFound('webhook', id)
    const { webhook, secret } = existing
    if (webhook.status === 'disabled') throw badRequest(`Webhook ${id} is disabled; add a new one in its place.`)
    const key = requireSecretsKey(webhooks)
    const newest = await selectNewestFinal(store, webhook.competitions)
    const state = newest === undefined ? undefined : (await selectGamesWithRevisions(store.db, [newest])).get(newest)
    if (state === undefined) throw new ServiceError('not_found', `Webhook ${id} covers no final game yet.`)

    const event = testEvent(state)
    const claim = await claimTest(store, id, event)
    if (claim === null) throw badRequest(`A test of webhook ${id} is under way; try again when it has ended.`)
    const delivery = { url: webhook.url, secret, event_id: event.id, type: event.type, body: event.body }
    const attempt = await sendSigned(delivery, key, { rules: webhooks.rules })
    const { status, error, duration } = attempt
    webhooks.onTestAttempt({
      webhook: id,
      delivery: event.id,
      number: 1,
      test: true,
      resent: false,
      status,
      error,
      duration,
    })
    await recordAttempts(store, [{ claim, resent: false, attempt, next: nextStep(attempt, 1, NO_RETRY) }])
    if (attempt.error === 'secret') throw unreadableSecret(id)
    const data = await selectWebhook(store.db, account, id)
    if (data === undefined) throw notFound('webhook', id)
    return { data, meta: {} }
  })

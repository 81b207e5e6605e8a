import { answerOf, OneWebhook, Webhook } from '../contract/index.ts'
import { badRequest, notFound, ServiceError } from '../errors.ts'
import { selectGameState } from '../games/detail-queries.ts'
import { action } from '../trpc.ts'
import { accountOf } from './account.ts'
import { acknowledge } from './acknowledge-queries.ts'
import { claimTest } from './claim-queries.ts'
import { deliver } from './deliver.ts'
import { finalEvent } from './event.ts'
import { selectNewestFinal, selectWebhook, selectWithSecret } from './queries.ts'
import { verdict } from './schedule.ts'
import { LEASE, requireSecretsKey, unreadableSecret } from './settings.ts'

/** A test is tried once. */
const ONCE = { waits: [], jitter: 0, patience: 1 }

export const testWebhook = action(
  {
    method: 'POST',
    plan: 'live',
    path: '/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends the newest final score that the webhook covers to its URL, immediately and once, marked with `test` = true; `last_status` is the HTTP status of the response. A test does not wait for other deliveries of the webhook. Returns 404 if the webhook covers no final game yet, and 400 if the webhook is disabled or another test of it is in progress.',
    input: OneWebhook,
    output: answerOf(Webhook),
  },
  async ({ ctx, input: { id } }) => {
    const account = accountOf(ctx)
    const { store, webhooks } = ctx
    const found = await selectWithSecret(store.db, account, id)
    if (found === undefined) throw notFound('webhook', id)
    const { webhook, secret } = found
    if (webhook.status === 'disabled') throw badRequest(`Webhook ${id} is disabled; add a new one in its place.`)
    const key = requireSecretsKey(webhooks)
    const newest = await selectNewestFinal(store, webhook.competitions)
    if (newest === undefined) throw new ServiceError('not_found', `Webhook ${id} covers no final game yet.`)

    const event = finalEvent(await selectGameState(store.db, newest), { test: true })
    const claimed = await claimTest(store, id, event, { lease: LEASE })
    if (claimed === null) throw badRequest(`A test of webhook ${id} is under way; try again when it has ended.`)
    const { type, body } = event
    const addressed = { url: webhook.url, secret, event_id: event.id, type, body }
    const made = await deliver(addressed, { key, rules: webhooks.rules })
    await acknowledge(store, [{ claimed, made, verdict: verdict(made, 1, ONCE) }])
    if (made.error === 'secret') throw unreadableSecret(id)
    const data = await selectWebhook(store.db, account, id)
    if (data === undefined) throw notFound('webhook', id)
    return { data, meta: {} }
  },
)

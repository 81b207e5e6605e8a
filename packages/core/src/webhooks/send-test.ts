import { answerOf, OneWebhook, Webhook } from '../contract/index.ts'
import { badRequest, notFound, ServiceError } from '../errors.ts'
import { selectGameState } from '../games/queries.ts'
import { action } from '../trpc.ts'
import { accountOf } from './account.ts'
import { deliver } from './deliver.ts'
import { insertTest } from './delivery-queries.ts'
import { finalEvent } from './event.ts'
import { selectNewestFinal, selectSecret, selectWebhook } from './queries.ts'
import { requireSecretsKey } from './settings.ts'

export const testWebhook = action(
  {
    method: 'POST',
    plan: 'live',
    path: '/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Sends a test delivery',
    description:
      'Sends the newest final score that the webhook covers to its address now, once, marked with `test` = true; `last_status` says what the address answered. 404 while there is no such game, 400 for a disabled webhook.',
    input: OneWebhook,
    output: answerOf(Webhook),
  },
  async ({ ctx, input: { id } }) => {
    const account = accountOf(ctx)
    const { store, webhooks } = ctx
    const webhook = await selectWebhook(store.db, account, id)
    if (webhook === undefined) throw notFound('webhook', id)
    if (webhook.status === 'disabled') throw badRequest(`Webhook ${id} is disabled; add a new one in its place.`)
    const key = requireSecretsKey(webhooks)
    const newest = await selectNewestFinal(store, webhook.competitions)
    if (newest === undefined) throw new ServiceError('not_found', `Webhook ${id} covers no final game yet.`)

    const event = finalEvent(await selectGameState(store.db, newest), { test: true })
    const { type, body } = event
    const secret = await selectSecret(store.db, id)
    const attempt = await deliver(
      { url: webhook.url, secret, event_id: event.id, type, body },
      { key, rules: webhooks.rules },
    )
    await insertTest(store, id, event, attempt)
    const data = await selectWebhook(store.db, account, id)
    if (data === undefined) throw notFound('webhook', id)
    return { data, meta: {} }
  },
)

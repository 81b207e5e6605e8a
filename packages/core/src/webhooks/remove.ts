import { answerOf, OneWebhook, Webhook } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { action } from '../trpc.ts'
import { accountOf } from './account.ts'
import { deleteWebhook, lockAccount, selectWebhook } from './queries.ts'

export const removeWebhook = action(
  {
    method: 'DELETE',
    plan: 'live',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Stops all deliveries to the URL; waiting deliveries are cancelled. Returns the deleted webhook.',
    input: OneWebhook,
    output: answerOf(Webhook),
  },
  async ({ ctx, input: { id } }) => {
    const account = accountOf(ctx)
    const data = await ctx.store.db.transaction(async (tx) => {
      await lockAccount(tx, account)
      const removed = await selectWebhook(tx, account, id)
      if (removed === undefined) throw notFound('webhook', id)
      await deleteWebhook(tx, account, id)
      return removed
    })
    return { data, meta: {} }
  },
)

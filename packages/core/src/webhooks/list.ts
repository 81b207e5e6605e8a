import { listOf, NoParameters, Webhook } from '../contract/index.ts'
import { wholeList } from '../paging.ts'
import { operation } from '../trpc.ts'
import { accountOf } from './account.ts'
import { selectWebhooks } from './queries.ts'

export const listWebhooks = operation(
  {
    plan: 'live',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'The webhooks of the account, newest first, with their deliveries of the last 24 hours.',
    input: NoParameters,
    output: listOf(Webhook, 10_000),
  },
  async ({ ctx }) => {
    const data = await selectWebhooks(ctx.store, accountOf(ctx))
    return { data, meta: wholeList(ctx, data.length) }
  },
)

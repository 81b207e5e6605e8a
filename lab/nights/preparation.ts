import { WebhookEventType } from '../../packages/core/src/contract/index.ts'
import { buildBundle, type Script } from './league.ts'
import type { Machine } from './machine.ts'
import type { Receiver } from './receiver.ts'
import type { Server } from './server.ts'

const MINUTE = 60_000

/** A key with a limit of calls in a minute, and one without. */
export type Keys = { limited: string; unlimited: string }

/** What there is before a night: games of last week, accounts with keys, and webhooks. */
export const prepareNight = async (
  machine: Machine,
  server: Server,
  { corrected, receivers }: { corrected: readonly Script[]; receivers: readonly Receiver[] },
): Promise<Keys> => {
  let keys: Keys | undefined
  await machine.runUntil(() => server.isReady, MINUTE)
  machine.start('operator', 0, async () => {
    keys = await server.call(async (core) => {
      for (const script of corrected) {
        const [state] = script.states
        // These games ended before there was a webhook or a stream to notify.
        await core.ingest(buildBundle(script, state ?? null, state ?? null), { notify: false })
      }
      const account = await core.accounts.create({ email: 'one@example.org', plan: 'complete' })
      const { webhooks } = await core.callerFor(account.id)
      for (const receiver of receivers) {
        // One of them names all types.
        const events = receiver === receivers[0] ? { events: [...WebhookEventType.options] } : {}
        const { data } = await webhooks.create({ url: `http://${receiver.address}/hook`, ...events })
        receiver.secret = data.secret ?? ''
      }
      const other = await core.accounts.create({ email: 'two@example.org', plan: 'archive' })
      return {
        limited: (await core.keys.create(account.id)).key,
        unlimited: (await core.keys.create(other.id)).key,
      }
    })
  })
  await machine.runUntil(() => keys !== undefined, MINUTE)
  if (keys === undefined) throw new Error('the night could not be prepared')
  return keys
}

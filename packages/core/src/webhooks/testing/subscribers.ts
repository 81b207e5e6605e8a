import { onTestFinished } from 'vitest'
import type { NewWebhook, Plan } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import type { Worker, WorkerOptions } from '../worker.ts'

/** Settings of a core whose webhooks are on this machine. */
export const LOCAL = { secretsKey: 'ab'.repeat(32), allowPrivateWebhooks: true }

/** An account that subscribes. */
export const subscriber = async (core: Core, email = 'one@example.org', plan: Plan = 'live') => {
  const { id } = await core.accounts.create({ email, plan })
  const api = await core.callerOf(id)
  return {
    id,
    api: api.webhooks,
    /** Adds a webhook. */
    subscribe: async (webhook: NewWebhook) => (await api.webhooks.create(webhook)).data,
    /** One of its webhooks as it is now. */
    look: async (webhook: string) => {
      const found = (await api.webhooks.list({})).data.find(({ id: one }) => one === webhook)
      if (found === undefined) throw new RangeError(`there is no webhook ${webhook}`)
      return found
    },
  }
}

/** Starts a worker that waits hardly at all between tries; it stops with the test. */
export const work = async (core: Core, options: Partial<WorkerOptions> = {}): Promise<Worker> => {
  const schedule = { waits: Array<number>(7).fill(0.01), jitter: 0, patience: 2 }
  const onError = (error: unknown) => {
    throw error
  }
  const worker = await core.startWorker({ sendEmail: async () => {}, poll: 20, schedule, onError, ...options })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= worker.stop())
  onTestFinished(stop)
  return { stop }
}

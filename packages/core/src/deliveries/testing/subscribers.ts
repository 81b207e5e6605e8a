import { onTestFinished } from 'vitest'
import type { WebhookInput, Plan } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import type { Worker, WorkerOptions } from '../worker.ts'

/** Core options that allow webhooks on 127.0.0.1. */
export const LOCAL_WEBHOOKS = { secretsKey: 'ab'.repeat(32), allowPrivateWebhooks: true }

/** Creates an account and returns its webhook operations. */
export const createSubscriber = async (core: Core, email = 'one@example.org', plan: Plan = 'live') => {
  const { id } = await core.accounts.create({ email, plan })
  const api = await core.callerFor(id)
  return {
    id,
    api: api.webhooks,
    /** Creates a webhook. */
    subscribe: async (webhook: WebhookInput) => (await api.webhooks.create(webhook)).data,
    /** Reads one of its webhooks. */
    get: async (webhookId: string) => {
      const webhook = (await api.webhooks.list({})).data.find((each) => each.id === webhookId)
      if (webhook === undefined) throw new RangeError(`there is no webhook ${webhookId}`)
      return webhook
    },
  }
}

/** Starts a worker with short delays between attempts. It stops when the test ends. */
export const startTestWorker = async (core: Core, options: Partial<WorkerOptions> = {}): Promise<Worker> => {
  const schedule = { delays: Array<number>(7).fill(0.01), jitter: 0, maxRetryAfterFactor: 2 }
  const onError = (error: unknown) => {
    throw error
  }
  const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20, schedule, onError, ...options })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= worker.stop())
  onTestFinished(stop)
  return { stop }
}

import type { KeyObject } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { createAcknowledger } from './acknowledger.ts'
import { createAlarm } from './alarm.ts'
import { createChores } from './chores.ts'
import type { Claimed } from './claim-queries.ts'
import { createClaimer } from './claimer.ts'
import { runLoop } from './loop.ts'
import type { SendEmail } from './mailer.ts'
import { CHANNEL } from './outbox-queries.ts'
import { SCHEDULE, type Schedule } from './schedule.ts'
import { ANSWER_TIME, MARGIN, PER_WEBHOOK } from './settings.ts'
import type { TargetRules } from './target.ts'
import { tryDelivery, type TryEntry } from './try-delivery.ts'

/** How a worker works; what is left out is as in production. */
export type WorkerOptions = {
  /** Sends an e-mail to an account holder; one that it throws on is tried again later. */
  sendEmail: SendEmail
  /** Deliveries under way at a time in this process; 512 when left out. */
  concurrency?: number
  /** Deliveries under way at a time to one webhook, over all processes. */
  per_webhook?: number
  /** Milliseconds between looks at the database when nothing wakes the worker. */
  poll?: number
  /** Milliseconds a receiver has for the whole answer. */
  timeout?: number
  /** Milliseconds that a claim outlasts that time, to be acknowledged in: then another worker may send it again. */
  margin?: number
  schedule?: Schedule
  onTry?: (entry: TryEntry) => void
  onError?: (error: unknown) => void
}

/** A worker that runs. */
export type Worker = {
  /** Claims nothing more, waits for what is under way, and ends. */
  stop: () => Promise<void>
}

type Setting = { store: Store; key: KeyObject; rules: TargetRules }

/**
 * Starts to deliver what is due, until stopped. Any number of workers, in as many processes, share the work. An event
 * is delivered at least once: when a worker dies, what it had claimed is sent by another after its lease.
 */
export const startWorker = async ({ store, key, rules }: Setting, options: WorkerOptions): Promise<Worker> => {
  const { concurrency = 512, per_webhook = PER_WEBHOOK, poll = 1000 } = options
  const { timeout = ANSWER_TIME, margin = MARGIN, schedule = SCHEDULE } = options
  const { sendEmail, onTry = () => {}, onError = () => {} } = options
  const lease = timeout + margin
  const stopping = new AbortController()
  const { signal } = stopping
  const alarm = createAlarm()
  const claim = createClaimer(store, { per_webhook, lease: lease / 1000 }, signal)
  const acknowledge = createAcknowledger(store, signal)
  const chores = createChores({ store, sendEmail, poll, onError, signal })
  const trying = { key, rules, timeout, lease, schedule, onTry, acknowledge }

  const unlisten = await store.listen(CHANNEL, alarm.ring)
  const tryOne = (claimed: Claimed) => tryDelivery(claimed, trying)
  const working = runLoop({ claim, tryOne, chores, alarm, concurrency, poll, onError }, signal)
  return {
    stop: async () => {
      stopping.abort()
      alarm.ring()
      await working
      await unlisten()
    },
  }
}

import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { batched } from '../batch.ts'
import type { Store } from '../store/index.ts'
import { createAlarm } from './alarm.ts'
import { deliver } from './deliver.ts'
import { createChores } from './chores.ts'
import { acknowledge, claimDeliveries, releaseDeliveries, type Claimed, type Told } from './delivery-queries.ts'
import type { SendEmail } from './mailer.ts'
import { CHANNEL } from './outbox-queries.ts'
import { SCHEDULE, verdict, type Schedule } from './schedule.ts'
import type { Try } from './send.ts'
import { ANSWER_TIME, MARGIN, PER_WEBHOOK } from './settings.ts'
import type { TargetRules } from './target.ts'

/** One try as a log wants to know it; the address is not in it, since it may carry what is secret. */
export type TryEntry = { webhook: string; delivery: string; number: number } & Pick<
  Try,
  'status' | 'error' | 'duration'
>

/** How a worker works; what is left out is as in production. */
export type WorkerOptions = {
  /** Sends a letter to an account holder; one that it throws on is tried again later. */
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

/** Milliseconds between two attempts to acknowledge what the database did not take. */
const PAUSE = 500

type Setting = { store: Store; key: KeyObject; rules: TargetRules }

/**
 * Starts to deliver what is due, until stopped. Any number of workers, in as many processes, share the work. An event
 * is delivered at least once: when a worker dies, what it had claimed is sent by another after its lease.
 */
export const startWorker = async ({ store, key, rules }: Setting, options: WorkerOptions): Promise<Worker> => {
  const { concurrency = 512, per_webhook = PER_WEBHOOK, poll = 1000 } = options
  const { timeout = ANSWER_TIME, margin = MARGIN, schedule = SCHEDULE } = options
  const { sendEmail, onTry = () => {}, onError = () => {} } = options
  const alarm = createAlarm()
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const chores = createChores({ store, sendEmail, onError, signal: stopping.signal })
  let past = ''

  const tell = batched(async (told: Told[]) => {
    await acknowledge(store, told)
    return told.map(() => true as const)
  })

  /** Acknowledges as long as the claim lasts: what was answered is not to be sent again because the database was away. */
  const acknowledgeUntil = async (end: number, told: Told): Promise<void> => {
    try {
      await tell(told)
    } catch (error) {
      if (stopping.signal.aborted || performance.now() > end) throw error
      await sleep(PAUSE)
      await acknowledgeUntil(end, told)
    }
  }

  const attempt = async (claimed: Claimed): Promise<void> => {
    const end = performance.now() + timeout + margin
    const { webhook_id, event_id, tries } = claimed
    const made = await deliver(claimed, { key, rules, timeout })
    const { status, error, duration } = made
    onTry({ webhook: webhook_id, delivery: event_id, number: tries + 1, status, error, duration })
    await acknowledgeUntil(end, { claimed, attempt: made, verdict: verdict(made, tries + 1, schedule) })
  }

  /** What has ended leaves a place, and what was passed over while it was acknowledged is to be had again. */
  const begin = (claimed: Claimed): void => {
    const working = attempt(claimed)
      .catch(onError)
      .finally(() => {
        underWay.delete(working)
        alarm.ring()
      })
    underWay.add(working)
  }

  /** Claims once round the webhooks, from where it left off. */
  const claim = async (): Promise<void> => {
    const most = concurrency - underWay.size
    if (most <= 0) return
    const from = past
    const claimed = await claimDeliveries(store, { past: from, most, per_webhook, lease: (timeout + margin) / 1000 })
    if (stopping.signal.aborted) return releaseDeliveries(store, claimed)
    claimed.forEach(begin)
    const atTheEnd = claimed.length < most
    past = atTheEnd ? '' : (claimed.at(-1)?.webhook_id ?? '')
    if (atTheEnd && from !== '') await claim()
  }

  const work = async (): Promise<void> => {
    for (let chored = -Infinity; !stopping.signal.aborted;) {
      if (performance.now() - chored >= poll) {
        chored = performance.now()
        chores.begin()
      }
      await claim().catch(onError)
      if (!stopping.signal.aborted) await alarm.wait(poll)
    }
  }

  const unlisten = await store.listen(CHANNEL, alarm.ring)
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      alarm.ring()
      await working
      await Promise.all([...underWay, chores.settled()])
      await unlisten()
    },
  }
}

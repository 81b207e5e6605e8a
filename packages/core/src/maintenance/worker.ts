import { type Background, startDelivering, type Worker, type WorkerOptions } from '../deliveries/worker.ts'
import type { Store } from '../store/index.ts'
import type { SendEmail } from '../mail/mailer.ts'
import { sendQueuedEmails, pruneEmails } from '../mail/queries.ts'
import { createOutageReport } from '../telemetry.ts'
import { pruneAudit } from '../accounts/audit-queries.ts'
import { pruneExpired } from '../accounts/sign-in.ts'
import { pruneWriteCalls } from '../accounts/write-key-queries.ts'
import { pruneDeliveries } from '../deliveries/outbox-queries.ts'
import { BadSecretsKey } from '../deliveries/secrets.ts'
import type { WebhookSettings } from '../deliveries/settings.ts'
import { sealDueDays } from '../forecasts/seal.ts'
import { closeUnplayed } from '../ingest/close-unplayed.ts'
import { pruneUsage } from '../usage/queries.ts'

/** Milliseconds between two rounds of hourly work. */
const HOUR = 3_600_000
/** Milliseconds after which a process without a worker looks whether work is due, or tries again what has failed. */
const MINUTE = 60_000

/** Work that is due every hour. It ends early when the signal is aborted. */
type HourlyWork = (signal: AbortSignal) => Promise<unknown>

type MaintenanceOptions = {
  store: Store
  sendEmail: SendEmail
  /** What to do every hour, one after the other. */
  hourly: readonly HourlyWork[]
  /** Minimum milliseconds between two runs. */
  interval: number
  onError: (error: unknown) => void
  signal: AbortSignal
}

/** Creates the work of a worker besides delivering: sending e-mails, and hourly work such as pruning. */
const createMaintenance = ({ store, sendEmail, hourly, interval, onError, signal }: MaintenanceOptions): Background => {
  let lastStart = -Infinity
  let lastHourly = -Infinity
  let running: Promise<void> | undefined
  const outages = createOutageReport(onError)

  const runHourly = async (): Promise<void> => {
    if (performance.now() - lastHourly < HOUR) return
    for (const work of hourly) if (!signal.aborted) await work(signal)
    lastHourly = performance.now()
  }

  return {
    start: () => {
      if (performance.now() - lastStart < interval) return
      lastStart = performance.now()
      running ??= sendQueuedEmails(store, sendEmail, onError, signal)
        .then(runHourly)
        .then(outages.succeeded)
        .catch(outages.failed)
        .finally(() => {
          running = undefined
        })
    },
    finished: async () => running,
  }
}

/** Milliseconds in which the statements of a worker are answered: shorter than its leases, which it renews. */
const DEADLINE = 2000

/** What is done every hour, one after the other. */
const listHourlyWork = (store: Store, deliveryDays: number, now: () => Date): HourlyWork[] => [
  () => sealDueDays(store, now()),
  (signal) => pruneDeliveries(store, deliveryDays, signal),
  () => pruneEmails(store),
  () => closeUnplayed(store, now()),
  (signal) => pruneUsage(store, signal),
  () => pruneExpired(store),
  (signal) => pruneAudit(store, signal),
  () => pruneWriteCalls(store),
]

/**
 * Starts a worker: it delivers events, sends e-mails, and does the hourly work, until it is stopped.
 * @throws BadSecretsKey without a key to decrypt the secrets with
 */
export const startWorker = (
  store: Store,
  { key, rules, deliveryDays }: WebhookSettings,
  now: () => Date,
  options: WorkerOptions,
): Promise<Worker> => {
  if (key === null)
    throw new BadSecretsKey(
      'Webhooks need SECRETS_KEY: the one that the database was used with before, or else 32 random bytes, for instance from "openssl rand -base64 32".',
    )
  const workerStore = store.withDeadline(DEADLINE)
  const hourly = listHourlyWork(workerStore, deliveryDays, now)
  return startDelivering(
    {
      store: workerStore,
      key,
      rules,
      background: ({ pollInterval: interval, ...mail }, signal) =>
        createMaintenance({ store: workerStore, ...mail, hourly, interval, signal }),
    },
    options,
  )
}

/** Does the work of a worker except delivering, until it is stopped: for a process without a key, which has no webhooks. */
export const startMaintenance = (
  store: Store,
  { deliveryDays }: Pick<WebhookSettings, 'deliveryDays'>,
  now: () => Date,
  { sendEmail, onError = () => {} }: Pick<WorkerOptions, 'sendEmail' | 'onError'>,
): Worker => {
  const stopping = new AbortController()
  const { signal } = stopping
  const maintained = store.withDeadline(DEADLINE)
  const hourly = listHourlyWork(maintained, deliveryDays, now)
  const work = createMaintenance({ store: maintained, sendEmail, hourly, interval: 0, onError, signal })
  work.start()
  const timer = setInterval(work.start, MINUTE)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await work.finished()
    },
  }
}

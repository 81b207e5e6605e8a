import { pruneAudit } from '../accounts/audit-queries.ts'
import { pruneExpired } from '../accounts/sign-in.ts'
import { pruneDeliveries } from '../deliveries/outbox-queries.ts'
import { BadSecretsKey } from '../deliveries/secrets.ts'
import type { WebhookSettings } from '../deliveries/settings.ts'
import { startDelivering, type Worker, type WorkerOptions } from '../deliveries/worker.ts'
import { closeUnplayed } from '../ingest/close-unplayed.ts'
import { pruneEmails } from '../mail/queries.ts'
import type { Store } from '../store/index.ts'
import { pruneUsage } from '../usage/queries.ts'
import { createMaintenance, type HourlyWork } from './maintenance.ts'

/** Milliseconds in which the statements of a worker are answered: shorter than its leases, which it renews. */
const DEADLINE = 2000

/** What is done every hour, one after the other. */
const listHourlyWork = (store: Store, deliveryDays: number, now: () => Date): HourlyWork[] => [
  (signal) => pruneDeliveries(store, deliveryDays, signal),
  () => pruneEmails(store),
  () => closeUnplayed(store, now()),
  (signal) => pruneUsage(store, signal),
  () => pruneExpired(store),
  (signal) => pruneAudit(store, signal),
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

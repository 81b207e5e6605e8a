import type { Store } from '../store/index.ts'
import type { SendEmail } from './emails.ts'
import { claimEmail, deleteEmail, prune } from './maintenance-queries.ts'

/** Milliseconds between two rounds of hourly work. */
const HOUR = 3_600_000

/** Work that is due every hour. It ends early when the signal is aborted. */
export type HourlyWork = (signal: AbortSignal) => Promise<unknown>

/** Deletes what is stored for some days only: events with their deliveries and attempts after `deliveryDays`. */
export const pruneDeliveries =
  (store: Store, deliveryDays: number): HourlyWork =>
  async (signal) => {
    while (!signal.aborted && (await prune(store, deliveryDays)) > 0);
  }

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

/** The work of a worker besides delivering: sending e-mails, and hourly work such as pruning. It runs in the background. */
export type Maintenance = {
  /** Starts a run, unless one is in progress or has started less than an interval ago. */
  start: () => void
  /** Waits for the run in progress. */
  finished: () => Promise<void>
}

/** Creates the maintenance of one worker. */
export const createMaintenance = ({
  store,
  sendEmail,
  hourly,
  interval,
  onError,
  signal,
}: MaintenanceOptions): Maintenance => {
  let lastStart = -Infinity
  let lastHourly = -Infinity
  let running: Promise<void> | undefined
  let failing = false

  const sendEmails = async (): Promise<void> => {
    for (let due = await claimEmail(store); due !== undefined && !signal.aborted; due = await claimEmail(store)) {
      const { id, ...email } = due
      await sendEmail(email)
        .then(() => deleteEmail(store, id))
        .catch(onError)
    }
  }

  const runHourly = async (): Promise<void> => {
    if (performance.now() - lastHourly < HOUR) return
    for (const work of hourly) if (!signal.aborted) await work(signal)
    lastHourly = performance.now()
  }

  return {
    start: () => {
      if (performance.now() - lastStart < interval) return
      lastStart = performance.now()
      running ??= sendEmails()
        .then(runHourly)
        .then(() => {
          failing = false
        })
        .catch((error: unknown) => {
          if (!failing) onError(error) // of consecutive errors the first, so that an outage is logged once
          failing = true
        })
        .finally(() => {
          running = undefined
        })
    },
    finished: async () => running,
  }
}

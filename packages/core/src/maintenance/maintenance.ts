import type { Background } from '../deliveries/worker.ts'
import type { Store } from '../store/index.ts'
import type { SendEmail } from '../mail/mailer.ts'
import { sendQueuedEmails } from '../mail/queries.ts'
import { createOutageReport } from '../telemetry.ts'

/** Milliseconds between two rounds of hourly work. */
const HOUR = 3_600_000

/** Work that is due every hour. It ends early when the signal is aborted. */
export type HourlyWork = (signal: AbortSignal) => Promise<unknown>

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
export const createMaintenance = ({
  store,
  sendEmail,
  hourly,
  interval,
  onError,
  signal,
}: MaintenanceOptions): Background => {
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

import type { Store } from '../store/index.ts'
import { prune } from './delivery-queries.ts'
import { claimEmail, deleteEmail } from './email-queries.ts'
import type { SendEmail } from './mailer.ts'

/** Milliseconds between prunings. */
const PRUNING = 3_600_000

type Setting = { store: Store; sendEmail: SendEmail; onError: (error: unknown) => void; signal: AbortSignal }

/** What a worker does beside delivering, holding up no delivery: it sends letters and forgets what is long over. */
export const createChores = ({ store, sendEmail, onError, signal }: Setting) => {
  let pruned = -Infinity
  let underWay: Promise<void> | undefined

  const sendEmails = async (): Promise<void> => {
    for (let email = await claimEmail(store); email !== undefined && !signal.aborted; email = await claimEmail(store)) {
      const { id, ...letter } = email
      await sendEmail(letter)
        .then(() => deleteEmail(store, id))
        .catch(onError)
    }
  }

  const forget = async (): Promise<void> => {
    if (performance.now() - pruned < PRUNING) return
    while (!signal.aborted && (await prune(store)) > 0);
    pruned = performance.now()
  }

  return {
    /** Begins, unless it is at it already. */
    begin: (): void => {
      underWay ??= sendEmails()
        .then(forget)
        .catch(onError)
        .finally(() => {
          underWay = undefined
        })
    },
    /** Waits for what is under way. */
    settled: async (): Promise<void> => underWay,
  }
}

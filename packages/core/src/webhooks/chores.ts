import type { Store } from '../store/index.ts'
import { claimEmail, deleteEmail } from './email-queries.ts'
import type { SendEmail } from './mailer.ts'
import { prune } from './prune-queries.ts'

/** Milliseconds between prunings. */
const PRUNING = 3_600_000

type Setting = {
  store: Store
  sendEmail: SendEmail
  /** Milliseconds between two beginnings at least. */
  poll: number
  onError: (error: unknown) => void
  signal: AbortSignal
}

/** What a worker does beside delivering. */
export type Chores = {
  /** Begins, unless it is at it already or was not long ago. */
  begin: () => void
  /** Waits for what is under way. */
  settled: () => Promise<void>
}

/** Sends e-mails and forgets what is long over, holding up no delivery. */
export const createChores = ({ store, sendEmail, poll, onError, signal }: Setting): Chores => {
  let begun = -Infinity
  let pruned = -Infinity
  let underWay: Promise<void> | undefined

  const sendEmails = async (): Promise<void> => {
    for (let due = await claimEmail(store); due !== undefined && !signal.aborted; due = await claimEmail(store)) {
      const { id, ...email } = due
      await sendEmail(email)
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
    begin: () => {
      if (performance.now() - begun < poll) return
      begun = performance.now()
      underWay ??= sendEmails()
        .then(forget)
        .catch(onError)
        .finally(() => {
          underWay = undefined
        })
    },
    settled: async () => underWay,
  }
}

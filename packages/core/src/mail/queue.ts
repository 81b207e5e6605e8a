import type { Store } from '../store/index.ts'
import type { SendEmail } from './mailer.ts'
import { claimEmail, deleteEmail } from './queries.ts'

/** Sends every queued e-mail that is due, until the signal is aborted. One that cannot be sent becomes due again. */
export const sendQueuedEmails = async (
  store: Store,
  sendEmail: SendEmail,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (let due = await claimEmail(store); due !== undefined && !signal.aborted; due = await claimEmail(store)) {
    const { id, ...email } = due
    await sendEmail(email)
      .then(() => deleteEmail(store, id))
      .catch(onError)
  }
}

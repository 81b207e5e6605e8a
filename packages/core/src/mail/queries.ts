import { randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { emails, selectRows, type Database, type Store } from '../store/index.ts'
import type { Email, SendEmail } from './mailer.ts'

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

/** Queues an e-mail, which is sent once the transaction is committed. */
export const insertEmail = async (tx: Database, { recipient, subject, body }: Email): Promise<void> => {
  const id = `em_${randomBytes(8).toString('hex')}`
  await tx.insert(emails).values({ id, recipient, subject, body })
}

const QueuedEmail = z.object({ id: z.string(), recipient: z.string(), subject: z.string(), body: z.string() })
type QueuedEmail = z.infer<typeof QueuedEmail>

/**
 * Claims an e-mail that is due; undefined if no e-mail is due. Until it is deleted, it becomes due again after 5 minutes,
 * then after twice as long each time, up to 12 hours.
 */
const claimEmail = async ({ db }: Store): Promise<QueuedEmail | undefined> => {
  const [email] = await selectRows(
    db,
    QueuedEmail,
    sql`update emails set attempts = attempts + 1,
          due_at = clock_timestamp() + least(interval '5 minutes' * 2 ^ least(attempts, 10), interval '12 hours')
        where id = (
          select id from emails where due_at <= clock_timestamp() order by due_at limit 1 for update skip locked)
        returning id, recipient, subject, body`,
  )
  return email
}

/** Deletes an e-mail that was sent. */
const deleteEmail = async ({ db }: Store, id: string): Promise<void> => {
  await db.delete(emails).where(eq(emails.id, id))
}

/** Deletes e-mails that could not be sent within 7 days. */
export const pruneEmails = async ({ db }: Store): Promise<void> => {
  await db.delete(emails).where(lt(emails.created_at, sql`now() - interval '7 days'`))
}

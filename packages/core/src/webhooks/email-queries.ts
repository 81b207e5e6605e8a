import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, type Database, type Store } from '../store/index.ts'
import { DISABLED_AT, WARNED_AT } from './failures.ts'

/** A letter to an account holder. */
export type Email = { recipient: string; subject: string; body: string }

type Failing = { id: string; url: string; email: string }

/** Addresses may carry what is secret after their path. */
const shown = (url: string): string => new URL(url).origin

/** Says that deliveries fail, before the webhook is disabled. */
export const warningEmail = ({ id, url, email }: Failing): Email => ({
  recipient: email,
  subject: `Your webhook ${id} is failing`,
  body: `The last ${WARNED_AT} deliveries to your webhook ${id} at ${shown(url)} have failed.

After ${DISABLED_AT} in a row it is disabled, and what still waits for it is not sent. Look at what the address answers:
any 2xx within 10 seconds counts as delivered. "POST /webhooks/${id}/test" sends a test delivery.
`,
})

/** Says that a webhook was disabled. */
export const disabledEmail = ({ id, url, email }: Failing): Email => ({
  recipient: email,
  subject: `Your webhook ${id} was disabled`,
  body: `${DISABLED_AT} deliveries in a row to your webhook ${id} at ${shown(url)} have failed. It is disabled now; what still waited
for it has been cancelled.

Once the address answers again, add a new webhook in its place with "POST /webhooks", and read the scores you
have missed from "GET /games".
`,
})

/** Queues a letter; it goes out when the transaction is committed. */
export const insertEmail = async (tx: Database, { recipient, subject, body }: Email): Promise<void> => {
  const id = `em_${randomBytes(8).toString('hex')}`
  await execute(
    tx,
    sql`insert into emails (id, recipient, subject, body) values (${id}, ${recipient}, ${subject}, ${body})`,
  )
}

const Queued = z.object({ id: z.string(), recipient: z.string(), subject: z.string(), body: z.string() })
type Queued = z.infer<typeof Queued>

/** Letters taken at a time. */
const AT_A_TIME = 10

/** Takes letters that are due; those that are not sent are due again later and later, after 5 minutes up to 12 hours. */
export const claimEmails = async ({ db }: Store): Promise<Queued[]> => {
  const rows = await execute(
    db,
    sql`update emails set claim = claim + 1,
          due_at = clock_timestamp() + least(interval '5 minutes' * 2 ^ least(claim, 10), interval '12 hours')
        where id in (
          select id from emails where due_at <= clock_timestamp() order by due_at limit ${AT_A_TIME}::integer for update skip locked)
        returning id, recipient, subject, body`,
  )
  return rows.map((row) => Queued.parse(row))
}

/** A letter was sent. */
export const deleteEmail = async ({ db }: Store, id: string): Promise<void> => {
  await execute(db, sql`delete from emails where id = ${id}`)
}

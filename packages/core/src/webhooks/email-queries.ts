import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, type Database, type Store } from '../store/index.ts'
import type { Email } from './emails.ts'

/** Queues an e-mail; it goes out when the transaction is committed. */
export const insertEmail = async (tx: Database, { recipient, subject, body }: Email): Promise<void> => {
  const id = `em_${randomBytes(8).toString('hex')}`
  await execute(
    tx,
    sql`insert into emails (id, recipient, subject, body) values (${id}, ${recipient}, ${subject}, ${body})`,
  )
}

const Queued = z.object({ id: z.string(), recipient: z.string(), subject: z.string(), body: z.string() })
type Queued = z.infer<typeof Queued>

/**
 * Takes an e-mail that is due, to be sent at once; undefined when there is none. One that is not sent is due again later
 * and later, after 5 minutes up to 12 hours.
 */
export const claimEmail = async ({ db }: Store): Promise<Queued | undefined> => {
  const [row] = await execute(
    db,
    sql`update emails set claim = claim + 1,
          due_at = clock_timestamp() + least(interval '5 minutes' * 2 ^ least(claim, 10), interval '12 hours')
        where id = (
          select id from emails where due_at <= clock_timestamp() order by due_at limit 1 for update skip locked)
        returning id, recipient, subject, body`,
  )
  return row && Queued.parse(row)
}

/** An e-mail was sent. */
export const deleteEmail = async ({ db }: Store, id: string): Promise<void> => {
  await execute(db, sql`delete from emails where id = ${id}`)
}

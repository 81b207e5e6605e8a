import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Store } from './connection.ts'
import { secrets } from './tables/index.ts'

/** A key at random, made by the first process that asks and the same in all on this database. */
export const sharedSecret = async ({ db }: Store, name: string): Promise<Uint8Array> => {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing()
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, name))
  if (secret === undefined) throw new Error(`secret ${name} is missing`)
  return secret.value
}

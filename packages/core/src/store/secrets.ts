import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Store } from './store.ts'
import { secrets } from './tables/index.ts'

/** Keeps a value under a name, unless there is one already; gives the one that is kept. */
export const keepSecret = async ({ db }: Store, name: string, value: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, name))
  if (secret === undefined) throw new Error(`secret ${name} is missing`)
  return secret.value
}

/** A key at random, made by the first process that asks and the same in all on this database. */
export const sharedSecret = (store: Store, name: string): Promise<Uint8Array> =>
  keepSecret(store, name, randomBytes(32))

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Store } from './store.ts'
import { secrets } from './tables/accounts.ts'

/** Stores a value unless one is stored under that name; returns the stored value. */
export const insertSecretIfAbsent = async (
  { db }: Store,
  name: string,
  value: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> => {
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, name))
  if (secret === undefined) throw new Error(`secret ${name} is missing`)
  return secret.value
}

/** A random key that all processes on this database share; the first one creates it. */
export const getOrCreateSecret = (store: Store, name: string): Promise<Uint8Array> =>
  insertSecretIfAbsent(store, name, randomBytes(32))

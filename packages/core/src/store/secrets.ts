import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Store } from './store.ts'
import { secrets } from './tables/accounts.ts'

/** The value that is stored under a name. */
export const getSecret = async ({ db }: Store, name: string): Promise<Uint8Array | undefined> => {
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, name))
  return secret?.value
}

/** Stores a value unless one is stored under that name; returns the stored value. */
export const insertSecretIfAbsent = async (
  store: Store,
  name: string,
  value: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> => {
  await store.db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const stored = await getSecret(store, name)
  if (stored === undefined) throw new Error(`secret ${name} is missing`)
  return stored
}

/** A random key that all processes on this database share; the first one creates it. */
export const getOrCreateSecret = (store: Store, name: string): Promise<Uint8Array> =>
  insertSecretIfAbsent(store, name, randomBytes(32))

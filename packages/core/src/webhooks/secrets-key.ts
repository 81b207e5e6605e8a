import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepSecret, type Store } from '../store/index.ts'
import { decrypt, encrypt, newSecretsKey, readSecretsKey } from './secret.ts'

/** The key of an embedded database, beside its data and for its owner's eyes only; made where there is none. */
const keyBeside = async (folder: string): Promise<KeyObject> => {
  const file = join(folder, 'secrets.key')
  await writeFile(file, newSecretsKey(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readSecretsKey((await readFile(file, 'utf8')).trim())
}

const keyOf = async ({ embedded, folder }: Store, given: string | undefined): Promise<KeyObject | null> => {
  if (given !== undefined) return readSecretsKey(given)
  if (folder !== null) return keyBeside(folder)
  return embedded ? createSecretKey(randomBytes(32)) : null
}

/**
 * The key that encrypts the secrets of webhooks: the operator's, or one of its own for an embedded database; null
 * on Postgres without one.
 * @throws BadSecretsKey for a text that is no key, and for another key than this database was used with
 */
export const openSecretsKey = async (store: Store, given: string | undefined): Promise<KeyObject | null> => {
  const key = await keyOf(store, given)
  if (key !== null) decrypt(key, await keepSecret(store, 'secrets-key-check', encrypt(key, 'SECRETS_KEY')))
  return key
}

import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepSecret, type Store } from '../store/index.ts'
import { BadSecretsKey, decrypt, encrypt, newSecretsKey, readSecretsKey } from './secret.ts'

/** Writes a new file, unless there is one: all of it or nothing, also where the process dies meanwhile. */
const writeOnce = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}

/** The key of an embedded database, beside its data and for its owner's eyes only; made where there is none. */
const keyBeside = async (folder: string): Promise<KeyObject> => {
  const file = join(folder, 'secrets.key')
  await writeOnce(file, newSecretsKey())
  const text = (await readFile(file, 'utf8')).trim()
  try {
    return readSecretsKey(text)
  } catch (cause) {
    throw new BadSecretsKey(`${file} holds no key: put the one back that was there.`, { cause })
  }
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

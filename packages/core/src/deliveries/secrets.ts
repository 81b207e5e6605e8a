import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { badRequest, type ServiceError } from '../errors.ts'
import { getSecret, insertSecretIfAbsent, getFolderPaths, type Store } from '../store/index.ts'

const KEY_LENGTH = 32
const IV_LENGTH = 12
const TAG_LENGTH = 16
const ALGORITHM = 'aes-256-gcm'

/** The operator's key (SECRETS_KEY) cannot be used. */
export class BadSecretsKey extends Error {
  override name = 'BadSecretsKey'
}

const HOW = 'use 32 random bytes in base64 or hexadecimal, for instance from "openssl rand -base64 32"'

/** Parses SECRETS_KEY: 32 bytes in base64 (either alphabet) or hexadecimal. @throws BadSecretsKey, without the key */
export const parseSecretsKey = (text: string): KeyObject => {
  const hexadecimal = /^[0-9a-f]{64}$/i.test(text)
  if (!hexadecimal && !/^[\w+/-]{43}=?$/.test(text)) throw new BadSecretsKey(`SECRETS_KEY is not a key: ${HOW}.`)
  return createSecretKey(Buffer.from(text, hexadecimal ? 'hex' : 'base64'))
}

/** Generates a value for SECRETS_KEY. */
export const newSecretsKey = (): string => randomBytes(KEY_LENGTH).toString('base64')

/** Encrypts with AES-256-GCM. The result is the initialization vector, the tag and the ciphertext, in this order. */
export const encrypt = (key: KeyObject, text: string): Uint8Array<ArrayBuffer> => {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted])
}

/** @throws BadSecretsKey if the bytes were encrypted with another key, or have been changed or truncated */
export const decrypt = (key: KeyObject, bytes: Uint8Array): string => {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_LENGTH), { authTagLength: TAG_LENGTH })
    decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
    const text = [decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    throw new BadSecretsKey('SECRETS_KEY is not the key that the secrets of this database were encrypted with.')
  }
}

/** Decrypts the secret of a webhook; null if it is damaged or was encrypted with another key. */
export const decryptSecret = (key: KeyObject, bytes: Uint8Array): string | null => {
  try {
    return decrypt(key, bytes)
  } catch (error) {
    if (error instanceof BadSecretsKey) return null
    throw error
  }
}

/** Generates the secret of a webhook: whsec_ and 32 random bytes in hexadecimal. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`

/** The first ten characters of a secret, which may be shown: whsec_ and four more. */
export const getPrefix = (secret: string): string => secret.slice(0, 10)

/** The value of `X-Service-Signature` for a body sent at `t` (Unix time): HMAC-SHA256 keyed with the whole secret. */
export const signBody = (secret: string, t: number, body: string): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`

/** Creates a file unless it exists. A crash leaves either the whole file or no file. */
const createFile = async (file: string, text: string): Promise<void> => {
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

/** The key of an embedded database: a file in its folder that only the owner can read, created at first use. */
const readKeyFile = async (folder: string): Promise<KeyObject> => {
  const file = getFolderPaths(folder).secretsKey
  await createFile(file, newSecretsKey())
  const text = (await readFile(file, 'utf8')).trim()
  try {
    return parseSecretsKey(text)
  } catch (cause) {
    throw new BadSecretsKey(`${file} holds no key: put the one back that was there.`, { cause })
  }
}

/** The name under which a text is stored, encrypted with the key that a database was first used with. */
const KEY_CHECK = 'secrets-key-check'

const chooseKey = async ({ embedded, folder }: Store, secretsKey: string | undefined): Promise<KeyObject | null> => {
  if (secretsKey !== undefined) return parseSecretsKey(secretsKey)
  if (folder !== null) return readKeyFile(folder)
  return embedded ? createSecretKey(randomBytes(KEY_LENGTH)) : null
}

/**
 * Opens the key that encrypts the secrets of webhooks: the operator's, or else the embedded database's own. Null on
 * Postgres without SECRETS_KEY.
 * @throws BadSecretsKey if the text is not a key, or if this database was used with another key before
 */
export const openSecretsKey = async (store: Store, secretsKey: string | undefined): Promise<KeyObject | null> => {
  const key = await chooseKey(store, secretsKey)
  if (key !== null) decrypt(key, await insertSecretIfAbsent(store, KEY_CHECK, encrypt(key, 'SECRETS_KEY')))
  return key
}

/**
 * How SECRETS_KEY and a database fit, without changing either: the folder has its `own` key, the key `matches`, it is `new`
 * because the database was never used with one, it is `missing` and not needed yet, or it was `lost`.
 * @throws BadSecretsKey if the text is not a key, or if this database was used with another key before
 */
export const secretsKeyUse = async (
  store: Store,
  secretsKey: string | undefined,
): Promise<'own' | 'matches' | 'new' | 'missing' | 'lost'> => {
  const stored = await getSecret(store, KEY_CHECK)
  if (secretsKey === undefined) {
    if (store.embedded) return 'own'
    return stored === undefined ? 'missing' : 'lost'
  }
  const key = parseSecretsKey(secretsKey)
  if (stored === undefined) return 'new'
  decrypt(key, stored)
  return 'matches'
}

/** @throws ServiceError bad_request on a server without SECRETS_KEY */
export const requireSecretsKey = ({ key }: { key: KeyObject | null }): KeyObject => {
  if (key === null) throw badRequest('Webhooks are not set up on this server: its operator has to set SECRETS_KEY.')
  return key
}

/** The error for a webhook whose secret cannot be decrypted. Only a new webhook gets another secret. */
export const unreadableSecret = (id: string): ServiceError =>
  badRequest(`The secret of webhook ${id} cannot be read any more; add a new webhook in its place.`)

import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

/** Bytes of the operator's key. */
const KEY_LENGTH = 32
const IV_LENGTH = 12
const TAG_LENGTH = 16
const ALGORITHM = 'aes-256-gcm'

/** The operator's key cannot be used. */
export class BadSecretsKey extends Error {
  override name = 'BadSecretsKey'
}

const HOW = 'use 32 random bytes in base64 or hexadecimal, for instance from "openssl rand -base64 32"'

/** Reads SECRETS_KEY: 32 bytes in base64 (either alphabet) or hexadecimal. @throws BadSecretsKey, without the key */
export const readSecretsKey = (text: string): KeyObject => {
  const hexadecimal = /^[0-9a-f]{64}$/i.test(text)
  if (!hexadecimal && !/^[\w+/-]{43}=?$/.test(text)) throw new BadSecretsKey(`SECRETS_KEY is not a key: ${HOW}.`)
  return createSecretKey(Buffer.from(text, hexadecimal ? 'hex' : 'base64'))
}

/** A new key of the operator, as SECRETS_KEY takes it. */
export const newSecretsKey = (): string => randomBytes(KEY_LENGTH).toString('base64')

/** Encrypts under the operator's key (AES-256-GCM): 12 bytes of initialization vector, 16 of tag, then the text. */
export const encrypt = (key: KeyObject, text: string): Uint8Array<ArrayBuffer> => {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted])
}

/** @throws BadSecretsKey when the bytes were encrypted under another key, or changed or cut short since. */
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

/** The secret of a webhook, decrypted; null when that cannot be done, however often it is tried. */
export const readSecret = (key: KeyObject, bytes: Uint8Array): string | null => {
  try {
    return decrypt(key, bytes)
  } catch (error) {
    if (error instanceof BadSecretsKey) return null
    throw error
  }
}

/** How many characters of a secret may be shown: its prefix and four more. */
const SHOWN = 10

/** A new secret of a webhook: whsec_ and 32 random bytes in hexadecimal. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`

/** What may be shown of a secret. */
export const prefixOf = (secret: string): string => secret.slice(0, SHOWN)

/** The value of `X-Service-Signature` for a body sent at `t` (Unix time): HMAC-SHA256 keyed with the whole secret. */
export const signatureOf = (secret: string, t: number, body: string): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`

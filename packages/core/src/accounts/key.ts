import { hash, randomInt } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const PREFIX = 'bd_'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
/** Characters of a key after its prefix. */
export const KEY_CHARACTERS = RANDOM_LENGTH + CHECKSUM_LENGTH
const SHAPE = new RegExp(`^${PREFIX}[${BASE58}]{${KEY_CHARACTERS}}$`)

/** Six base-58 characters of the SHA-256 of the random part, so that a mistyped key is refused without a query. */
const checksum = (random: string): string => {
  let value = Number.parseInt(hash('sha256', random).slice(0, 12), 16)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text += BASE58.charAt(value % 58)
    value = Math.floor(value / 58)
  }
  return text
}

/** A new key: `bd_`, 32 random base-58 characters (187 bits) and a checksum. It is returned once and never stored. */
export const newKey = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE58.charAt(randomInt(58))).join('')
  return PREFIX + random + checksum(random)
}

/** Whether a text has the prefix, alphabet, length and checksum of a key. */
export const isKey = (text: string): boolean =>
  SHAPE.test(text) &&
  text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH))

/** The stored form of a key: its SHA-256, hexadecimal. */
export const toFingerprint = (key: string): string => hash('sha256', key)

/** A key redacted to its prefix and last four characters, which may be shown. */
export const toHint = (key: string): string => `${PREFIX}…${key.slice(-4)}`

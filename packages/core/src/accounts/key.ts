// `hash` by name would keep Node 20.10 from naming the Node that the package needs.
import crypto from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** How keys begin: those of accounts, which read, and those that write. */
const PREFIXES = { read: 'bd_', write: 'bdw_' } as const
/** What a key is for. */
export type KeyKind = keyof typeof PREFIXES
/** How a write key begins. */
export const WRITE_PREFIX = PREFIXES.write
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
/** Characters of a key after its prefix. */
export const KEY_CHARACTERS = RANDOM_LENGTH + CHECKSUM_LENGTH
const buildShape = (kind: KeyKind): RegExp => new RegExp(`^${PREFIXES[kind]}[${BASE58}]{${KEY_CHARACTERS}}$`)
const SHAPES = { read: buildShape('read'), write: buildShape('write') }

/** Six base-58 characters of the SHA-256 of the random part, so that a mistyped key is refused without a query. */
const checksum = (random: string): string => {
  let value = Number.parseInt(crypto.hash('sha256', random).slice(0, 12), 16)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text += BASE58.charAt(value % 58)
    value = Math.floor(value / 58)
  }
  return text
}

/** A new key: its prefix, 32 random base-58 characters (187 bits) and a checksum. It is returned once and never stored. */
export const newKey = (kind: KeyKind = 'read'): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE58.charAt(crypto.randomInt(58))).join('')
  return PREFIXES[kind] + random + checksum(random)
}

/** Whether a text has the prefix, alphabet, length and checksum of a key. */
export const isKey = (text: string, kind: KeyKind = 'read'): boolean =>
  SHAPES[kind].test(text) && text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(-KEY_CHARACTERS, -CHECKSUM_LENGTH))

/** Why a text that is no valid key is refused. One that looks like a key may be mistyped, or was one once or elsewhere. */
export const describeUnknownKey = (text: string, kind: KeyKind = 'read'): string => {
  if (SHAPES[kind].test(text))
    return 'This service does not know this key: it is mistyped, revoked or of another service.'
  const name = kind === 'read' ? 'key' : 'write key'
  return `Send a valid ${name} as "Authorization: Bearer <key>". A ${name} is ${PREFIXES[kind]} and ${KEY_CHARACTERS} characters.`
}

/** The stored form of a key: its SHA-256, hexadecimal. */
export const toFingerprint = (key: string): string => crypto.hash('sha256', key)

/** A key redacted to its prefix and last four characters, which may be shown. */
export const toHint = (key: string): string => `${key.slice(0, -KEY_CHARACTERS)}…${key.slice(-4)}`

import fc from 'fast-check'
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  BadSecretsKey,
  decrypt,
  encrypt,
  newSecret,
  newSecretsKey,
  prefixOf,
  readSecretsKey,
  signatureOf,
} from './secret.ts'

const key = readSecretsKey(newSecretsKey())

test('what was encrypted is read back under the same key, and is never the same bytes twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const [one, other] = [encrypt(key, text), encrypt(key, text)]
      expect([decrypt(key, one), decrypt(key, other)]).toEqual([text, text])
      expect(Buffer.from(one).equals(other)).toBe(false)
    }),
  )
})

test('under another key, or with a byte changed, it is an error that names SECRETS_KEY and shows nothing', () => {
  const secret = newSecret()
  const encrypted = encrypt(key, secret)
  const other = createSecretKey(randomBytes(32))
  expect(() => decrypt(other, encrypted)).toThrow(BadSecretsKey)
  for (const place of encrypted.keys()) {
    const changed = Buffer.from(encrypted)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => decrypt(key, changed)).toThrow(/SECRETS_KEY/)
  }
})

test('so it is with what was cut short', () => {
  const encrypted = encrypt(key, newSecret())
  for (let length = 0; length < encrypted.length; length++)
    expect(() => decrypt(key, encrypted.subarray(0, length))).toThrow(BadSecretsKey)
})

test('a key is 32 bytes in base64, either alphabet, or hexadecimal', () => {
  const bytes = randomBytes(32)
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    const read = readSecretsKey(bytes.toString(encoding))
    expect(read.export().equals(bytes)).toBe(true)
  }
})

test.each([
  'secret',
  'a'.repeat(63),
  'a'.repeat(42),
  randomBytes(31).toString('base64'),
  randomBytes(33).toString('hex'),
])('anything else is refused without repeating it: %s', (text) => {
  expect(() => readSecretsKey(text)).toThrow(/openssl rand -base64 32/)
  expect(() => readSecretsKey(text)).not.toThrow(text)
})

test('a secret is whsec_ and 32 random bytes; ten characters of it may be shown', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/)
  expect(newSecret()).not.toBe(secret)
  expect(prefixOf(secret)).toMatch(/^whsec_[0-9a-f]{4}$/)
})

test.each([
  ['{}', '31b2b1535a7eccaa0333e827bb2e9a048e1620c0a80f94ea89938fb163c46f27'],
  ['{"name":"Dončić 🏀"}', '232194b9d9b521ac75c0579afd50b10d53a65b0c3ad1cba66f92b0d7ff3b85bf'],
])('the signature of %s is that of the published vectors', (body, digest) => {
  const secret = 'whsec_0123456789abcdef0123456789abcdef'
  expect(signatureOf(secret, 1_760_000_000, body)).toBe(`t=1760000000,v1=${digest}`)
})

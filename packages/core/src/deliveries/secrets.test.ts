import fc from 'fast-check'
import { createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { databases, openCore, testDatabase } from '../testing/index.ts'
import {
  BadSecretsKey,
  decrypt,
  encrypt,
  newSecret,
  newSecretsKey,
  getPrefix,
  parseSecretsKey,
  signBody,
} from './secrets.ts'

const key = parseSecretsKey(newSecretsKey())

test('the same key decrypts a text, and encrypting it twice gives different bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const [one, other] = [encrypt(key, text), encrypt(key, text)]
      expect([decrypt(key, one), decrypt(key, other)]).toEqual([text, text])
      expect(Buffer.from(one).equals(other)).toBe(false)
    }),
  )
})

test('decrypting with another key, or after a byte was changed, throws an error that names SECRETS_KEY', () => {
  const secret = newSecret()
  const encrypted = encrypt(key, secret)
  const other = createSecretKey(randomBytes(32))
  expect(() => decrypt(other, encrypted)).toThrow(BadSecretsKey)
  for (const index of encrypted.keys()) {
    const changed = Buffer.from(encrypted)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => decrypt(key, changed)).toThrow(/SECRETS_KEY/)
  }
})

test('decrypting truncated bytes throws', () => {
  const encrypted = encrypt(key, newSecret())
  for (let length = 0; length < encrypted.length; length++)
    expect(() => decrypt(key, encrypted.subarray(0, length))).toThrow(BadSecretsKey)
})

test('SECRETS_KEY is 32 bytes in base64, either alphabet, or hexadecimal', () => {
  const bytes = randomBytes(32)
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    const read = parseSecretsKey(bytes.toString(encoding))
    expect(read.export().equals(bytes)).toBe(true)
  }
})

test.each([
  'secret',
  'a'.repeat(63),
  'a'.repeat(42),
  randomBytes(31).toString('base64'),
  randomBytes(33).toString('hex'),
])('%s is not a valid SECRETS_KEY, and the message does not repeat it', (text) => {
  expect(() => parseSecretsKey(text)).toThrow(/openssl rand -base64 32/)
  expect(() => parseSecretsKey(text)).not.toThrow(text)
})

test('a secret is whsec_ and 32 random bytes; its prefix has ten characters', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/)
  expect(newSecret()).not.toBe(secret)
  expect(getPrefix(secret)).toMatch(/^whsec_[0-9a-f]{4}$/)
})

test.each([
  ['{}', '31b2b1535a7eccaa0333e827bb2e9a048e1620c0a80f94ea89938fb163c46f27'],
  ['{"name":"Dončić 🏀"}', '232194b9d9b521ac75c0579afd50b10d53a65b0c3ad1cba66f92b0d7ff3b85bf'],
])('the signature of %s equals that of the published test vectors', (body, digest) => {
  const secret = 'whsec_0123456789abcdef0123456789abcdef'
  expect(signBody(secret, 1_760_000_000, body)).toBe(`t=1760000000,v1=${digest}`)
})

describe.each(databases)('on %s', (kind) => {
  test('a database that was used with one key opens only with that key', async () => {
    const database = await testDatabase(kind)
    const secretsKey = newSecretsKey()
    await (await createCore({ database, secretsKey })).close()
    await expect(createCore({ database, secretsKey: newSecretsKey() })).rejects.toThrow(/is not the key/)
    expect((await openCore(database, { secretsKey })).isEmpty).toBeDefined()
  })
})

test('an embedded database creates its key at first use, in a file that only the owner can read', async () => {
  const database = await testDatabase('embedded')
  await (await createCore({ database })).close()
  const file = join(database, 'secrets.key')
  const key = readFileSync(file, 'utf8')
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await (await createCore({ database })).close()
  expect(readFileSync(file, 'utf8')).toBe(key)
})

test('on Postgres without SECRETS_KEY the core opens, but webhooks can be neither created nor delivered to', async () => {
  const core = await openCore(await testDatabase('Postgres'))
  const { id } = await core.accounts.create({ email: 'one@example.org', plan: 'live' })
  const api = await core.callerFor(id)
  await expect(api.webhooks.create({ url: 'https://hooks.example.org/' })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'Webhooks are not set up on this server: its operator has to set SECRETS_KEY.',
  })
  await expect(core.startWorker({ sendEmail: async () => {} })).rejects.toBeInstanceOf(BadSecretsKey)
})

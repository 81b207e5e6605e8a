import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { newFolder } from '../testing/databases.ts'
import { databases, openCore, testDatabase } from '../testing/index.ts'
import { BadSecretsKey, newSecretsKey } from './secret.ts'

describe.each(databases)('on %s', (kind) => {
  test('a database that was used with one key is not opened with another, and is with the same one', async () => {
    const database = await testDatabase(kind)
    const secretsKey = newSecretsKey()
    await (await createCore({ database, secretsKey })).close()
    await expect(createCore({ database, secretsKey: newSecretsKey() })).rejects.toThrow(/is not the key/)
    expect((await openCore(database, { secretsKey })).isEmpty).toBeDefined()
  })
})

test('an embedded database makes a key of its own, beside the data and for its owner alone', async () => {
  const database = newFolder()
  await (await createCore({ database })).close()
  const file = join(database, 'secrets.key')
  const key = readFileSync(file, 'utf8')
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await (await createCore({ database })).close()
  expect(readFileSync(file, 'utf8')).toBe(key)
})

test('on Postgres without a key the core opens, but webhooks can be neither made nor sent', async () => {
  const core = await openCore(await testDatabase('Postgres'))
  const { id } = await core.accounts.create({ email: 'one@example.org', plan: 'live' })
  const api = await core.callerOf(id)
  await expect(api.webhooks.create({ url: 'https://hooks.example.org/' })).rejects.toMatchObject({
    error: 'bad_request',
    message: 'Webhooks are not set up on this server: its operator has to set SECRETS_KEY.',
  })
  expect(() => core.startWorker({ sendEmail: async () => {} })).toThrow(BadSecretsKey)
})

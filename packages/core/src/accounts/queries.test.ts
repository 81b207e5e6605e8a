import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { apiKeys } from '../store/index.ts'
import { tableContents, anyDatabase, sharedCore } from '../testing/index.ts'
import { pruneAudit } from './audit-queries.ts'
import { toFingerprint } from './key.ts'

const bad = (message: RegExp) => ({ code: 'bad_request', message: expect.stringMatching(message) })

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const newAccount = (email = 'name@example.org') => core().accounts.create({ email, plan: 'free' })

  test('only the fingerprint of a key is stored: no table contains the key or its random part', async () => {
    const account = await newAccount()
    const { key } = await core().keys.create(account.id)
    await core().countCall(key, { counts: true })
    const everything = JSON.stringify(await tableContents(core().store))
    const random = key.slice(3, 35)
    for (const secret of [
      key,
      random,
      random.slice(0, 8),
      Buffer.from(key).toString('hex'),
      Buffer.from(key).toString('base64'),
    ])
      expect(everything.toLowerCase()).not.toContain(secret.toLowerCase())
    const [row] = await core().store.db.select().from(apiKeys)
    expect(Buffer.from(row?.fingerprint ?? []).toString('hex')).toBe(toFingerprint(key))
    expect(row?.hint).toBe(`bd_…${key.slice(-4)}`)
  })

  test('a key belongs to its account, and any other text is unauthorized', async () => {
    const [one, two] = [await newAccount('one@example.org'), await newAccount('two@example.org')]
    const key = await core().keys.create(two.id)
    expect(await core().countCall(key.key, { counts: false })).toMatchObject({
      account_id: two.id,
      key_id: key.id,
      plan: 'free',
    })
    expect(one.id).not.toBe(two.id)
    const unknownKey = (await import('./key.ts')).newKey()
    for (const text of [
      '',
      'bd_',
      key.key.slice(0, -1),
      `${key.key} `,
      ` ${key.key}`,
      key.key.toLowerCase(),
      unknownKey,
      key.id,
      toFingerprint(key.key),
    ])
      await expect(core().countCall(text, { counts: true }), text).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('an account has at most 5 active keys; revoking one allows another', async () => {
    const { id } = await newAccount()
    const keys = []
    for (let n = 0; n < 5; n++) keys.push(await core().keys.create(id))
    await expect(core().keys.create(id)).rejects.toMatchObject(bad(/5 active keys/))
    await core().keys.revoke(keys[2]?.id ?? '')
    await core().keys.create(id)
    await expect(core().keys.create(id)).rejects.toMatchObject(bad(/5 active keys/))
    expect(await core().keys.list(id)).toHaveLength(6)
  })

  test('of parallel requests, 5 create a key', async () => {
    const { id } = await newAccount()
    const made = await Promise.allSettled(Array.from({ length: 12 }, () => core().keys.create(id)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await core().keys.list(id)).toHaveLength(5)
  })

  test('a revoked key stops working immediately, and the others go on', async () => {
    const { id } = await newAccount()
    const [first, second] = [await core().keys.create(id), await core().keys.create(id)]
    await core().countCall(first.key, { counts: true })
    const revoked = await core().keys.revoke(first.id)
    await expect(core().countCall(first.key, { counts: true })).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await core().countCall(second.key, { counts: true })).refused).toBeNull()
    expect(await core().keys.revoke(first.id)).toEqual(revoked)
    await expect(core().countCall(first.key, { counts: false })).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('keys are listed newest first, revoked ones included, without the key itself', async () => {
    const { id } = await newAccount()
    const made = []
    for (let n = 0; n < 3; n++) made.push(await core().keys.create(id))
    await core().keys.revoke(made[1]?.id ?? '')
    const listed = await core().keys.list(id)
    expect(listed.map((key) => key.id)).toEqual(made.toReversed().map((key) => key.id))
    expect(listed.map((key) => key.revoked_at !== null)).toEqual([false, true, false])
    const fields = ['account', 'created_at', 'hint', 'id', 'last_used_at', 'name', 'revoked_at']
    for (const key of listed) expect(Object.keys(key).toSorted()).toEqual(fields)
  })

  test('an unknown account or key is not_found', async () => {
    await expect(core().keys.create('ac_00000000')).rejects.toMatchObject({ code: 'not_found' })
    await expect(core().keys.list('ac_00000000')).rejects.toMatchObject({ code: 'not_found' })
    await expect(core().keys.revoke('ak_00000000')).rejects.toMatchObject({ code: 'not_found' })
    await expect(core().accounts.setPlan('ac_00000000', 'live')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([
    '',
    'name',
    'name@',
    '@example.org',
    'name@example',
    'a b@example.org',
    'a@b@example.org',
    'a@example.org b',
    `${'a'.repeat(250)}@b.org`,
    'a\u0000@example.org',
  ])('%j is not an e-mail address', async (email) => {
    await expect(newAccount(email)).rejects.toMatchObject(bad(/is not an e-mail address/))
    expect(await core().accounts.list()).toEqual([])
  })

  test('an e-mail address has one account, in any letter case', async () => {
    expect(await newAccount(' Name@Example.ORG ')).toMatchObject({ email: 'name@example.org' })
    await expect(newAccount('NAME@example.org')).rejects.toMatchObject(bad(/There is an account/))
    expect(await core().accounts.list()).toHaveLength(1)
  })

  test('an account is made an operator and no operator again, which stands in its log once each', async () => {
    const { id } = await newAccount('Boss@example.org')
    expect(await core().accounts.getByEmail(' BOSS@example.org')).toMatchObject({ id, operator: false })
    for (const operator of [false, true, true, false])
      expect(await core().accounts.setOperator(id, operator)).toMatchObject({ id, operator })
    const log = await core().accounts.log(id)
    expect(log.map(({ action, detail }) => [action, detail]).slice(0, -1)).toEqual([
      ['role changed', 'from operator to account holder'],
      ['role changed', 'from account holder to operator'],
    ])
    await expect(core().accounts.setOperator('ac_00000000', true)).rejects.toMatchObject({ code: 'not_found' })
    await expect(core().accounts.getByEmail('nobody@example.org')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the log has 400 days: older actions are pruned, however many', async () => {
    const { id } = await newAccount()
    const { db } = core().store
    await db.execute(sql`insert into audit_log (at, account_id, action, detail)
      select now() - interval '401 days', ${id}, 'signed in', n::text from generate_series(1, 2500) as n`)
    await db.execute(sql`insert into audit_log (at, account_id, action, detail)
      values (now() - interval '399 days', ${id}, 'signed in', 'kept')`)
    await db.execute(sql`update audit_log set at = now() - interval '401 days' where action = 'account created'`)
    await pruneAudit(core().store, new AbortController().signal)
    expect((await core().accounts.log(id)).map(({ detail }) => detail)).toEqual(['kept'])
  })

  test('a change of plan takes effect with the next call of every key', async () => {
    const { id } = await newAccount()
    const [first, second] = [await core().keys.create(id), await core().keys.create(id)]
    expect((await core().countCall(first.key, { counts: true })).plan).toBe('free')
    expect(await core().accounts.setPlan(id, 'archive')).toMatchObject({ id, plan: 'archive' })
    for (const { key } of [first, second]) expect((await core().countCall(key, { counts: true })).plan).toBe('archive')
  })
})

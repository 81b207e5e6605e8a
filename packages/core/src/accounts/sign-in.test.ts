import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { auditLog, signInLinks, signInRequests } from '../store/index.ts'
import { databases, openCore, openTestCore, serviceErrorOf, sharedCore, testDatabase } from '../testing/index.ts'
import { LOCAL_WEBHOOKS, startTestWorker } from '../webhooks/testing/subscribers.ts'
import { pruneExpired } from './sign-in.ts'

let number = 0
/** An address that no other test has. */
const newAddress = () => ({ email: `holder-${++number}@example.org`, address: `192.0.2.${number}`, signUp: false })

describe.each(databases)('signing in on %s', (kind) => {
  const core = sharedCore(kind)

  const holder = async () => {
    const requested = newAddress()
    return { requested, account: await core().accounts.create({ email: requested.email, plan: 'live' }) }
  }
  const request = async (requested: ReturnType<typeof newAddress>): Promise<string> => {
    const link = await core().signIn.request(requested)
    if (link === null) throw new Error('no link')
    return link.token
  }
  const signIn = async (token: string) => {
    const signedIn = await core().signIn.use(token)
    if (signedIn === null) throw new Error('the link is not valid')
    return signedIn
  }
  const age = (table: string, column: string, interval: string) =>
    core().store.db.execute(sql.raw(`update ${table} set ${column} = ${column} - interval '${interval}'`))

  test('a link signs in once, and looking it up does not use it', async () => {
    const { requested, account } = await holder()
    const token = await request(requested)
    expect(await core().signIn.lookUp(token)).toEqual({ email: requested.email, isNew: false })
    expect(await core().signIn.lookUp(token)).toEqual({ email: requested.email, isNew: false })
    const { session, account: signedIn } = await signIn(token)
    expect(signedIn).toEqual(account)
    expect(await core().signIn.session(session)).toEqual(account)
    expect(await core().signIn.use(token)).toBeNull()
    expect(await core().signIn.lookUp(token)).toBeNull()
  })

  test('of calls at the same time with one link, one gets a session', async () => {
    const token = await request((await holder()).requested)
    const sessions = await Promise.all(Array.from({ length: 8 }, () => core().signIn.use(token)))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
  })

  test('a link cannot be used after 15 minutes', async () => {
    const token = await request((await holder()).requested)
    await age('sign_in_links', 'expires_at', '14 minutes 50 seconds')
    expect(await core().signIn.lookUp(token)).not.toBeNull()
    await age('sign_in_links', 'expires_at', '10 seconds')
    expect(await core().signIn.lookUp(token)).toBeNull()
    expect(await core().signIn.use(token)).toBeNull()
  })

  test('a new link voids the earlier one', async () => {
    const { requested } = await holder()
    const first = await request(requested)
    const second = await request(requested)
    expect(await core().signIn.use(first)).toBeNull()
    expect(await core().signIn.use(second)).not.toBeNull()
  })

  test('a token that is no token, or another one, is not valid', async () => {
    const token = await request((await holder()).requested)
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), token.toLowerCase(), 'A'.repeat(43), '\0'.repeat(43)]) {
      expect(await core().signIn.use(wrong)).toBeNull()
      expect(await core().signIn.lookUp(wrong)).toBeNull()
      expect(await core().signIn.session(wrong)).toBeNull()
    }
  })

  test('a link is no session, and a session no link', async () => {
    const { requested } = await holder()
    const token = await request(requested)
    expect(await core().signIn.session(token)).toBeNull()
    const { session } = await signIn(token)
    expect(await core().signIn.use(session)).toBeNull()
  })

  test('without an account there is no link; with sign-up it creates an account on plan free when it is used', async () => {
    const requested = newAddress()
    expect(await core().signIn.request(requested)).toBeNull()
    const token = await request({ ...requested, signUp: true })
    expect(await core().signIn.lookUp(token)).toEqual({ email: requested.email, isNew: true })
    const emails = async () => (await core().accounts.list()).map(({ email }) => email)
    expect(await emails()).not.toContain(requested.email)
    const { account } = await signIn(token)
    expect(account).toMatchObject({ email: requested.email, plan: 'free', operator: false })
    expect(await emails()).toContain(requested.email)
    const actions = (await core().accounts.log(account.id)).map(({ action, actor }) => [action, actor?.id])
    expect(actions).toEqual([
      ['signed in', account.id],
      ['account created', account.id],
    ])
  })

  test('the e-mail address is compared in lower case, and must be one', async () => {
    const { requested } = await holder()
    const token = await request({ ...requested, email: ` ${requested.email.toUpperCase()} ` })
    expect(await core().signIn.lookUp(token)).toMatchObject({ email: requested.email })
    for (const email of ['', 'x', 'a@b', 'a b@example.org', 'a@b@example.org', `${'a'.repeat(250)}@b.org`])
      expect(
        await serviceErrorOf(Promise.resolve().then(() => core().signIn.request({ ...requested, email }))),
      ).toMatchObject({
        code: 'bad_request',
      })
  })

  test.each([
    'a,b@example.org',
    'b@example.org,c',
    'a;b@example.org',
    'a<b@example.org>',
    '<b@example.org>',
    'b@example.org(a)',
    '"b"@example.org',
    'a:b@example.org',
    'b\\@example.org',
    'b@[127.0.0.1.1]',
  ])('%s is no e-mail address: a mail server could send to another one, or to several', async (email) => {
    const requested = { ...newAddress(), email, signUp: true }
    const request = Promise.resolve().then(() => core().signIn.request(requested))
    expect(await serviceErrorOf(request)).toMatchObject({ code: 'bad_request' })
  })

  test('5 links an hour are sent to an e-mail address, whether or not it has an account', async () => {
    const { requested } = await holder()
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) => core().signIn.request({ ...requested, address: `198.51.100.${n}` })),
    )
    expect(results.filter((link) => link !== null)).toHaveLength(5)
    await age('sign_in_requests', 'at', '61 minutes')
    expect(await core().signIn.request(requested)).not.toBeNull()
  })

  test('20 links an hour are requested from a network address', async () => {
    const requested = { ...newAddress(), signUp: true }
    const links: (object | null)[] = []
    for (let n = 0; n < 22; n++)
      links.push(await core().signIn.request({ ...requested, email: `many-${n}@example.org` }))
    expect(links.filter((link) => link !== null)).toHaveLength(20)
  })

  test('a session ends after 30 days, after 7 days without use, and when it is ended', async () => {
    const { requested, account } = await holder()
    const { session: used } = await signIn(await request(requested))
    for (let days = 0; days < 24; days += 6) {
      await age('sessions', 'last_used_at', '6 days')
      await age('sessions', 'expires_at', '6 days')
      expect(await core().signIn.session(used)).toEqual(account)
    }
    await age('sessions', 'expires_at', '6 days')
    expect(await core().signIn.session(used)).toBeNull()
    const { session: idle } = await signIn(await request(requested))
    await age('sessions', 'last_used_at', '7 days')
    expect(await core().signIn.session(idle)).toBeNull()
    const { session: ended } = await signIn(await request(requested))
    await core().signIn.end(ended)
    await core().signIn.end(ended)
    expect(await core().signIn.session(ended)).toBeNull()
  })

  test('signing out everywhere ends all sessions of the account and voids its link, and no others', async () => {
    const [first, other] = [await holder(), await holder()]
    const { session } = await signIn(await request(first.requested))
    const { session: second } = await signIn(await request(first.requested))
    const { session: others } = await signIn(await request(other.requested))
    const link = await request(first.requested)
    await core().signIn.endAll(first.account.id)
    expect(await core().signIn.session(session)).toBeNull()
    expect(await core().signIn.session(second)).toBeNull()
    expect(await core().signIn.use(link)).toBeNull()
    expect(await core().signIn.session(others)).toEqual(other.account)
    expect(await serviceErrorOf(core().signIn.endAll('ac_00000000'))).toMatchObject({ code: 'not_found' })
  })

  test('the operators of the service get a link without limits', async () => {
    const { account } = await holder()
    for (let n = 0; n < 8; n++) expect(await signIn(await core().signIn.linkFor(account.id))).toMatchObject({ account })
    expect(await serviceErrorOf(core().signIn.linkFor('ac_00000000'))).toMatchObject({ code: 'not_found' })
  })

  test('neither tokens nor sessions are stored', async () => {
    const { requested } = await holder()
    const unused = await request({ ...requested, email: (await holder()).requested.email })
    const { session } = await signIn(await request(requested))
    for (const table of ['sign_in_links', 'sessions', 'sign_in_requests', 'audit_log']) {
      const rows = JSON.stringify([...(await core().store.db.execute(sql.raw(`select * from ${table}`)))])
      for (const secret of [unused, session]) expect(rows).not.toContain(secret)
    }
  })

  test('pruning deletes what has expired, and nothing else', async () => {
    const { requested, account } = await holder()
    const { session } = await signIn(await request(requested))
    const link = await request(requested)
    await pruneExpired(core().store)
    expect(await core().signIn.session(session)).toEqual(account)
    expect(await core().signIn.lookUp(link)).not.toBeNull()
    for (const [table, column] of [
      ['sign_in_links', 'expires_at'],
      ['sessions', 'expires_at'],
      ['sign_in_requests', 'at'],
    ] as const)
      await age(table, column, '31 days')
    await pruneExpired(core().store)
    for (const table of ['sign_in_links', 'sessions', 'sign_in_requests'])
      expect([...(await core().store.db.execute(sql.raw(`select * from ${table}`)))]).toEqual([])
  })
})

test('a worker prunes what has expired', async () => {
  const core = await openTestCore('embedded', LOCAL_WEBHOOKS)
  const { email } = await core.accounts.create({ email: 'one@example.org', plan: 'free' })
  await core.signIn.request({ email, address: '192.0.2.1', signUp: false })
  await core.store.db.execute(sql`update sign_in_links set expires_at = now() - interval '1 second'`)
  await core.store.db.execute(sql`update audit_log set at = now() - interval '401 days'`)
  await startTestWorker(core)
  await expect.poll(() => core.store.db.$count(signInLinks)).toBe(0)
  await expect.poll(() => core.store.db.$count(auditLog)).toBe(0)
  expect(await core.store.db.$count(signInRequests)).toBe(2)
})

test('the limits hold over processes', async () => {
  const database = await testDatabase('Postgres')
  const first = await openCore(database)
  const cores: Core[] = [first, await openCore(database), await openCore(database)]
  const { email } = await first.accounts.create({ email: 'many@example.org', plan: 'free' })
  const results = await Promise.all(
    cores.flatMap((core, process) =>
      Array.from({ length: 4 }, (_, n) =>
        core.signIn.request({ email, address: `198.51.100.${process}${n}`, signUp: false }),
      ),
    ),
  )
  expect(results.filter((link) => link !== null)).toHaveLength(5)
})

test('a session of one process is known to the others, and ends in all of them', async () => {
  const database = await testDatabase('Postgres')
  const [first, second] = [await openCore(database), await openCore(database)]
  const account = await first.accounts.create({ email: 'two@example.org', plan: 'free' })
  const signedIn = await first.signIn.use(await first.signIn.linkFor(account.id))
  expect(await second.signIn.session(signedIn?.session ?? '')).toEqual(account)
  await second.signIn.endAll(account.id)
  expect(await first.signIn.session(signedIn?.session ?? '')).toBeNull()
})

test('the audit log names who has done it', async () => {
  const core = await openTestCore('embedded')
  const operator = await core.accounts.create({ email: 'operator@example.org', plan: 'free', operator: true })
  const { id } = await core.accounts.create({ email: 'holder@example.org', plan: 'free' })
  await core.accounts.setPlan(id, 'live', { by: operator.id })
  await core.accounts.setPlan(id, 'live', { by: operator.id })
  const key = await core.keys.create(id, { name: ' My <b>key</b> ', by: id })
  await core.keys.revoke(key.id, { by: operator.id })
  await core.keys.revoke(key.id)
  const log = await core.accounts.log(id)
  expect(log.map(({ action, actor }) => [action, actor?.email ?? null])).toEqual([
    ['key revoked', operator.email],
    ['key created', 'holder@example.org'],
    ['plan changed', operator.email],
    ['account created', null],
  ])
  expect(log.map(({ detail }) => detail).join('\n')).not.toContain(key.key)
  expect(await core.accounts.log(id, { before: log[1]?.number })).toEqual(log.slice(2))
  expect(await core.accounts.log(operator.id)).toMatchObject([{ detail: 'plan free, operator' }])
})

test('a key has a name, and belongs to its account', async () => {
  const core = await openTestCore('embedded')
  const [one, other] = [
    await core.accounts.create({ email: 'one@example.org', plan: 'free' }),
    await core.accounts.create({ email: 'other@example.org', plan: 'free' }),
  ]
  const key = await core.keys.create(one.id, { name: ' Server ' })
  expect(await core.keys.list(one.id)).toMatchObject([
    { id: key.id, name: 'Server', last_used_at: null, revoked_at: null },
  ])
  for (const name of ['x'.repeat(101), 'a\0b', 'two\nlines', 'a\u001B[2Jb', 'a\u2028b', '\uD800'])
    expect(await serviceErrorOf(Promise.resolve().then(() => core.keys.create(one.id, { name })))).toMatchObject({
      code: 'bad_request',
    })
  expect(await serviceErrorOf(core.keys.revoke(key.id, { account: other.id }))).toMatchObject({ code: 'not_found' })
  expect(await core.keys.list(one.id)).toMatchObject([{ revoked_at: null }])
  expect(await core.keys.revoke(key.id, { account: one.id })).toMatchObject({ id: key.id, account: one.id })
})

test('operators see calls, keys and webhooks of all accounts, page by page', async () => {
  const core = await openTestCore('embedded')
  for (const letter of ['b', 'a', 'c']) {
    const { id } = await core.accounts.create({ email: `${letter}@example.org`, plan: 'live' })
    const { key } = await core.keys.create(id)
    if (letter === 'a') for (let n = 0; n < 3; n++) await core.countCall(key, { counts: true })
  }
  const accounts = await core.accounts.overview()
  expect(
    accounts.map(({ email, calls_today, calls_30_days, active_keys }) => [
      email,
      calls_today,
      calls_30_days,
      active_keys,
    ]),
  ).toEqual([
    ['a@example.org', 3, 3, 1],
    ['b@example.org', 0, 0, 1],
    ['c@example.org', 0, 0, 1],
  ])
  expect(accounts[0]).toMatchObject({ plan: 'live', operator: false, active_webhooks: 0, disabled_webhooks: 0 })
  const listed = async (options: Parameters<typeof core.accounts.overview>[0]) =>
    (await core.accounts.overview(options)).map(({ email }) => email)
  expect(await listed({ after: 'a@example.org' })).toEqual(['b@example.org', 'c@example.org'])
  expect(await listed({ after: 'a@example.org', limit: 1 })).toEqual(['b@example.org'])
  expect(await listed({ search: 'B@Ex' })).toEqual(['b@example.org'])
  expect(await listed({ search: accounts[2]?.id })).toEqual(['c@example.org'])
  for (const search of ['%', '_', 'ac_', 'd@example.org']) expect(await listed({ search })).toEqual([])
})

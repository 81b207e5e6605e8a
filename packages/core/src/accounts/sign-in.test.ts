import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { auditLog, signInLinks, signInRequests } from '../store/index.ts'
import { anyDatabase, openCore, openTestCore, catchServiceError, sharedCore, testDatabase } from '../testing/index.ts'
import { LOCAL_WEBHOOKS, startTestWorker } from '../deliveries/testing/subscribers.ts'
import { pruneExpired } from './sign-in.ts'

let number = 0
/** An address that no other test has. */
const newAddress = () => ({ email: `holder-${++number}@example.org`, address: `192.0.2.${number}`, signUp: false })

describe.each(anyDatabase)('signing in on %s', (kind) => {
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
        await catchServiceError(Promise.resolve().then(() => core().signIn.request({ ...requested, email }))),
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
    expect(await catchServiceError(request)).toMatchObject({ code: 'bad_request' })
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
    expect(await catchServiceError(core().signIn.endAll('ac_00000000'))).toMatchObject({ code: 'not_found' })
  })

  test('the operators of the service get a link without limits', async () => {
    const { account } = await holder()
    for (let n = 0; n < 8; n++) expect(await signIn(await core().signIn.linkFor(account.id))).toMatchObject({ account })
    expect(await catchServiceError(core().signIn.linkFor('ac_00000000'))).toMatchObject({ code: 'not_found' })
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
  expect(await core.store.db.$count(signInRequests)).toBeGreaterThan(0)
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
    expect(await catchServiceError(Promise.resolve().then(() => core.keys.create(one.id, { name })))).toMatchObject({
      code: 'bad_request',
    })
  for (const hidden of ['\u00AD', '\u061C', '\u200B', '\u200F', '\u202E', '\u2066', '\u3164', '\uFEFF', '\u{E0041}'])
    expect(
      await catchServiceError(Promise.resolve().then(() => core.keys.create(one.id, { name: `a${hidden}b` }))),
    ).toEqual({
      code: 'bad_request',
      message: 'The name of a key must be one line, without control characters and others that are not seen.',
    })
  for (const name of ['👩‍💻 ❤️', 'می‌خواهم', 'שרת', 'Ключ'])
    expect(await core.keys.create(other.id, { name })).toMatchObject({ name })
  expect(await catchServiceError(core.keys.revoke(key.id, { account: other.id }))).toMatchObject({ code: 'not_found' })
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

describe.each(anyDatabase)('floods of requests for links on %s', (kind) => {
  const core = sharedCore(kind, { signInLinksPerMinute: 20 })
  let emails = 0
  const stranger = () => `stranger-${++emails}@example.org`
  const request = (email: string, address: string) => core().signIn.request({ email, address, signUp: true })
  const sent = (links: readonly (object | null)[]): number => links.filter((link) => link !== null).length
  /** Requests from as many networks, of which no two are of one provider. */
  const flood = (count: number, email = stranger) =>
    Promise.all(Array.from({ length: count }, (_, n) => request(email(), `2001:${(++emails).toString(16)}:${n}::1`)))

  test('the service sends the links of its setting a minute, at most half of them to addresses without an account', async () => {
    const { email } = await core().accounts.create({ email: 'holder@example.org', plan: 'free' })
    expect(sent(await flood(30))).toBe(10)
    expect(await request(email, '192.0.2.1')).toMatchObject({ email })
    const holders = await Promise.all(
      Array.from({ length: 15 }, (_, n) => core().accounts.create({ email: `holder-${n}@example.org`, plan: 'free' })),
    )
    let next = 0
    expect(sent(await flood(15, () => holders[next++]?.email ?? ''))).toBe(9)
    await core().store.db.execute(sql`update sign_in_requests set at = at - interval '61 seconds'`)
    expect(sent(await flood(30))).toBe(10)
  })

  test('after a flood of addresses without an account, as much is stored for one more as for one with an account', async () => {
    const { email } = await core().accounts.create({ email: 'holder@example.org', plan: 'free' })
    await flood(30)
    const stored = async () => [await core().store.db.$count(signInRequests), await core().store.db.$count(signInLinks)]
    const before = await stored()
    expect(await request(stranger(), '192.0.2.1')).toBeNull()
    const between = await stored()
    expect(await request(email, '192.0.2.2')).not.toBeNull()
    const after = await stored()
    expect(after.map((count, index) => count - (between[index] ?? 0))).toEqual(
      between.map((count, index) => count - (before[index] ?? 0)),
    )
  })
})

describe('floods of requests for links', () => {
  const core = sharedCore('Postgres')
  let emails = 0
  const holder = async () =>
    (await core().accounts.create({ email: `holder-${++emails}@example.org`, plan: 'free' })).email
  const requestAll = async (addresses: readonly string[], email: () => string | Promise<string>) => {
    const links = []
    for (const address of addresses)
      links.push(await core().signIn.request({ email: await email(), address, signUp: true }))
    return links.filter((link) => link !== null).length
  }
  const addresses = (count: number, address: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => address(n))
  const stranger = () => `stranger-${++emails}@example.org`

  test('20 an hour are sent for an IPv6 /64', async () => {
    expect(
      await requestAll(
        addresses(25, (n) => `2001:db8:1:2::${n}`),
        holder,
      ),
    ).toBe(20)
  })

  test('50 an hour are sent for a /48, 25 of them to addresses without an account', async () => {
    const site = (n: number) => `2001:db8:1:${n}::1`
    expect(await requestAll(addresses(30, site), stranger)).toBe(25)
    expect(await requestAll(addresses(30, site), holder)).toBe(25)
  })

  test('100 an hour are sent for a /32, 50 of them to addresses without an account', async () => {
    const provider = (n: number) => `2001:db8:${n}::1`
    expect(await requestAll(addresses(60, provider), stranger)).toBe(50)
    expect(await requestAll(addresses(60, provider), holder)).toBe(50)
    expect(await requestAll(['2001:db9::1'], stranger)).toBe(1)
  })

  test('300 a minute are sent by all processes together', async () => {
    const database = await testDatabase('Postgres')
    const first = await openCore(database)
    const cores = [first, await openCore(database)]
    const { id } = await first.accounts.create({ email: 'first@example.org', plan: 'free' })
    await first.store.db.execute(sql`insert into accounts (id, email, plan)
      select ${id} || n, 'many-' || n || '@example.org', 'free' from generate_series(0, 399) as n`)
    const links = await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        (cores[n % 2] ?? first).signIn.request({
          email: `many-${n}@example.org`,
          address: `10.0.${n % 7}.${n}`,
          signUp: false,
        }),
      ),
    )
    expect(links.filter((link) => link !== null)).toHaveLength(300)
  })
})

test('a request that a limit refuses counts towards no limit, and leaves the latest link as it is', async () => {
  const core = await openTestCore('embedded')
  const { email } = await core.accounts.create({ email: 'holder@example.org', plan: 'free' })
  const request = (n: number) => core.signIn.request({ email, address: `192.0.2.${n}`, signUp: false })
  const links = []
  for (let n = 0; n < 5; n++) links.push(await request(n))
  const rows = () => core.store.db.$count(signInRequests)
  const before = await rows()
  for (let n = 0; n < 5; n++) expect(await request(n)).toBeNull()
  expect(await rows()).toBe(before)
  expect(await core.signIn.lookUp(links.at(-1)?.token ?? '')).toMatchObject({ email })
})

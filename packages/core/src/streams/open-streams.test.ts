import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { anyDatabase, ingestOrThrow, openCore, catchServiceError, testDatabase } from '../testing/index.ts'
import { liveGame, plays } from './testing/live-games.ts'

/** Opens streams of all games for an account, and returns them. */
const open = async (core: Core, account: string, count: number) => {
  const caller = await core.callerFor(account)
  return Promise.all(Array.from({ length: count }, () => caller.stream()))
}
const refusal = async (core: Core, account: string) => catchServiceError(open(core, account, 1))
const newAccount = async (core: Core) => (await core.accounts.create({ email: 'a@example.org', plan: 'live' })).id
const TOO_MANY = {
  code: 'rate_limited',
  message: expect.stringContaining('10 streams'),
  resets_at: expect.any(String),
}

describe.each(anyDatabase)('the streams that an account may have open at the same time on %s', (kind) => {
  test('are those of its plan, and of plans without a limit any number', async () => {
    const core = await openCore(await testDatabase(kind), {
      plans: { archive: { streams: null }, complete: { streams: 3 } },
    })
    const account = await newAccount(core)
    const [first] = await open(core, account, 10)
    expect(await refusal(core, account)).toMatchObject(TOO_MANY)
    first?.close()
    await open(core, account, 1)
    expect(await refusal(core, account)).toMatchObject(TOO_MANY)
    await core.accounts.setPlan(account, 'archive')
    await open(core, account, 20)
    await core.accounts.setPlan(account, 'complete')
    const other = await core.accounts.create({ email: 'b@example.org', plan: 'complete' })
    await open(core, other.id, 3)
    expect(await refusal(core, other.id)).toMatchObject({ code: 'rate_limited' })
  })

  test('are counted exactly if many are opened at once', async () => {
    const core = await openCore(await testDatabase(kind))
    const account = await newAccount(core)
    const opened = await Promise.allSettled(Array.from({ length: 40 }, () => open(core, account, 1)))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('do not include one that could not be opened, or was read to its end', async () => {
    const core = await openCore(await testDatabase(kind), { streams: { correctionsPeriod: 0 } })
    const account = await newAccount(core)
    const { game: id } = await ingestOrThrow(core, liveGame([], { game: { status: 'no_result' } }))
    const caller = await core.callerFor(account)
    for (let n = 0; n < 12; n++) {
      await catchServiceError(caller.games.stream({ id: 'gm_00000000' }))
      for await (const _ of await caller.games.stream({ id }));
    }
    expect(await open(core, account, 10)).toHaveLength(10)
  })

  test('include those of a process that was killed for a few seconds', async () => {
    const core = await openCore(await testDatabase(kind))
    const account = await newAccount(core)
    await execute(
      core.store.db,
      sql`insert into stream_leases (account_id, process_id, streams, expires_at)
          values (${account}, 'killed', 10, clock_timestamp() + interval '1 minute')`,
    )
    expect(await refusal(core, account)).toMatchObject(TOO_MANY)
    await execute(core.store.db, sql`update stream_leases set expires_at = clock_timestamp()`)
    await open(core, account, 10)
  })
})

test('an account has the streams of its plan open over all processes', async () => {
  const database = await testDatabase('Postgres')
  const [first, second] = [await openCore(database), await openCore(database)]
  const account = await newAccount(first)
  const opened = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => open(index % 2 === 0 ? first : second, account, 1)),
  )
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  // A process that ends gives up its streams at once.
  await first.close()
  const rest = opened.filter(({ status }, index) => status === 'fulfilled' && index % 2 === 1).length
  await open(second, account, 10 - rest)
  expect(await refusal(second, account)).toMatchObject(TOO_MANY)
})

describe('while another transaction has locked the rows of an account and its keys', () => {
  const lockedAndOther = async () => {
    const core = await openCore(await testDatabase('Postgres'), { callDeadline: 2500 })
    const [locked, other] = [
      await newAccount(core),
      (await core.accounts.create({ email: 'b@example.org', plan: 'live' })).id,
    ]
    const whileLocked = (work: () => Promise<void>) =>
      core.store.transaction(async (tx) => {
        for (const table of [sql`accounts where id = ${locked}`, sql`api_keys where account_id = ${locked}`])
          await execute(tx, sql`select * from ${table} for update`)
        await work()
      })
    return { core, locked, other, whileLocked }
  }

  test('streams of other accounts are opened without waiting for it, and its own fail after a second', async () => {
    const { core, locked, other, whileLocked } = await lockedAndOther()
    await whileLocked(async () => {
      const settled: string[] = []
      const failing = Promise.all(
        Array.from({ length: 20 }, () =>
          refusal(core, locked).then((error) => {
            settled.push('locked')
            return error?.code
          }),
        ),
      )
      for (let n = 0; n < 5; n++) await open(core, other, 1).then(() => settled.push('other'))
      expect(settled).toEqual(['other', 'other', 'other', 'other', 'other'])
      expect(new Set(await failing)).toEqual(new Set(['server_error']))
    })
    await open(core, locked, 10)
    expect(await refusal(core, locked)).toMatchObject(TOO_MANY)
  })

  test('open streams stay counted, those of the account too', async () => {
    const { core, locked, other, whileLocked } = await lockedAndOther()
    await open(core, locked, 4)
    await open(core, other, 6)
    const expiry = async () => {
      const rows = await execute(core.store.db, sql`select account_id, expires_at::text from stream_leases`)
      return new Map(rows.map(({ account_id, expires_at }) => [account_id, expires_at]))
    }
    await whileLocked(async () => {
      const before = await expiry()
      for (const account of [locked, other])
        await expect.poll(async () => (await expiry()).get(account)).not.toBe(before.get(account))
      await execute(core.store.db, sql`delete from stream_leases where account_id = ${other}`)
      await expect.poll(async () => (await expiry()).has(other)).toBe(true)
    })
  })

  test('a lease that is missing is written for other accounts at once, and for this one afterwards', async () => {
    const { core, locked, other, whileLocked } = await lockedAndOther()
    await open(core, locked, 1)
    await open(core, other, 1)
    const leased = async () =>
      (await execute(core.store.db, sql`select account_id from stream_leases order by 1`)).map(
        ({ account_id }) => account_id,
      )
    await whileLocked(async () => {
      await execute(core.store.db, sql`delete from stream_leases`)
      await expect.poll(leased).toEqual([other])
    })
    await expect.poll(leased).toEqual([locked, other].toSorted())
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  const openWithKey = async (core: Core, id: string) => {
    const account = await newAccount(core)
    const { id: key, key: secret } = await core.keys.create(account)
    const { games } = core.caller(await core.countCall(secret, { counts: true }))
    return { account, key, stream: await games.stream({ id }) }
  }

  test('a stream ends by itself after its key is revoked', async () => {
    const core = await openCore(await testDatabase(kind))
    const { game } = await ingestOrThrow(core, liveGame(plays('a')))
    const { key, stream } = await openWithKey(core, game)
    await core.keys.revoke(key)
    expect(await stream.ended).toBe('revoked')
    const reading = async () => {
      for await (const _ of stream);
    }
    expect(await catchServiceError(reading())).toMatchObject({ code: 'unauthorized' })
  })

  test('a stream ends if the plan of its account has no streams any more', async () => {
    const core = await openCore(await testDatabase(kind))
    const { game } = await ingestOrThrow(core, liveGame(plays('a')))
    const { account, stream } = await openWithKey(core, game)
    await core.accounts.setPlan(account, 'free')
    expect(await stream.ended).toBe('revoked')
  })

  test('a reader for whom 1 MB waits is dropped, and goes on after its last event', async () => {
    const core = await openCore(await testDatabase(kind))
    const write = async (version: string) => ingestOrThrow(core, liveGame(plays(...Array<string>(500).fill(version))))
    const { game: id } = await write('0')
    const caller = core.caller()
    const idle = await caller.games.stream({ id })
    const events = idle[Symbol.asyncIterator]()
    const first = (await events.next()).value
    if (first === undefined) throw new TypeError('a stream has an event')
    const reader = await caller.games.stream({ id })
    // One who reads is not dropped. Waiting for each version keeps several writes from being read as one.
    let seen = 0
    for await (const event of reader) {
      if (event.event !== 'play' || event.data.event.seq < 500) continue
      if (++seen > 12) break
      await write(String(seen))
    }
    expect(await idle.ended).toBe('overflow')
    expect(await catchServiceError(events.next())).toMatchObject({ code: 'server_error' })
    const again = await caller.games.stream({ id, after: first.id })
    const versions = new Set<string>()
    let count = 0
    for await (const event of again) {
      if (event.event === 'play' && event.data.op !== 'remove') versions.add(event.data.event.description)
      if (++count === 500) break
    }
    expect(versions).toEqual(new Set(['12']))
  })
})

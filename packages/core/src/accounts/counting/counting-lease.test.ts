import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Plan, PlanChanges } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import { databaseOn, execute, newKeptCounts, unreachable, type Driver, type Store } from '../../store/index.ts'
import { onMeasured } from '../../telemetry.ts'
import { avoidMidnight, countEagerly, EAGER, fakeDatabaseClock, openCore, testDatabase } from '../../testing/index.ts'
import { startProcess } from '../../testing/process.ts'
import { createCallCounter } from './count-call.ts'

beforeEach(avoidMidnight)

const LIMIT = 40
const plans: PlanChanges = {
  free: { per_minute: null, per_day: LIMIT },
  live: { per_minute: LIMIT, per_day: null },
  complete: { per_minute: null, per_day: null },
}

const newAccount = async (core: Core, plan: Plan = 'free') => {
  const { id } = await core.accounts.create({ email: `${plan}${Math.random()}@example.org`, plan })
  return { id, key: (await core.keys.create(id)).key }
}
const call = (core: Core, key: string) => core.countCall(key, { counts: true })
const used = async (core: Core, key: string) => (await core.countCall(key, { counts: false })).day_used
const countThose = (made: { refused: unknown }[]) => made.filter(({ refused }) => refused === null).length

/** The lease that a process has, and the calls of today that the database has. */
const read = async ({ store }: Core) => {
  const [row] = await execute(
    store.db,
    sql`select (select lease from counting_lease) as lease, (select coalesce(sum(day_calls), 0) from account_counts) as calls`,
  )
  return { isHeld: row?.['lease'] !== null, written: Number(row?.['calls']) }
}

/** Two processes on one database: one takes the lease as soon as it can, the other one never does. */
const open = async () => {
  const database = await testDatabase('Postgres')
  const [owner, other] = [await openCore(database, { plans }), await openCore(database, { plans })]
  countEagerly(owner)
  Object.assign(other.store.keptCounts.lease, { busy: Infinity })
  return { database, owner, other }
}

/** A counter that counts in memory as soon as it can; each of its statements waits for `onWay` before the database receives it. */
const openBehind = ({ store, plans: table }: Core, onWay: () => Promise<void>) => {
  const countingDriver: Driver = {
    values: (text, parameters) => onWay().then(() => store.countingDriver.values(text, parameters)),
    rows: (text, parameters) => onWay().then(() => store.countingDriver.rows(text, parameters)),
  }
  const counting = databaseOn(countingDriver)
  const behind: Store = { ...store, countingDriver, counting, keptCounts: newKeptCounts(EAGER) }
  onTestFinished(() => behind.keptCounts.close())
  return { store: behind, counter: createCallCounter(behind, table, '') }
}

/** Makes calls until the process counts in memory. */
const own = async (core: Core): Promise<void> => {
  const { key } = await newAccount(core, 'complete')
  await expect.poll(() => call(core, key).then(() => read(core))).toMatchObject({ isHeld: true })
  await call(core, key)
  await core.store.keptCounts.flush()
}

describe('a process with the lease', () => {
  test('counts and refunds with one statement each that writes nothing, and writes within a second', async () => {
    const { owner } = await open()
    await own(owner)
    const { key } = await newAccount(owner)
    await call(owner, key)
    await call(owner, key)
    await owner.store.keptCounts.flush()
    const { written } = await read(owner)
    let statements = 0
    const stop = onMeasured('statement', () => statements++)
    for (let n = 3; n <= 12; n++) {
      expect(await call(owner, key)).toMatchObject({ minute_used: n, day_used: n, month_used: n })
      const { counted, ...refunded } = await call(owner, key)
      expect(await owner.refundCall({ ...refunded, counted })).toMatchObject({ minute_used: n, day_used: n })
    }
    stop()
    expect(statements).toBeLessThanOrEqual(35) // some renew the lease, or write
    await expect.poll(async () => (await read(owner)).written).toBe(written + 10)
  })

  test('shows exact counts in the usage of an account and to operators', async () => {
    const { owner } = await open()
    await own(owner)
    const { id, key } = await newAccount(owner)
    for (let n = 1; n <= 9; n++) {
      await call(owner, key)
      expect((await owner.usage.ofAccount(id)).today.used).toBe(n)
      expect((await owner.accounts.overview({ search: id }))[0]?.calls_today).toBe(n)
    }
  })

  test('refuses a key that another connection has revoked, and uses a plan that it has set, from the next call on', async () => {
    const { owner } = await open()
    await own(owner)
    const { id, key } = await newAccount(owner)
    expect(countThose(await Promise.all(Array.from({ length: LIMIT + 2 }, () => call(owner, key))))).toBe(LIMIT)
    await execute(owner.store.db, sql`update accounts set plan = 'complete' where id = ${id}`)
    expect(await call(owner, key)).toMatchObject({ refused: null, plan: 'complete', day_used: LIMIT + 1 })
    await execute(owner.store.db, sql`update api_keys set revoked_at = now() where account_id = ${id}`)
    await expect(call(owner, key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('passes on the number of the latest change, from the next call on', async () => {
    const { owner } = await open()
    await own(owner)
    const { key } = await newAccount(owner)
    const before = (await call(owner, key)).change ?? 0
    await execute(
      owner.store.db,
      sql`insert into change_number (number) values (${before + 1}) on conflict (id) do update set number = excluded.number`,
    )
    expect((await call(owner, key)).change).toBe(before + 1)
  })

  test('gives it up at once when it closes, and has written every call', async () => {
    const { owner, other } = await open()
    await own(owner)
    const { key } = await newAccount(owner)
    for (let n = 0; n < 5; n++) await call(owner, key)
    await owner.close()
    expect((await read(other)).isHeld).toBe(false)
    expect(await used(other, key)).toBe(5)
  })

  test('gives it up when it has no calls for a while', async () => {
    const { owner } = await open()
    await own(owner)
    await expect.poll(() => read(owner), { timeout: 60_000 }).toMatchObject({ isHeld: false })
  })

  test('counts on when the database was out of reach, and loses nothing', async () => {
    const { owner } = await open()
    let isOut = false
    const { counter, store: flaky } = openBehind(owner, async () => {
      if (isOut) throw Object.assign(new Error('out of reach'), { code: 'ECONNREFUSED' })
    })
    const { key } = await newAccount(owner)
    const made = []
    for (let n = 0; n < 10; n++) made.push(await counter.countCall(key, { counts: true }))
    expect((await read(owner)).isHeld).toBe(true)
    isOut = true
    for (let n = 0; n < 5; n++)
      await expect(counter.countCall(key, { counts: true })).rejects.toSatisfy(
        (error) => unreachable(error) !== undefined,
      )
    await expect(flaky.keptCounts.flush()).rejects.toSatisfy((error) => unreachable(error) !== undefined)
    isOut = false
    expect((await counter.countCall(key, { counts: true })).day_used).toBe(11)
    await flaky.keptCounts.flush()
    expect((await read(owner)).written).toBe(11)
    expect(made[9]?.day_used).toBe(10)
  })

  test('leaves an account alone whose row another transaction has locked, and counts the calls of the others', async () => {
    const { owner } = await open()
    await own(owner)
    const [locked, other] = [await newAccount(owner), await newAccount(owner)]
    for (const { key } of [locked, other, locked, other]) await call(owner, key)
    await owner.store.keptCounts.flush()
    await owner.store.transaction(async (tx) => {
      await execute(tx, sql`select from account_counts where account_id = ${locked.id} for update`)
      await call(owner, locked.key)
      await owner.store.keptCounts.flush()
      const failing = call(owner, locked.key).catch((error: unknown) => unreachable(error))
      expect((await call(owner, other.key)).day_used).toBe(3)
      expect(await failing).toBeInstanceOf(Error)
    })
    expect(await used(owner, locked.key)).toBe(3)
  })
})

describe('calls that were counted in memory when a slow database ended the lease', () => {
  /** A process that has made and counted five calls of each key, which the database receives when the other process has taken over. */
  const slowDown = async (keys: readonly string[], owner: Core, other: Core, whenSlow = async () => {}) => {
    const way = { isSlow: false, restored: Promise.withResolvers<void>() }
    const slow = openBehind(owner, async () => (way.isSlow ? way.restored.promise : undefined))
    const restore = (): void => {
      way.isSlow = false
      way.restored.resolve()
    }
    onTestFinished(restore)
    const { key } = await newAccount(owner, 'complete')
    await expect
      .poll(() => slow.counter.countCall(key, { counts: true }).then(() => read(owner)))
      .toMatchObject({ isHeld: true })
    for (const one of keys) await slow.counter.countCall(one, { counts: true })
    await slow.store.keptCounts.flush()
    const made = []
    for (const one of keys) for (let n = 1; n <= 5; n++) made.push(await slow.counter.countCall(one, { counts: true }))
    way.isSlow = true
    await whenSlow()
    for (const one of keys) await call(other, one)
    return { ...slow, made, restore }
  }

  test('are counted once when it responds again, in the minute, the day and the month', async () => {
    const { owner, other } = await open()
    const keys = [await newAccount(owner), await newAccount(owner, 'live')].map(({ key }) => key)
    const { restore, counter } = await slowDown(keys, owner, other)
    restore()
    for (const key of keys) {
      await expect.poll(() => used(other, key)).toBe(7)
      expect(await call(other, key)).toMatchObject({ minute_used: 8, day_used: 8, month_used: 8 })
      const made = await Promise.all(
        [counter.countCall, other.countCall].flatMap((count) =>
          Array.from({ length: LIMIT }, () => count(key, { counts: true })),
        ),
      )
      expect(countThose(made)).toBe(LIMIT - 8)
      expect(await used(other, key)).toBe(LIMIT)
    }
  })

  test('are counted although the other process has used up the limit, also for a key that was revoked since', async () => {
    const { owner, other } = await open()
    const [full, revoked] = [await newAccount(owner), await newAccount(owner)]
    const { restore } = await slowDown([full.key, revoked.key], owner, other)
    for (let n = 2; n < LIMIT; n++) await call(other, full.key)
    await execute(owner.store.db, sql`update api_keys set revoked_at = now() where account_id = ${revoked.id}`)
    restore()
    await expect.poll(() => used(other, full.key)).toBe(LIMIT + 5)
    await expect.poll(async () => (await other.usage.ofAccount(revoked.id)).today.used).toBe(7)
    expect((await call(other, full.key)).refused).toMatchObject({ code: 'quota_exceeded' })
  })

  test.each([
    ['minute', 70, [{ day: '2026-11-20', calls: 7 }]],
    [
      'day',
      150,
      [
        { day: '2026-11-20', calls: 6 },
        { day: '2026-11-21', calls: 1 },
      ],
    ],
  ])('are counted on their day only when their %s is over', async (_, seconds, days) => {
    const { owner, other } = await open()
    const set = await fakeDatabaseClock(owner.store)
    const begun = Date.parse('2026-11-20T23:58:00Z')
    await set(new Date(begun))
    const { id, key } = await newAccount(owner, 'live')
    const { restore } = await slowDown([key], owner, other, () => set(new Date(begun + seconds * 1000)))
    restore()
    const counted = sql`select day::text, calls from account_days where account_id = ${id} order by day`
    await expect.poll(() => execute(owner.store.db, counted)).toEqual(days)
    expect((await call(other, key)).minute_used).toBe(2)
  })

  test('are counted by a process that ends, before it has ended', async () => {
    const { owner, other } = await open()
    const { key } = await newAccount(owner)
    const { restore, store } = await slowDown([key], owner, other)
    const closed = store.keptCounts.close()
    restore()
    await closed
    expect(await used(other, key)).toBe(7)
  })

  test('and have been refunded meanwhile are not counted', async () => {
    const { owner, other } = await open()
    const { key } = await newAccount(owner)
    const { restore, counter, made } = await slowDown([key], owner, other)
    const refunded = Promise.all(made.slice(0, 2).map((one) => counter.refundCall(one)))
    restore()
    await refunded
    await expect.poll(() => used(other, key)).toBe(5)
  })
})

describe('without the lease', () => {
  test('of two processes that count, none takes it', async () => {
    const { owner, other } = await open()
    owner.store.keptCounts.lease.window = 1
    const { key } = await newAccount(owner, 'complete')
    for (let n = 0; n < 100; n++) {
      await call(other, key)
      await call(owner, key)
    }
    expect((await read(owner)).isHeld).toBe(false)
  })

  test('a process is served when it asks the one that counts, and both together count exactly up to the limit', async () => {
    const { owner, other } = await open()
    for (const eager of [false, true]) {
      if (eager) countEagerly(other)
      for (const plan of ['free', 'live'] as const) {
        await own(owner)
        const { key } = await newAccount(owner, plan)
        const first = await Promise.all(Array.from({ length: 10 }, () => call(owner, key)))
        const made = await Promise.all(
          [owner, other].map(async (core) => {
            const calls = []
            for (let n = 0; n < LIMIT; n++) calls.push(await call(core, key))
            return calls
          }),
        )
        expect(countThose(first)).toBe(10)
        expect(countThose(made.flat())).toBe(LIMIT - 10)
        expect(await used(other, key)).toBe(LIMIT)
      }
    }
  })

  test('a call of the one is refunded by it after the other has taken over', async () => {
    const { owner, other } = await open()
    await own(owner)
    const { key } = await newAccount(owner)
    const made = await Promise.all(Array.from({ length: 5 }, () => call(owner, key)))
    expect((await call(other, key)).day_used).toBe(6)
    for (const one of made) await owner.refundCall(one)
    expect(await used(other, key)).toBe(1)
  })

  test('a process of the version before fails for a moment, and counts when it asks again', async () => {
    const { owner } = await open()
    await own(owner)
    const { id, key } = await newAccount(owner)
    for (let n = 0; n < 3; n++) await call(owner, key)
    const countAsBefore = () =>
      execute(
        owner.store.db,
        sql`select c.day_used from api_keys k,
              count_calls(array[k.fingerprint], array[1], '{"free": {"per_day": ${sql.raw(String(LIMIT))}}}') as c
            where k.account_id = ${id}`,
      )
    await expect(countAsBefore()).rejects.toSatisfy((error) => unreachable(error) !== undefined)
    await expect.poll(countAsBefore).toEqual([{ day_used: 3 }])
    expect(await used(owner, key)).toBe(4)
  })

  test.each([-3600, 3600])(
    'exactly as many calls as the limit are counted although the clock is set by %d s',
    async (seconds) => {
      const { owner, other } = await open()
      const set = await fakeDatabaseClock(owner.store)
      const now = Date.parse('2026-11-20T10:00:00Z')
      await set(new Date(now))
      await own(owner)
      const { key } = await newAccount(owner)
      for (let n = 0; n < 10; n++) await call(owner, key)
      await owner.store.keptCounts.flush()
      await set(new Date(now + seconds * 1000))
      expect((await call(other, key)).day_used).toBe(11)
      expect((await call(owner, key)).day_used).toBe(12)
      const made = await Promise.all(
        [owner, other].flatMap((core) => Array.from({ length: LIMIT }, () => call(core, key))),
      )
      expect(countThose(made)).toBe(LIMIT - 12)
    },
  )
})

describe('a process that holds the lease and', () => {
  const start = async () => {
    const { database, other } = await open()
    const process = startProcess('count-calls', [database, JSON.stringify(plans), '20', JSON.stringify(EAGER)])
    expect(await process.next()).toBe('ready')
    const { key } = await newAccount(other)
    process.write(key)
    expect(await process.next()).toBe('[20]')
    await expect.poll(() => read(other)).toEqual({ isHeld: true, written: 20 })
    return { process, other, key }
  }

  test('is killed is followed by the others when the lease is over', async () => {
    const { process, other, key } = await start()
    await process.kill()
    expect(await used(other, key)).toBe(20)
    expect((await read(other)).isHeld).toBe(false)
  })

  test('is stopped for longer than it lasts counts nothing in memory when it goes on, and writes nothing over', async () => {
    const { process, other, key } = await start()
    process.signal('SIGSTOP')
    const made = await Promise.all(Array.from({ length: LIMIT }, () => call(other, key)))
    expect(countThose(made)).toBe(LIMIT - 20)
    process.write(key)
    process.signal('SIGCONT')
    expect(await process.next()).toBe('[0]')
    expect(await used(other, key)).toBe(LIMIT)
  })
})

import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PLANS, type Plan } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import { execute, newKeptCounts, openSnapshot } from '../../store/index.ts'
import { onMeasured } from '../../telemetry.ts'
import { fakeDatabaseClock } from '../../testing/clock.ts'
import { countEagerly, finalGame, ingestOrThrow, openCore, openTestCore, sharedCore } from '../../testing/index.ts'
import { createCallCounter } from './count-call.ts'
import type { CountedCall } from './counted-call.ts'

const newAccount = async (core: Core, plan: Plan = 'free') => {
  const { id } = await core.accounts.create({ email: 'name@example.org', plan })
  return { id, key: (await core.keys.create(id)).key }
}

const call = (core: Core, key: string) => core.countCall(key, { counts: true })

/** The calls of today that the database has, whatever is in memory. */
const written = async ({ store }: Core): Promise<number> =>
  Number((await execute(store.counting, sql`select sum(day_calls) as calls from account_counts`))[0]?.['calls'])

/** The number of statements that are sent meanwhile. */
const countStatements = async (work: () => Promise<unknown>): Promise<number> => {
  let statements = 0
  const stop = onMeasured('statement', () => statements++)
  await work().finally(stop)
  return statements
}

describe('an embedded database', () => {
  const core = sharedCore('embedded')

  test('counts and refunds calls of a key that it knows without a statement', async () => {
    const { key } = await newAccount(core(), 'live')
    await call(core(), key)
    await call(core(), key)
    const statements = await countStatements(async () => {
      for (let n = 3; n <= 20; n++) {
        const made = await call(core(), key)
        expect(made).toMatchObject({ refused: null, minute_used: n, day_used: n, month_used: n })
        expect(await core().refundCall(made)).toMatchObject({ minute_used: n - 1, day_used: n - 1 })
        await call(core(), key)
      }
    })
    expect(statements).toBeLessThanOrEqual(1) // what was counted is written once a second
  })

  test('writes by itself what was counted', async () => {
    const { key } = await newAccount(core())
    for (let n = 0; n < 7; n++) await call(core(), key)
    await expect.poll(() => written(core())).toBe(7)
  })

  test('writes what was counted while a program awaits nothing but counts', async () => {
    const { key } = await newAccount(core())
    await call(core(), key) // the first call of an account is counted by the database
    const started = performance.now()
    // The deadline of the test would have no turn either.
    while ((await written(core())) === 1 && performance.now() - started < 60_000)
      for (let n = 0; n < 100; n++) await call(core(), key)
    expect(await written(core())).toBe(10)
  })

  test('shows exact counts in the usage of an account and to operators', async () => {
    const { id, key } = await newAccount(core())
    for (let n = 1; n <= 9; n++) {
      await call(core(), key)
      if (n % 3 > 0) continue
      expect((await core().usage.ofAccount(id)).today.used).toBe(n)
      expect((await core().accounts.overview())[0]?.calls_today).toBe(n)
    }
  })

  test('uses the plan of an account, and refuses a revoked key, from the next call on', async () => {
    const account = await newAccount(core())
    for (let n = 0; n < 10; n++) await call(core(), account.key)
    expect((await call(core(), account.key)).refused).toMatchObject({ code: 'rate_limited' })
    await core().accounts.setPlan(account.id, 'live')
    expect(await call(core(), account.key)).toMatchObject({ refused: null, plan: 'live', minute_used: 11 })
    const [listed] = await core().keys.list(account.id)
    await core().keys.revoke(listed?.id ?? '')
    await expect(call(core(), account.key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('passes on the number of the latest change, from the next call on', async () => {
    const { key } = await newAccount(core())
    for (let n = 0; n < 3; n++) await call(core(), key)
    const before = (await call(core(), key)).change ?? 0
    expect((await call(core(), key)).change).toBe(before)
    await ingestOrThrow(core(), finalGame([80, 77]))
    expect((await call(core(), key)).change).toBeGreaterThan(before)
    const raised = (await call(core(), key)).change ?? 0
    await core().store.transaction((tx) => execute(tx, sql`update change_number set number = number + 1`))
    expect((await call(core(), key)).change).toBe(raised + 1)
  })

  test('keeps what it cannot write, and writes it later', async () => {
    const { id, key } = await newAccount(core())
    for (let n = 0; n < 5; n++) await call(core(), key)
    const { store } = core()
    await execute(store.counting, sql`alter table account_counts rename to elsewhere`)
    await expect(core().usage.ofAccount(id)).rejects.toThrow('account_counts')
    await setTimeout(0) // a call while a write is late would read the table
    await call(core(), key)
    await execute(store.counting, sql`alter table elsewhere rename to account_counts`)
    await expect.poll(() => written(core()), { timeout: 60_000 }).toBe(6)
  })
})

test('a closed embedded database has every call, and so has a copy of one that is open', async () => {
  const core = await openTestCore('embedded')
  const folder = core.store.folder ?? ''
  const { key } = await newAccount(core)
  for (let n = 0; n < 5; n++) await call(core, key)
  const copy = await openSnapshot(folder)
  const days = await execute(copy.db, sql`select calls from account_days`)
  await copy.close()
  expect(days).toEqual([{ calls: 5 }])
  await call(core, key)
  await core.close()
  const again = await openCore(folder)
  expect(await again.countCall(key, { counts: false })).toMatchObject({ minute_used: 6, day_used: 6 })
})

describe.each([
  ['an embedded database', 'embedded'],
  ['the lease of Postgres', 'Postgres'],
] as const)('with %s, counts in memory are those of the database', (_, kind) => {
  const KEYS = 3
  const plans = {
    free: { per_minute: 3, per_day: null },
    live: { per_minute: null, per_day: 9 },
    archive: { per_minute: 6, per_day: 8, per_month: 14 },
    complete: { per_minute: null, per_day: null },
  }
  const inMemory = sharedCore(kind, { plans })
  const inDatabase = sharedCore('Postgres', { plans })
  const clocks: ((moment: Date) => Promise<void>)[] = []
  beforeAll(async () => {
    for (const core of [inMemory, inDatabase]) clocks.push(await fakeDatabaseClock(core().store))
    countEagerly(inMemory())
  })

  const wait = fc.oneof(
    fc.constant(0),
    fc.nat(900),
    fc.nat(30_000),
    fc.nat(70_000),
    fc.nat(3_600_000),
    fc.nat(86_400_000),
    fc.nat(100_000).map((back) => -back),
  )
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), wait }) },
    {
      weight: 12,
      arbitrary: fc.record({ do: fc.constantFrom('call' as const, 'look' as const), key: fc.nat(KEYS - 1) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), back: fc.nat(12) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('set plan' as const), plan: fc.constantFrom(...PLANS) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('replace key' as const), key: fc.nat(KEYS - 1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('write' as const) }) },
  )

  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

  let accounts = 0
  /** An account with keys whose calls are counted, and what it has done. */
  const newSide = async (core: Core, memory: boolean) => {
    const store = memory
      ? core.store
      : { ...core.store, exclusive: null, keptCounts: newKeptCounts({ busy: Infinity }) }
    const counter = createCallCounter(store, core.plans, '')
    const { id } = await core.accounts.create({ email: `name${accounts++}@example.org`, plan: 'free' })
    const keys: { id: string; key: string }[] = []
    while (keys.length < KEYS) keys.push(await core.keys.create(id))
    const made: CountedCall[] = []
    const count = async (key: number, counts: boolean) => {
      const counted = await counter.countCall(keys[key]?.key ?? '', { counts })
      if (counts) made.push(counted)
      const { key_id: _, account_id: __, hint: ___, change: ____, refused, counted: as, ...rest } = counted
      return { ...rest, refused: [refused?.code, refused?.extras.resets_at], counted: as && [as.second, as.day] }
    }
    const run = async (one: Step) => {
      switch (one.do) {
        case 'wait':
          return null
        case 'call':
          return count(one.key, true)
        case 'look':
          return count(one.key, false)
        case 'refund': {
          const refunded = made.splice(-1 - one.back, 1)[0]
          return refunded === undefined ? null : counter.refundCall(refunded)
        }
        case 'set plan':
          return (await core.accounts.setPlan(id, one.plan)).plan
        case 'replace key': {
          await core.keys.revoke(keys[one.key]?.id ?? '')
          keys[one.key] = await core.keys.create(id)
          made.length = 0
          return null
        }
        case 'write':
          return memory ? ((await store.keptCounts.flush()) ?? null) : null
      }
    }
    const rows = async () => {
      await store.keptCounts.flush()
      const [row] = await execute(
        store.counting,
        sql`select to_jsonb(c)::text as row, (select json_agg(d order by day)::text from account_days d where d.account_id = ${id}) as days
            from account_counts c where account_id = ${id}`,
      )
      return JSON.stringify(row).replaceAll(id, 'the account')
    }
    return { run, rows }
  }

  test('after any calls, refunds, plans, keys and steps of the clock, result by result and in their rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40 * 86_400_000),
        fc.array(step, { minLength: 20, maxLength: 80 }),
        async (start, steps) => {
          let now = Date.parse('2026-11-10T00:00:00Z') + start
          const setClocks = () => Promise.all(clocks.map((set) => set(new Date(now))))
          await setClocks()
          const memory = await newSide(inMemory(), true)
          const database = await newSide(inDatabase(), false)
          for (const [index, one] of steps.entries()) {
            if (one.do === 'wait') {
              now += one.wait
              await setClocks()
            }
            expect([index, one, await memory.run(one)]).toEqual([index, one, await database.run(one)])
          }
          expect(await memory.rows()).toEqual(await database.rows())
        },
      ),
      { numRuns: 8, seed: 11 },
    )
  })
})

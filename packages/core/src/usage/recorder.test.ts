import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLANS, type PlanChanges } from '../contract/index.ts'
import type { Core } from '../core.ts'
import type { CountedCall } from '../accounts/counting/counted-call.ts'
import { getOperation } from '../operations.ts'
import { accounts as accountsTable, keyUsage, type Store } from '../store/index.ts'
import { anyDatabase, openCore, sharedCore, testDatabase } from '../testing/index.ts'
import { createUsageRecorder } from './recorder.ts'

const UNLIMITED: PlanChanges = Object.fromEntries(PLANS.map((plan) => [plan, { per_minute: null, per_day: null }]))

let accounts = 0
const newAccount = async (core: Core, keys = 1) => {
  const { id } = await core.accounts.create({ email: `name${accounts++}@example.org`, plan: 'complete' })
  const made = []
  for (let n = 0; n < keys; n++) made.push(await core.keys.create(id))
  return { account: id, keys: made, key: made[0]?.key ?? '' }
}

const count = (core: Core, key: string) => core.countCall(key, { counts: true })

/** Counts a call of a key and makes it. */
const listSeasons = async (core: Core, key: string): Promise<CountedCall> => {
  const call = await count(core, key)
  await core
    .caller(call)
    .seasons.list()
    .catch(() => {})
  return call
}

const sumCalls = (rows: { calls: number }[]): number => rows.reduce((sum, { calls }) => sum + calls, 0)
const stored = async ({ db }: Store) => sumCalls(await db.select().from(keyUsage))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, { plans: { ...UNLIMITED, free: { per_minute: 3, per_day: null } } })

  test('calls are recorded by day, key and endpoint', async () => {
    const { account, keys } = await newAccount(core(), 2)
    const [first, second] = keys.map(({ key }) => key)
    for (const key of [first ?? '', first ?? '', second ?? '']) await listSeasons(core(), key)
    await core()
      .caller(await count(core(), first ?? ''))
      .competitions.list()
    const usage = await core().usage.ofAccount(account)
    expect(usage.endpoints).toMatchObject([
      { endpoint: 'GET /seasons', calls: 3, refused: 0 },
      { endpoint: 'GET /competitions', calls: 1, refused: 0 },
    ])
    expect(new Map(usage.keys.map(({ id, calls }) => [id, calls]))).toEqual(
      new Map([
        [keys[0]?.id, 3],
        [keys[1]?.id, 1],
      ]),
    )
    expect(usage.days.at(-1)).toMatchObject({ calls: 4, refused: 0 })
    expect(usage).toMatchObject({ today: { used: 4 }, month: { used: 4 }, unassigned: 0 })
  })

  test('a call to GET /usage is not recorded', async () => {
    const { account, key } = await newAccount(core())
    await core()
      .caller(await core().countCall(key, { counts: false }))
      .usage()
    expect(await core().usage.ofAccount(account)).toMatchObject({ endpoints: [], keys: [{ last_at: null }] })
  })

  test('refused calls are recorded apart', async () => {
    const { account, key } = await newAccount(core())
    await core().accounts.setPlan(account, 'free')
    for (let n = 0; n < 5; n++) await listSeasons(core(), key)
    const usage = await core().usage.ofAccount(account)
    expect(usage.endpoints).toMatchObject([{ endpoint: 'GET /seasons', calls: 3, refused: 2 }])
    expect(usage.keys).toMatchObject([{ calls: 3, refused: 2 }])
    expect(usage.days.at(-1)).toMatchObject({ calls: 3, refused: 2 })
  })

  test('a refunded call is taken off, whether it has been written or not', async () => {
    const { account, key } = await newAccount(core())
    await core().refundCall(await listSeasons(core(), key))
    const later = await listSeasons(core(), key)
    await listSeasons(core(), key)
    expect(await core().usage.ofAccount(account)).toMatchObject({ endpoints: [{ calls: 2 }] })
    await core().refundCall(later)
    expect(await core().usage.ofAccount(account)).toMatchObject({
      endpoints: [{ calls: 1 }],
      today: { used: 1 },
      unassigned: 0,
    })
  })

  test('a counted call that several operations are called with is recorded once', async () => {
    const { account, key } = await newAccount(core())
    const call = await count(core(), key)
    await core().caller(call).seasons.list()
    await core()
      .caller({ ...call })
      .competitions.list()
    expect((await core().usage.ofAccount(account)).endpoints).toMatchObject([{ endpoint: 'GET /seasons', calls: 1 }])
  })

  test('after any calls and refunds, endpoints and keys add up to the counted calls of the account', async () => {
    const step = fc.record({
      key: fc.nat(2),
      endpoint: fc.constantFrom('seasons', 'competitions'),
      end: fc.constantFrom('kept', 'kept', 'refunded', 'refunded later'),
      read: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.boolean(), async (steps, limited) => {
        const { account, keys } = await newAccount(core(), 3)
        if (limited) await core().accounts.setPlan(account, 'free')
        const owed: CountedCall[] = []
        let refused = 0
        for (const { key, endpoint, end, read } of steps) {
          const call = await count(core(), keys[key]?.key ?? '')
          const { [endpoint]: records } = core().caller(call)
          await records.list().catch(() => {})
          if (call.refused !== null) refused++
          if (end === 'refunded') await core().refundCall(call)
          if (end === 'refunded later') owed.push(call)
          if (read) await core().usage.ofAccount(account)
        }
        await Promise.all(owed.map((call) => core().refundCall(call)))
        const usage = await core().usage.ofAccount(account)
        for (const parts of [usage.days, usage.endpoints, usage.keys]) {
          expect(sumCalls(parts)).toBe(usage.today.used)
          expect(parts.reduce((sum, part) => sum + part.refused, 0)).toBe(refused)
        }
        expect(usage.unassigned).toBe(0)
      }),
      { numRuns: 12, seed: 4 },
    )
  })

  test('what is in memory is written when the core is closed', async () => {
    const address = await testDatabase(kind)
    const first = await openCore(address)
    const { account, key } = await newAccount(first)
    await listSeasons(first, key)
    await first.close()
    const second = await openCore(address)
    expect(await second.usage.ofAccount(account)).toMatchObject({ endpoints: [{ calls: 1 }], unassigned: 0 })
  })

  describe('with failing writes', () => {
    /** A store whose transactions fail before or after their commit, one after the other as listed. */
    const failing = (store: Store, failures: ('before' | 'after')[]): Store => ({
      ...store,
      transaction: async (work, mode) => {
        const failure = failures.shift()
        const result = await store.transaction(async (tx) => {
          const done = await work(tx)
          if (failure === 'before') throw new Error('The connection was lost before the commit.')
          return done
        }, mode)
        if (failure === 'after') throw new Error('The connection was lost after the commit.')
        return result
      },
    })

    test.each([[['before']], [['after']], [['before', 'after', 'before', 'before', 'after']]] as const)(
      'calls are written once although a connection is lost: %j',
      async (failures) => {
        const { key } = await newAccount(core())
        const recorder = createUsageRecorder(failing(core().store, [...failures]))
        for (let written = 0; written <= failures.length; written++) {
          recorder.record(getOperation('seasons.list'), await count(core(), key))
          await recorder.flush()
        }
        await recorder.flush()
        expect(await stored(core().store)).toBe(failures.length + 1)
      },
    )

    test('calls of a key that does not exist any more do not keep others from being written', async () => {
      const { key } = await newAccount(core())
      const recorder = createUsageRecorder(core().store)
      const call = await count(core(), key)
      recorder.record(getOperation('seasons.list'), {
        ...call,
        key_id: 'ak_none',
        counted: { key_id: 'ak_none', second: 0, day: call.day },
      })
      recorder.record(getOperation('seasons.list'), call)
      await recorder.flush()
      expect(await stored(core().store)).toBe(1)
    })
  })

  test('recorders that write the same rows at the same time do not lose any, nor lock each other', async () => {
    const { keys } = await newAccount(core(), 5)
    const calls = await Promise.all(
      Array.from({ length: 60 }, (_, n) => count(core(), keys[n % keys.length]?.key ?? '')),
    )
    const endpoints = [getOperation('seasons.list'), getOperation('competitions.list'), getOperation('games.get')]
    const recorders = Array.from({ length: 4 }, () => createUsageRecorder(core().store))
    for (let round = 0; round < 5; round++) {
      for (const [n, recorder] of recorders.entries()) {
        const ordered = n % 2 === 0 ? calls : calls.toReversed()
        for (const [index, call] of ordered.entries())
          for (const endpoint of endpoints.slice(index % 3))
            recorder.record(endpoint, { ...call, counted: call.counted && { ...call.counted } })
      }
      await Promise.all(recorders.map(({ flush }) => flush()))
    }
    expect(await stored(core().store)).toBe(5 * 4 * (20 * 3 + 20 * 2 + 20))
  })

  test('usage is written without waiting for a reader', async () => {
    const { key } = await newAccount(core())
    await listSeasons(core(), key)
    await expect.poll(() => stored(core().store), { timeout: 30_000, interval: 200 }).toBe(1)
  })
})

test('nobody waits long for a database that does not answer', async () => {
  const core = await openCore(await testDatabase('embedded'))
  const { key } = await newAccount(core)
  const never = Promise.withResolvers<never>()
  const recorder = createUsageRecorder({ ...core.store, transaction: () => never.promise })
  recorder.record(getOperation('seasons.list'), await count(core, key))
  for (let n = 0; n < 2; n++) expect(await recorder.flush()).toBeUndefined()
})

test('while another transaction has locked an account, the usage of others is written, and its own afterwards', async () => {
  const core = await openCore(await testDatabase('Postgres'), { callDeadline: 2500, plans: UNLIMITED })
  const [locked, other] = [await newAccount(core), await newAccount(core)]
  const recorder = createUsageRecorder(core.store)
  const record = (call: CountedCall) => recorder.record(getOperation('seasons.list'), call)
  const calls = [await count(core, locked.key), await count(core, other.key)]
  const written = async () =>
    new Map((await core.store.db.select().from(keyUsage)).map(({ account_id, calls }) => [account_id, calls]))
  await core.store.transaction(async (tx) => {
    await tx.select().from(accountsTable).where(eq(accountsTable.id, locked.account)).for('update')
    calls.forEach(record)
    await recorder.flush()
    expect(await written()).toEqual(new Map([[other.account, 1]]))
  })
  record(await count(core, locked.key))
  await recorder.flush()
  expect(await written()).toEqual(
    new Map([
      [other.account, 1],
      [locked.account, 2],
    ]),
  )
})

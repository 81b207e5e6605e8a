import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PLAN_TABLE, type Plan } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import { accountDays, execute, newKeptCounts, type Driver } from '../../store/index.ts'
import { countEagerly, openTestCore, sharedCore, type DatabaseKind } from '../../testing/index.ts'
import { fakeDatabaseClock } from '../../testing/clock.ts'
import type { CountedCall } from './counted-call.ts'
import { createCallCounter } from './count-call.ts'

let accounts = 0
const newKeys = async (core: Core, plan: Plan, keys: number): Promise<string[]> => {
  const { id } = await core.accounts.create({ email: `name${accounts++}@example.org`, plan })
  const made = []
  for (let n = 0; n < keys; n++) made.push((await core.keys.create(id)).key)
  return made
}
const newKey = async (core: Core, plan: Plan): Promise<string> => (await newKeys(core, plan, 1))[0] ?? ''

const call = (core: Core, key: string) => core.countCall(key, { counts: true })
const usage = (core: Core, key: string) => core.countCall(key, { counts: false })
const calls = (core: Core, key: string, number: number) =>
  Promise.all(Array.from({ length: number }, () => call(core, key)))
const withinLimits = (made: CountedCall[]) => made.filter(({ refused }) => refused === null).length

/** Who counts: the process of an embedded database, Postgres, and a process that holds the lease of Postgres. */
const ways: [way: string, kind: DatabaseKind, eager: boolean][] = [
  ['in an embedded database', 'embedded', false],
  ['on Postgres', 'Postgres', false],
  ['with the lease of Postgres', 'Postgres', true],
]

describe.each(ways)('%s', (_, kind, eager) => {
  const newCore = (options: Parameters<typeof sharedCore>[1] = {}) => {
    const core = sharedCore(kind, options)
    beforeAll(() => {
      if (eager) countEagerly(core())
    })
    return core
  }

  describe('with the limits of the contract', () => {
    const core = newCore()

    test.each([
      ['free', 10],
      ['live', 60],
      ['archive', 60],
      ['complete', 120],
    ] as const)('plan %s allows %i calls of a key per minute, sequential and parallel', async (plan, limit) => {
      const key = await newKey(core(), plan)
      for (let n = 1; n <= 5; n++)
        expect(await call(core(), key)).toMatchObject({ refused: null, minute_used: n, day_used: n })
      const more = await calls(core(), key, limit + 20)
      expect(withinLimits(more)).toBe(limit - 5)
      expect(await call(core(), key)).toMatchObject({
        refused: { code: 'rate_limited' },
        minute_used: limit,
        day_used: limit,
        counted: null,
      })
    })

    test('the minute limit is per key, the daily limit per account', async () => {
      const keys = await newKeys(core(), 'free', 5)
      for (const [n, key] of keys.entries()) {
        expect(withinLimits(await calls(core(), key, 30))).toBe(10)
        for (const other of keys) expect((await usage(core(), other)).day_used).toBe(10 * (n + 1))
      }
    })

    test('a call that does not count is never refused and changes no count', async () => {
      const key = await newKey(core(), 'free')
      for (let n = 0; n < 30; n++)
        expect(await usage(core(), key)).toMatchObject({ refused: null, minute_used: 0, day_used: 0, counted: null })
      await calls(core(), key, 15)
      for (let n = 0; n < 30; n++)
        expect(await usage(core(), key)).toMatchObject({ refused: null, minute_used: 10, day_used: 10 })
    })

    test('a refunded call frees a call of the minute, the day and the month', async () => {
      const key = await newKey(core(), 'free')
      const first = await calls(core(), key, 10)
      expect((await call(core(), key)).refused).not.toBeNull()
      await Promise.all(first.slice(0, 4).map((made) => core().refundCall(made)))
      expect(await usage(core(), key)).toMatchObject({ minute_used: 6, day_used: 6, month_used: 6 })
      expect(withinLimits(await calls(core(), key, 10))).toBe(4)
      expect(await usage(core(), key)).toMatchObject({ minute_used: 10, day_used: 10, month_used: 10 })
    })

    test.runIf(kind === 'Postgres' && !eager)(
      'a refund that was refused is sent again; one whose response is missing is not, because it may have been executed',
      async () => {
        const [lost = '', refused = ''] = await newKeys(core(), 'live', 2)
        const { store } = core()
        let failure: string | null = null
        let refusals = 0
        const failing = (code: string) => Object.assign(new Error(code), { code })
        const countingDriver: Driver = {
          ...store.countingDriver,
          values: async (text, parameters) => {
            if (failure === 'ECONNREFUSED') {
              refusals += 1
              throw failing(failure)
            }
            const rows = await store.countingDriver.values(text, parameters)
            if (failure !== null) throw failing(failure)
            return rows
          },
        }
        const counter = createCallCounter({ ...store, countingDriver, keptCounts: newKeptCounts() }, PLAN_TABLE, '')
        const made = await Promise.all([lost, lost, refused].map((key) => counter.countCall(key, { counts: true })))
        for (const [code, call] of [
          ['CONNECTION_CLOSED', made[0]],
          ['ECONNREFUSED', made[2]],
        ] as const) {
          if (call === undefined) throw new RangeError('a call is missing')
          failure = code
          await expect(counter.refundCall(call)).rejects.toMatchObject({ code })
        }
        failure = null
        await expect.poll(async () => (await usage(core(), refused)).minute_used).toBe(0)
        expect(await usage(core(), lost)).toMatchObject({ minute_used: 1, day_used: 1 })
        // Nor is a refund that has succeeded, when another one is sent again.
        await call(core(), refused)
        const other = await counter.countCall(lost, { counts: true })
        failure = 'ECONNREFUSED'
        await expect(counter.refundCall(other)).rejects.toMatchObject({ code: failure })
        await expect.poll(() => refusals).toBeGreaterThan(2) // it is refused once more
        failure = null
        await expect.poll(async () => (await usage(core(), lost)).minute_used).toBe(1)
        expect(await usage(core(), refused)).toMatchObject({ minute_used: 1, day_used: 2 })
      },
    )

    test.runIf(kind === 'Postgres' && !eager)(
      'before a call is counted, the plan of the latest one of its key is reported as likely, unless that was refused',
      async () => {
        const key = await newKey(core(), 'free')
        const counter = createCallCounter(core().store, PLAN_TABLE, '')
        const likely: Plan[] = []
        const countCall = () => counter.countCall(key, { counts: true, onLikelyPlan: (plan) => likely.push(plan) })
        await countCall()
        expect(likely).toEqual([])
        await countCall()
        expect(likely).toEqual(['free'])
        for (let n = 3; n <= 11; n++) await countCall()
        expect(likely).toHaveLength(10)
        expect((await countCall()).refused).not.toBeNull()
        expect(likely).toHaveLength(10)
      },
    )

    test('operations that fail for a caller with a counted call leave its refund to the code that counted it', async () => {
      const broken = await openTestCore(kind)
      const key = await newKey(broken, 'free')
      const counted = (await calls(broken, key, 5))[0]
      if (counted === undefined) throw new Error('no call was counted')
      await execute(broken.store.db, sql`drop table competitions cascade`)
      const { competitions } = broken.caller(counted)
      for (let n = 0; n < 3; n++) await expect(competitions.list()).rejects.toMatchObject({ code: 'server_error' })
      expect(await usage(broken, key)).toMatchObject({ day_used: 5 })
      await broken.refundCall(counted)
      expect(await usage(broken, key)).toMatchObject({ day_used: 4 })
    })

    test('a refused call cannot be refunded', async () => {
      const key = await newKey(core(), 'free')
      const many = await calls(core(), key, 15)
      for (const refused of many.filter(({ refused }) => refused !== null)) await core().refundCall(refused)
      expect(await usage(core(), key)).toMatchObject({ minute_used: 10, day_used: 10 })
      expect((await call(core(), key)).refused).not.toBeNull()
    })

    test('parallel calls with several keys are counted for the key they were made with', async () => {
      const keys = (await Promise.all([newKeys(core(), 'free', 3), newKeys(core(), 'live', 2)])).flat()
      const made = await Promise.all(Array.from({ length: 200 }, (_, n) => call(core(), keys[n % keys.length] ?? '')))
      const ofKey = (index: number) => made.filter((_, n) => n % keys.length === index)
      expect(keys.map((_, index) => withinLimits(ofKey(index)))).toEqual([10, 10, 10, 40, 40])
      const last = await Promise.all(keys.map((key) => usage(core(), key)))
      expect(last.map(({ day_used }) => day_used)).toEqual([30, 30, 30, 80, 80])
      const numbered = ofKey(3).map(({ minute_used }) => minute_used)
      expect(numbered.toSorted((a, b) => a - b)).toEqual(numbered.map((_, n) => n + 1))
    })

    test('parallel calls, refunds, new keys and changes of plan do not deadlock', async () => {
      const owners = await Promise.all(
        Array.from({ length: 6 }, () =>
          core().accounts.create({ email: `name${accounts++}@example.org`, plan: 'live' }),
        ),
      )
      const keys = await Promise.all(owners.map(async ({ id }) => (await core().keys.create(id)).key))
      const work = Array.from({ length: 60 }, async (_, n) => {
        const [first, second] = [keys[n % 6] ?? '', keys[(n * 5 + 3) % 6] ?? '']
        const made = await Promise.all([call(core(), first), call(core(), second)])
        if (n % 3 === 0) await Promise.all(made.map((made) => core().refundCall(made)))
        if (n % 5 === 0) await core().accounts.setPlan(owners[n % 6]?.id ?? '', n % 2 === 0 ? 'archive' : 'live')
        if (n % 20 === 0) await core().keys.create(owners[n % 6]?.id ?? '')
        return n % 3 === 0 ? 0 : 2
      })
      const total = (await Promise.all(work)).reduce<number>((sum, counted) => sum + counted, 0)
      const used = await Promise.all(keys.map(async (key) => (await usage(core(), key)).day_used))
      expect(used.reduce((sum, one) => sum + one, 0)).toBe(total)
    })

    test('an unknown key in a batch does not affect the others', async () => {
      const { newKey: unknownKey } = await import('../key.ts')
      const key = await newKey(core(), 'free')
      const results = await Promise.allSettled([call(core(), key), call(core(), unknownKey()), call(core(), key)])
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    })
  })

  describe('with a fake clock', () => {
    const LIMIT = 3
    const core = newCore({
      plans: {
        free: { per_minute: LIMIT, per_day: null },
        live: { per_minute: null, per_day: 5 },
        archive: { per_minute: null, per_day: 4, per_month: 6 },
        complete: { per_minute: null, per_day: null },
      },
    })
    let set: (moment: Date) => Promise<void>
    beforeAll(async () => {
      set = await fakeDatabaseClock(core().store)
    })
    const at = async (moment: string | number) => set(new Date(moment))

    test('any 60 seconds have at most as many calls of a key as its limit, and no call is refused if 61 seconds have fewer', async () => {
      const step = fc.record({ wait: fc.oneof(fc.nat(2_000), fc.nat(70_000)), calls: fc.integer({ min: 1, max: 4 }) })
      await fc.assert(
        fc.asyncProperty(fc.nat(86_400_000), fc.array(step, { minLength: 5, maxLength: 25 }), async (start, steps) => {
          const key = await newKey(core(), 'free')
          const countedAt: number[] = []
          let now = Date.parse('2026-11-20T00:00:00Z') + start
          for (const { wait, calls: number } of steps) {
            now += wait
            await at(now)
            const made = await calls(core(), key, number)
            const through = withinLimits(made)
            for (const { at: moment, minute_frees_at } of made) {
              expect(moment).toBe(now)
              expect(minute_frees_at - now).toBeGreaterThan(0)
              expect(minute_frees_at - now).toBeLessThanOrEqual(60_000)
            }
            const recent = (span: number) => countedAt.filter((moment) => moment > now - span).length
            expect(recent(60_000) + through).toBeLessThanOrEqual(LIMIT)
            const room = Math.max(0, LIMIT - recent(61_000))
            expect(through).toBeGreaterThanOrEqual(Math.min(number, room))
            countedAt.push(...Array.from({ length: through }, () => now))
          }
        }),
        { numRuns: 7, seed: 2 },
      )
    })

    test('a call succeeds at resets_at of rate_limited, and not before', async () => {
      const key = await newKey(core(), 'free')
      for (const moment of ['10:00:00.900', '10:00:20.000', '10:00:30.500']) {
        await at(`2026-11-20T${moment}Z`)
        expect((await call(core(), key)).refused).toBeNull()
      }
      await at('2026-11-20T10:00:31Z')
      const { refused } = await call(core(), key)
      expect(refused).toMatchObject({ code: 'rate_limited' })
      const resets_at = refused?.extras.resets_at ?? ''
      expect(resets_at).toBe('2026-11-20T10:01:00.900Z')
      await at(Date.parse(resets_at) - 1)
      expect((await call(core(), key)).refused).not.toBeNull()
      await at(resets_at)
      expect((await call(core(), key)).refused).toBeNull()
      expect((await call(core(), key)).refused).not.toBeNull()
    })

    test('calls of earlier minutes do not count', async () => {
      const key = await newKey(core(), 'free')
      await at('2026-11-20T10:00:00Z')
      await calls(core(), key, LIMIT)
      for (const later of ['2026-11-20T10:02:00Z', '2026-11-21T10:00:00Z', '2027-11-20T10:00:00Z']) {
        await at(later)
        expect((await usage(core(), key)).minute_used).toBe(0)
        expect(withinLimits(await calls(core(), key, 9))).toBe(LIMIT)
      }
    })

    test('a minute is 60 seconds to the millisecond', async () => {
      const key = await newKey(core(), 'free')
      await at('2026-11-20T10:00:00.900Z')
      await calls(core(), key, LIMIT)
      await at('2026-11-20T10:01:00.899Z')
      expect(await usage(core(), key)).toMatchObject({ minute_used: LIMIT })
      expect((await call(core(), key)).refused?.extras.resets_at).toBe('2026-11-20T10:01:00.900Z')
      await at('2026-11-20T10:01:00.900Z')
      expect(withinLimits(await calls(core(), key, LIMIT + 1))).toBe(LIMIT)
    })

    test.each([0.4, 1, 10, 59, 60, 61, 600, 86_400])(
      'a clock that is set back by %d s frees no call, and locks no key for longer than a minute',
      async (seconds) => {
        const start = Date.parse('2026-11-20T10:00:30.700Z')
        const key = await newKey(core(), 'free')
        await at(start)
        await calls(core(), key, LIMIT)
        const back = start - seconds * 1000
        await at(back)
        const { refused, minute_frees_at } = await call(core(), key)
        expect(refused).toMatchObject({ code: 'rate_limited' })
        expect(minute_frees_at - back).toBe(60_000)
        expect(Date.parse(refused?.extras.resets_at ?? '')).toBe(minute_frees_at)
        for (const later of [1000, 59_999]) {
          await at(back + later)
          expect((await call(core(), key)).refused).not.toBeNull()
        }
        await at(minute_frees_at)
        expect((await call(core(), key)).refused).toBeNull()
      },
    )

    test('while the clock is set back at times, no 60 real seconds have more calls than the limit, and no refusal lasts longer', async () => {
      const step = fc.record({
        wait: fc.nat(40_000),
        back: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(1_500), fc.nat(700_000)),
        calls: fc.integer({ min: 0, max: 4 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.nat(86_400_000), fc.array(step, { minLength: 5, maxLength: 20 }), async (start, steps) => {
          const key = await newKey(core(), 'free')
          const countedAt: number[] = [] // in real time
          let real = Date.parse('2026-11-20T00:00:00Z') + start
          let lag = 0
          for (const { wait, back, calls: number } of steps) {
            real += wait
            lag += back
            await at(real - lag)
            const through = withinLimits(await calls(core(), key, number))
            expect(countedAt.filter((moment) => moment > real - 60_000).length + through).toBeLessThanOrEqual(LIMIT)
            countedAt.push(...Array.from({ length: through }, () => real))
            expect((await usage(core(), key)).minute_frees_at - (real - lag)).toBeLessThanOrEqual(60_000)
          }
          await usage(core(), key)
          await at(real - lag + 60_000)
          expect((await call(core(), key)).refused).toBeNull()
        }),
        { numRuns: 7, seed: 3 },
      )
    })

    test('calls that were counted on a day before the clock was set back to the day before it do not use up that day', async () => {
      const key = await newKey(core(), 'live')
      await at('2026-12-01T00:05:00Z')
      expect(withinLimits(await calls(core(), key, 9))).toBe(5)
      await at('2026-11-30T23:55:00Z')
      expect(await usage(core(), key)).toMatchObject({ day: '2026-11-30', day_used: 0, month_used: 0 })
      expect(withinLimits(await calls(core(), key, 9))).toBe(5)
      expect((await call(core(), key)).refused).toMatchObject({ extras: { resets_at: '2026-12-01T00:00:00Z' } })
      await at('2026-12-01T00:06:00Z')
      expect(await usage(core(), key)).toMatchObject({ day_used: 5, month_used: 5 })
    })

    test('a refund returns what is used after it, on the clock of the database', async () => {
      const key = await newKey(core(), 'complete')
      await at('2026-11-20T10:00:00Z')
      const first = await call(core(), key)
      await at('2026-11-20T10:00:20.250Z')
      const second = await call(core(), key)
      await at('2026-11-20T10:00:30Z')
      expect(await core().refundCall(first)).toEqual({
        at: Date.parse('2026-11-20T10:00:30Z'),
        day: '2026-11-20',
        minute_used: 1,
        minute_frees_at: Date.parse('2026-11-20T10:01:20.250Z'),
        day_used: 1,
        month_used: 1,
      })
      expect(await core().refundCall(second)).toMatchObject({
        minute_used: 0,
        minute_frees_at: Date.parse('2026-11-20T10:01:30Z'),
        day_used: 0,
      })
    })

    test('a refund frees the second in which the call was made, not the current one', async () => {
      const key = await newKey(core(), 'free')
      await at('2026-11-20T10:00:00Z')
      const first = await call(core(), key)
      await at('2026-11-20T10:00:50Z')
      await calls(core(), key, 2)
      await core().refundCall(first)
      expect((await usage(core(), key)).minute_used).toBe(2)
      expect(withinLimits(await calls(core(), key, 3))).toBe(1)
      await at('2026-11-20T10:01:40Z')
      expect((await usage(core(), key)).minute_used).toBe(3)
    })

    test('a refund after a minute changes the daily count only', async () => {
      const key = await newKey(core(), 'free')
      await at('2026-11-20T10:00:00Z')
      const first = await call(core(), key)
      await at('2026-11-20T10:05:00Z')
      await call(core(), key)
      await core().refundCall(first)
      expect(await usage(core(), key)).toMatchObject({ minute_used: 1, day_used: 1 })
    })

    test('a refund on the next day changes the count of the day the call was made on', async () => {
      const key = await newKey(core(), 'live')
      await at('2026-11-20T23:59:59Z')
      const late = await call(core(), key)
      await at('2026-11-21T00:00:01Z')
      await call(core(), key)
      await core().refundCall(late)
      expect(await usage(core(), key)).toMatchObject({ day_used: 1, month_used: 1 })
      await core().store.keptCounts.flush()
      const days = await core().store.db.select().from(accountDays).orderBy(accountDays.day)
      expect(days.map(({ day, calls }) => [day, calls])).toEqual([
        ['2026-11-20', 0],
        ['2026-11-21', 1],
      ])
    })

    test('the day of an account ends at 00:00 UTC, for all of its keys', async () => {
      const [first, second] = (await newKeys(core(), 'live', 2)) as [string, string]
      await at('2026-11-20T23:59:58.500Z')
      expect(withinLimits(await calls(core(), first, 4))).toBe(4)
      expect(withinLimits(await calls(core(), second, 4))).toBe(1)
      const { refused } = await call(core(), first)
      expect(refused).toMatchObject({
        code: 'quota_exceeded',
        extras: { plan: 'live', resets_at: '2026-11-21T00:00:00Z', pricing: expect.stringMatching(/^https?:/) },
      })
      await at('2026-11-20T23:59:59.999Z')
      expect((await call(core(), second)).refused).not.toBeNull()
      await at('2026-11-21T00:00:00Z')
      expect(withinLimits(await calls(core(), second, 9))).toBe(5)
      expect(await usage(core(), first)).toMatchObject({ day_used: 5, month_used: 10 })
    })

    test('the month of an account ends on the last day, 24:00 UTC', async () => {
      const key = await newKey(core(), 'archive')
      await at('2026-12-30T12:00:00Z')
      expect(withinLimits(await calls(core(), key, 9))).toBe(4)
      await at('2026-12-31T23:59:59Z')
      expect(withinLimits(await calls(core(), key, 9))).toBe(2)
      expect((await call(core(), key)).refused).toMatchObject({
        code: 'quota_exceeded',
        extras: { plan: 'archive', resets_at: '2027-01-01T00:00:00Z' },
      })
      await at('2027-01-01T00:00:00Z')
      expect(await usage(core(), key)).toMatchObject({ day_used: 0, month_used: 0 })
      expect(withinLimits(await calls(core(), key, 9))).toBe(4)
    })

    test('a used-up month is reported before the day, and the day before the minute', async () => {
      const key = await newKey(core(), 'archive')
      await at('2026-11-01T12:00:00Z')
      await calls(core(), key, 4)
      expect((await call(core(), key)).refused).toMatchObject({ extras: { resets_at: '2026-11-02T00:00:00Z' } })
      await at('2026-11-02T12:00:00Z')
      await calls(core(), key, 2)
      expect((await call(core(), key)).refused).toMatchObject({ extras: { resets_at: '2026-12-01T00:00:00Z' } })
    })

    test('parallel calls are numbered, and those over the limit of the day or the month are refused for that', async () => {
      const [daily, monthly] = [await newKey(core(), 'live'), await newKey(core(), 'archive')]
      await at('2026-11-01T12:00:00Z')
      const numbers = (made: CountedCall[], used: 'day_used' | 'month_used') =>
        made.flatMap((one) => (one.refused === null ? one[used] : [])).toSorted((a, b) => a - b)
      const reasons = (made: CountedCall[]) => [
        ...new Set(
          made.flatMap(({ refused }) => (refused === null ? [] : `${refused.code} ${refused.extras.resets_at}`)),
        ),
      ]
      const ofDay = await calls(core(), daily, 9)
      expect([numbers(ofDay, 'day_used'), reasons(ofDay)]).toEqual([
        [1, 2, 3, 4, 5],
        ['quota_exceeded 2026-11-02T00:00:00Z'],
      ])
      await calls(core(), monthly, 3)
      await at('2026-11-02T12:00:00Z')
      const ofMonth = await calls(core(), monthly, 9)
      expect([numbers(ofMonth, 'month_used'), reasons(ofMonth)]).toEqual([
        [4, 5, 6],
        ['quota_exceeded 2026-12-01T00:00:00Z'],
      ])
    })

    test('without limits no call is refused, but calls are still counted', async () => {
      const key = await newKey(core(), 'complete')
      await at('2026-11-20T10:00:00Z')
      expect(withinLimits(await calls(core(), key, 500))).toBe(500)
      expect(await usage(core(), key)).toMatchObject({ minute_used: 500, day_used: 500, month_used: 500 })
    })
  })
})

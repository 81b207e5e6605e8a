import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CountedCall } from './counted-call.ts'
import { accountDays } from '../../store/index.ts'
import { fakeDatabaseClock } from '../../testing/clock.ts'
import { anyDatabase, countEagerly, sharedCore } from '../../testing/index.ts'

/** A call as it should be counted: the key, and when the last call of its second was made. */
type Made = { call: CountedCall; key: number; at: number; refunded: boolean }

const KEYS = 3
const DAY = 86_400_000
const PER_MINUTE = 6

const step = fc.record({
  wait: fc.oneof(fc.nat(900), fc.nat(30_000), fc.nat(70_000), fc.nat(3 * 3_600_000)),
  calls: fc.array(fc.nat(KEYS - 1), { maxLength: 8 }),
  refunds: fc.array(fc.nat(30), { maxLength: 2 }),
})

describe.each([...anyDatabase.map((kind) => [kind, kind] as const), ['the lease of Postgres', 'Postgres'] as const])(
  'on %s',
  (way, kind) => {
    const core = sharedCore(kind, { plans: { complete: { per_minute: PER_MINUTE, per_day: null } } })
    let set: (moment: Date) => Promise<void>
    beforeAll(async () => {
      set = await fakeDatabaseClock(core().store)
      if (way !== kind) countEagerly(core())
    })

    test('the minutes of the keys of an account, its day, its month and its history are counted as in a list of all calls', async () => {
      let accounts = 0
      const history = async (account: string) => {
        await core().store.keptCounts.flush()
        const days = await core().store.db.select().from(accountDays)
        return new Map(
          days
            .filter(({ account_id, calls }) => account_id === account && calls > 0)
            .map(({ day, calls }) => [day, calls]),
        )
      }
      await fc.assert(
        fc.asyncProperty(fc.nat(40 * DAY), fc.array(step, { minLength: 5, maxLength: 30 }), async (start, steps) => {
          const { id } = await core().accounts.create({ email: `name${accounts++}@example.org`, plan: 'complete' })
          const keys: string[] = []
          while (keys.length < KEYS) keys.push((await core().keys.create(id)).key)
          const made: Made[] = []
          let now = Date.parse('2026-11-10T00:00:00Z') + start
          const second = (at: number) => Math.floor(at / 1000)
          const counted = (which: (one: Made) => boolean) => made.filter((one) => !one.refunded && which(one))
          /** The calls of a key that count: those in a second whose last call was made in the last minute. */
          const inMinute = (key: number) => {
            const of = made.filter((one) => one.key === key)
            const last = (at: number) =>
              Math.max(...of.filter((one) => second(one.at) === second(at)).map((one) => one.at))
            return counted((one) => one.key === key && last(one.at) > now - 60_000).map(({ at }) => last(at))
          }
          const day = (at: number) => new Date(at).toISOString().slice(0, 10)
          const check = async () => {
            const used = await Promise.all(keys.map((key) => core().countCall(key, { counts: false })))
            for (const [key, usage] of used.entries()) {
              const recent = inMinute(key)
              expect(usage).toMatchObject({
                at: now,
                day: day(now),
                minute_used: recent.length,
                minute_frees_at: 60_000 + Math.min(...recent, recent.length === 0 ? now : Infinity),
                day_used: counted(({ at }) => day(at) === day(now)).length,
                month_used: counted(({ at }) => day(at).slice(0, 7) === day(now).slice(0, 7)).length,
              })
            }
          }
          for (const { wait, calls, refunds } of steps) {
            now += wait
            await set(new Date(now))
            const room = keys.map((_, key) => PER_MINUTE - inMinute(key).length)
            const results = await Promise.all(calls.map((key) => core().countCall(keys[key] ?? '', { counts: true })))
            for (const [index, call] of results.entries()) {
              const key = calls[index] ?? 0
              const within = (room[key] ?? 0) > 0
              expect(call.refused === null).toBe(within)
              room[key] = (room[key] ?? 0) - 1
              if (within) made.push({ call, key, at: now, refunded: false })
            }
            const refunded = [...new Set(refunds)].flatMap(
              (back) => made.filter((one) => !one.refunded).at(-1 - back) ?? [],
            )
            await Promise.all(refunded.map(({ call }) => core().refundCall(call)))
            for (const one of refunded) one.refunded = true
            await check()
          }
          const byDay = Map.groupBy(
            counted(() => true),
            ({ at }) => day(at),
          )
          expect(await history(id)).toEqual(new Map([...byDay].map(([on, of]) => [on, of.length])))
        }),
        { numRuns: 12, seed: 5 },
      )
    })
  },
)

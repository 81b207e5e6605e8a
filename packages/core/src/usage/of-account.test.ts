import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { execute, keyUsage } from '../store/index.ts'
import { anyDatabase, catchServiceError, sharedCore } from '../testing/index.ts'
import { pruneUsage } from './queries.ts'

/** Gives an account usage on the days before today, `days` of them, of each key at each of the endpoints. */
const addPast = (core: Core, account: string, { days, endpoints }: { days: number; endpoints: number }) =>
  core.store.transaction(async (tx) => {
    const today = sql`(clock_timestamp() at time zone 'utc')::date`
    await execute(
      tx,
      sql`insert into account_past_days (account_id, day, calls)
          select ${account}, ${today} - d, 10 from generate_series(1, ${days}::integer) d`,
    )
    await execute(
      tx,
      sql`insert into key_usage (account_id, day, key_id, endpoint, calls, refused, last_at)
          select k.account_id, ${today} - d, k.id, 'GET /endpoint/' || e, 2, 1, clock_timestamp() - d * interval '1 day'
          from api_keys k, generate_series(1, ${days}::integer) d, generate_series(1, ${endpoints}::integer) e
          where k.account_id = ${account}`,
    )
  })

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const newAccount = async () => {
    const { id } = await core().accounts.create({ email: 'name@example.org', plan: 'free' })
    const { id: key } = await core().keys.create(id)
    return { account: id, key }
  }

  test('an account without calls has 90 days of zeros, and all of its limit left', async () => {
    const { account, key } = await newAccount()
    const usage = await core().usage.ofAccount(account)
    expect(usage).toMatchObject({
      plan: 'free',
      today: { used: 0, limit: 100, remaining: 100 },
      month: { used: 0, limit: null, remaining: null },
      endpoints: [],
      keys: [{ id: key, calls: 0, refused: 0, last_at: null }],
      unassigned: 0,
    })
    expect(usage.days).toHaveLength(90)
    expect(new Set(usage.days.map(({ calls, refused }) => calls + refused))).toEqual(new Set([0]))
    const midnight = usage.today.resets_at.getTime()
    expect(midnight % 86_400_000).toBe(0)
    expect(usage.days.map(({ day }) => Date.parse(day))).toEqual(
      Array.from({ length: 90 }, (_, index) => midnight - (90 - index) * 86_400_000),
    )
  })

  test('the last 90 days are read, today included, and calls without an endpoint are unassigned', async () => {
    const { account, key } = await newAccount()
    await addPast(core(), account, { days: 120, endpoints: 3 })
    const usage = await core().usage.ofAccount(account)
    expect(usage.days.slice(0, -1).every(({ calls, refused }) => calls === 10 && refused === 3)).toBe(true)
    expect(usage.days.at(-1)).toMatchObject({ calls: 0, refused: 0 })
    expect(usage.endpoints.map(({ calls, refused }) => [calls, refused])).toEqual(
      Array.from({ length: 3 }, () => [178, 89]),
    )
    expect(usage.keys).toMatchObject([{ id: key, calls: 534, refused: 267 }])
    expect(usage.unassigned).toBe(890 - 534)
  })

  test('a revoked key is part of it if it was used', async () => {
    const { account, key } = await newAccount()
    const { id: unused } = await core().keys.create(account)
    await addPast(core(), account, { days: 1, endpoints: 1 })
    await execute(core().store.db, sql`delete from key_usage where key_id = ${unused}`)
    for (const id of [key, unused]) await core().keys.revoke(id)
    expect((await core().usage.ofAccount(account)).keys.map(({ id }) => id)).toEqual([key])
  })

  test('an unknown account is not found', async () => {
    expect(await catchServiceError(core().usage.ofAccount('ac_00000000'))).toMatchObject({ code: 'not_found' })
  })

  test('usage is pruned after 90 days, however much there is', async () => {
    const { account } = await newAccount()
    await core().keys.create(account)
    await addPast(core(), account, { days: 365, endpoints: 6 })
    const before = await core().usage.ofAccount(account)
    await pruneUsage(core().store, new AbortController().signal)
    expect(await core().store.db.$count(keyUsage)).toBe(89 * 6 * 2)
    expect(await core().usage.ofAccount(account)).toEqual(before)
  })
})

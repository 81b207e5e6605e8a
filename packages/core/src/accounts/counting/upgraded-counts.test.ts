import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { accountDays, applyMigrations, execute, openStore } from '../../store/index.ts'
import { anyDatabase, newEmptyDatabase, openCore, type DatabaseKind } from '../../testing/index.ts'
import { toFingerprint, toHint, newKey } from '../key.ts'

/** The migrations before counts were in one row. */
const MIGRATIONS = 8

/** A database of the version before, with two keys: one made 3 calls 20 s ago and 2 calls 10 s ago, the other none. */
const newDatabaseBefore = async (kind: DatabaseKind, keys: readonly string[]): Promise<string> => {
  const { address, drop } = await newEmptyDatabase(kind)
  onTestFinished(drop)
  const store = await openStore(address)
  await store.transaction(async (tx) => {
    await applyMigrations(tx, 0, MIGRATIONS)
    await execute(tx, sql`insert into accounts (id, email, plan) values ('ac_1', 'name@example.org', 'complete')`)
    for (const [index, key] of keys.entries())
      await execute(
        tx,
        sql`insert into api_keys (id, account_id, fingerprint, hint)
            values (${`ak_${index}`}, 'ac_1', decode(${toFingerprint(key)}, 'hex'), ${toHint(key)})`,
      )
    await execute(
      tx,
      sql`update api_keys set window_second = floor(date_part('epoch', clock_timestamp())) - 10,
            window_calls[51] = 3, window_calls[61] = 2, window_micros[51] = 250000
          where id = 'ak_0'`,
    )
    await execute(
      tx,
      sql`insert into account_days
          select 'ac_1', (clock_timestamp() at time zone 'UTC')::date - days, calls from (values (0, 5), (40, 7)) as d (days, calls)`,
    )
  })
  await store.migrate()
  await store.close()
  return address
}

test.each(anyDatabase)('a database of the version before keeps its counts on %s', async (kind) => {
  const keys = [newKey(), newKey()]
  const core = await openCore(await newDatabaseBefore(kind, keys))
  const history = async () => {
    await core.store.keptCounts.flush()
    const days = await core.store.db.select().from(accountDays)
    return days.map(({ calls }) => calls).toSorted((a, b) => a - b)
  }
  expect(await history()).toEqual([5, 7])
  const [first, second] = await Promise.all(keys.map((key) => core.countCall(key, { counts: true })))
  expect([first?.minute_used, second?.minute_used]).toEqual([6, 1])
  expect(new Set([first?.day_used, second?.day_used])).toEqual(new Set([6, 7]))
  const wait = (first?.minute_frees_at ?? 0) - (first?.at ?? 0)
  expect(wait).toBeGreaterThan(10_000)
  expect(wait).toBeLessThanOrEqual(41_250)
  expect(await history()).toEqual([7, 7])
})

test.each(anyDatabase)('an account that a process of the version before creates is counted on %s', async (kind) => {
  const key = newKey()
  const core = await openCore(await newDatabaseBefore(kind, []))
  await execute(core.store.db, sql`insert into accounts (id, email, plan) values ('ac_2', 'two@example.org', 'free')`)
  await execute(
    core.store.db,
    sql`insert into api_keys (id, account_id, fingerprint, hint)
        values ('ak_2', 'ac_2', decode(${toFingerprint(key)}, 'hex'), ${toHint(key)})`,
  )
  const calls = Array.from({ length: 3 }, () => core.countCall(key, { counts: true }))
  expect((await Promise.all(calls)).map(({ minute_used }) => minute_used)).toEqual([1, 2, 3])
})

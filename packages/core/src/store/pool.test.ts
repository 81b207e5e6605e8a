import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { onMeasured } from '../measure.ts'
import { newDatabase, testDatabase } from '../testing/index.ts'
import { DeadlineMissed } from './deadline.ts'
import { createPool, type Pool } from './pool.ts'
import type { Driver } from './store.ts'

const DEADLINE = 2000
const SIZE = 3

let pool: Pool
beforeAll(async () => {
  const { address, drop } = await newDatabase('Postgres')
  pool = createPool({ url: address, session: {}, size: SIZE, deadline: DEADLINE })
  await pool.driver.rows('create table numbers (number integer)', [])
  return async () => {
    await pool.close()
    await drop()
  }
})

const backend = async (driver = pool.driver): Promise<unknown> =>
  (await driver.rows('select pg_backend_pid() as pid where $1::text is not null', ['x']))[0]?.['pid']

test('statements share as many connections as the pool has', async () => {
  const pids = await Promise.all(Array.from({ length: 50 }, () => backend()))
  expect(new Set(pids).size).toBeLessThanOrEqual(SIZE)
})

test('a statement is prepared, without parameters too, and text of several statements is not', async () => {
  const prepared = await pool.transaction('begin', async (driver) => {
    for (let n = 0; n < 2; n++) await driver.values('select 12', [])
    await driver.rows('select 1; select 2', [])
    return driver.rows('select statement from pg_prepared_statements where statement like $1', ['select 1%'])
  })
  expect(prepared).toEqual([{ statement: 'select 12' }])
})

test('a transaction has its connection for itself, whatever else is sent', async () => {
  const statement = fc.constant('statement' as const)
  const transaction = fc.constant('transaction' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(statement, transaction), { maxLength: 30 }), async (kinds) => {
      const inUse = new Set<unknown>()
      const shared: unknown[] = []
      const use = (pid: unknown) => {
        if (inUse.has(pid)) shared.push(pid)
      }
      const transact = async (driver: Driver) => {
        const pid = await backend(driver)
        use(pid)
        inUse.add(pid)
        for (let n = 0; n < 3; n++) if ((await backend(driver)) !== pid) shared.push(pid)
        inUse.delete(pid)
      }
      const run = async (kind: 'statement' | 'transaction') =>
        kind === 'statement' ? use(await backend()) : pool.transaction('begin', transact)
      await Promise.all(kinds.map(run))
      expect(shared).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('a transaction is rolled back when a statement fails, even if the work goes on', async () => {
  const work = pool.transaction('begin', async (driver) => {
    await driver.rows('insert into numbers values ($1)', [1])
    await driver.rows('select 1 / $1::integer', [0]).catch(() => {})
  })
  await expect(work).rejects.toThrow('division by zero')
  expect(await pool.driver.rows('select number from numbers where number = $1', [1])).toEqual([])
})

test('a statement that misses its deadline ends its connection; the others go on', async () => {
  const slow = pool.driver.rows('select pg_sleep($1)', [60]).catch((error: unknown) => error)
  expect(await backend()).toBeTypeOf('number')
  expect(await slow).toBeInstanceOf(DeadlineMissed)
  expect(await backend()).toBeTypeOf('number')
})

test('a transaction that waits for a connection for too long is a failed statement', async () => {
  const failed: boolean[] = []
  const stop = onMeasured('statement', (measured) => failed.push(measured.failed))
  const end = Promise.withResolvers<void>()
  const others = Array.from({ length: SIZE }, () => pool.transaction('begin', () => end.promise))
  await expect(pool.transaction('begin', async () => {})).rejects.toThrow(DeadlineMissed)
  end.resolve()
  await Promise.all(others)
  stop()
  expect(failed.filter((each) => each)).toEqual([true])
})

test('a transaction that misses a deadline is rolled back, and its connection never used for what follows', async () => {
  const work = pool.transaction('begin', async (driver) => {
    await driver.rows('insert into numbers values ($1)', [2])
    await driver.rows('select pg_sleep($1)', [60]).catch(() => {})
    await driver.rows('insert into numbers values ($1)', [3])
  })
  await expect(work).rejects.toThrow(DeadlineMissed)
  expect(await pool.driver.rows('select number from numbers where number = any (array[2, 3])', [])).toEqual([])
})

test('a statement that gets no connection in time fails, and leaves no place in the queue', async () => {
  const released = Promise.withResolvers<void>()
  const begun = Array.from({ length: SIZE }, () => Promise.withResolvers<void>())
  const holding = begun.map(({ resolve }) =>
    pool.transaction('begin', async (driver) => {
      await backend(driver)
      resolve()
      await released.promise
    }),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  await expect(backend()).rejects.toThrow(DeadlineMissed)
  released.resolve()
  await Promise.all(holding)
  expect(await backend()).toBeTypeOf('number')
})

test('connections that the server ends are replaced', async () => {
  const open = async () => {
    const pids = await Promise.all(Array.from({ length: SIZE }, () => backend()))
    return new Set(pids)
  }
  const before = await open()
  await pool.driver.rows(
    'select pg_terminate_backend(pid) from unnest($1::text::integer[]) as pid where pid <> pg_backend_pid()',
    [`{${[...before].join(',')}}`],
  )
  const survivors = async () => [...(await open().catch(() => before))].filter((pid) => before.has(pid)).length
  await expect.poll(survivors).toBeLessThanOrEqual(1)
})

test('a statement that waits while the pool is closed fails, and opens no connection', async () => {
  const closing = createPool({ url: await testDatabase('Postgres'), session: {}, size: 1, deadline: 60_000 })
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = closing.transaction('begin', async (driver) => {
    await backend(driver)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  const waiting = backend(closing.driver).catch((error: unknown) => error)
  const closed = closing.close()
  expect(await waiting).toMatchObject({ message: 'The database is closed.' })
  released.resolve()
  await Promise.allSettled([holding, closed])
})

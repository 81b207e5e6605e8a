import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { onMeasured } from '../telemetry.ts'
import { newDatabase, testDatabase } from '../testing/index.ts'
import { DeadlineMissed } from './errors.ts'
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

/** A statement that fails after it has sent three rows. */
const FAILS_AFTER_THREE_ROWS = 'select 1 / (4 - x) as x from generate_series(1, 5) as x'

/** Blocks the process once its statements are sent, so that it reads their responses in one chunk. */
const readInOneChunk = async (): Promise<void> => {
  for (let n = 0; n < 3; n++) await setImmediate()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
}

const onePool = async (): Promise<Pool> => {
  const one = createPool({ url: await testDatabase('Postgres'), session: {}, size: 1, deadline: 60_000 })
  onTestFinished(one.close)
  return one
}

test.each([
  { parameters: [], series: 'generate_series(1, 5)' },
  { parameters: ['5'], series: 'generate_series(1, $1::text::integer)' },
])('a statement that fails in the middle of its rows changes no other result: $series', async (input) => {
  const { driver } = await onePool()
  const text = `select x from ${input.series} as x`
  await driver.values(text, input.parameters)
  const failing = driver.values(FAILS_AFTER_THREE_ROWS, []).catch((error: unknown) => error)
  const together = [driver.values(text, input.parameters), driver.rows(text, input.parameters)]
  await readInOneChunk()
  expect(await failing).toMatchObject({ code: '22012' })
  const numbers = [1, 2, 3, 4, 5]
  const arrays = numbers.map((x) => [x])
  const objects = numbers.map((x) => ({ x }))
  expect(await Promise.all(together)).toEqual([arrays, objects])
  expect(await driver.values(text, input.parameters)).toEqual(arrays)
  expect(await driver.rows(text, input.parameters)).toEqual(objects)
})

test('a connection is never used again after a failed statement outside of a transaction', async () => {
  const { driver, transaction } = await onePool()
  const first = await backend(driver)
  await expect(driver.rows(FAILS_AFTER_THREE_ROWS, [])).rejects.toThrow('division by zero')
  const second = await backend(driver)
  expect(second).not.toBe(first)
  await expect(transaction('begin; select 1 / 0', async () => {})).rejects.toThrow('division by zero')
  expect(await backend(driver)).not.toBe(second)
})

test('a connection is used again after a transaction that was rolled back', async () => {
  const { driver, transaction } = await onePool()
  const pid = await backend(driver)
  const work = transaction('begin', (tx) => tx.rows(FAILS_AFTER_THREE_ROWS, []))
  await expect(work).rejects.toThrow('division by zero')
  expect(await backend(driver)).toBe(pid)
  expect(await driver.values('select x from generate_series(1, 5) as x', [])).toEqual([[1], [2], [3], [4], [5]])
})

test('after a lost prepared statement no result is that of another statement', async () => {
  const { driver } = await onePool()
  const select = (name: string) => driver.values(`select '${name}' || $1`, ['!'])
  for (const name of ['a', 'b', 'c']) await select(name)
  const [lost] = await driver.values('select name from pg_prepared_statements where statement like $1', ["select 'a'%"])
  await driver.rows(`deallocate "${String(lost?.[0])}"`, [])
  const responses = Promise.allSettled(['a', 'b', 'c'].map(select))
  await readInOneChunk()
  const results = await responses
  const values = results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
  expect(values[0]).toBe('failed')
  expect([[['b!']], 'failed']).toContainEqual(values[1])
  expect([[['c!']], 'failed']).toContainEqual(values[2])
})

test('a transaction whose work has not waited for a statement that fails is not reported as committed', async () => {
  const work = pool.transaction('begin', async (driver) => {
    await driver.rows('insert into numbers values ($1)', [4])
    void driver.rows('select 1 / $1::integer', [0]).catch(() => {})
  })
  await expect(work).rejects.toThrow('division by zero')
  expect(await pool.driver.rows('select number from numbers where number = $1', [4])).toEqual([])
})

test('statements that were sent before a failed one was known keep their connection', async () => {
  const { driver } = await onePool()
  await backend(driver)
  const failing = driver.rows('select 1 / $1::integer', [0]).catch((error: unknown) => error)
  const slow = driver.values('select pg_sleep($1::float8)::text, 7', ['0.2'])
  expect(await failing).toMatchObject({ code: '22012' })
  expect(await slow).toEqual([['', 7]])
})

test('a statement that misses its deadline ends its connection; the others go on', async () => {
  const slow = pool.driver.rows('select pg_sleep($1)', [60]).catch((error: unknown) => error)
  expect(await backend()).toBeTypeOf('number')
  expect(await slow).toBeInstanceOf(DeadlineMissed)
  expect(await backend()).toBeTypeOf('number')
})

/** Opens all connections of the pool at the same time. @throws DeadlineMissed on a machine that is too busy for it */
const openAll = async (): Promise<void> => {
  const all = Promise.withResolvers<void>()
  let open = 0
  const hold = () => {
    if (++open === SIZE) all.resolve()
    return all.promise
  }
  await Promise.all(Array.from({ length: SIZE }, () => pool.transaction('begin', hold).catch(all.reject)))
  await all.promise
}

test('a transaction that waits for a connection for too long is a failed statement', async () => {
  await vi.waitFor(openAll, { timeout: 60_000 })
  const lasted: number[] = []
  // Cores of other tests in this process are measured too, and fail sooner when their databases are gone.
  const stop = onMeasured('statement', ({ failed, duration }) => failed && lasted.push(duration))
  const end = Promise.withResolvers<void>()
  const others = Array.from({ length: SIZE }, () => pool.transaction('begin', () => end.promise))
  await expect(pool.transaction('begin', async () => {})).rejects.toThrow(DeadlineMissed)
  end.resolve()
  await Promise.all(others)
  stop()
  expect(lasted.filter((duration) => duration > DEADLINE - 100)).toHaveLength(1)
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

import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { backupDatabase } from '../backup/backup.ts'
import { restoreDatabase } from '../backup/restore.ts'
import type { PlanChanges } from '../contract/index.ts'
import { createCore, type Core } from '../core.ts'
import {
  EAGER,
  findRebuildChanges,
  sampleId,
  newDatabase,
  newEmptyDatabase,
  openCore,
  sampleBundle,
  tableContents,
  testDatabase,
} from '../testing/index.ts'
import { newFolder } from '../testing/databases.ts'
import { hasPgBouncer, launchPgBouncer, startPgBouncer, unlessInstalled } from '../testing/pgbouncer.ts'
import { startReceiver } from '../deliveries/testing/recording-receiver.ts'
import { createSubscriber, LOCAL_WEBHOOKS, startTestWorker } from '../deliveries/testing/subscribers.ts'
import type { WorkerOptions } from '../deliveries/worker.ts'
import { accountCounts, execute, openStore, unreachable } from './index.ts'
import { createPool } from './pool.ts'
import { detectPooling } from './pooler.ts'

const TRANSACTION = { pool_mode: 'transaction', default_pool_size: 3 } as const
const SESSION = { pool_mode: 'session', default_pool_size: 200 } as const

/** The rows of many concurrent statements, some with parameters and some without, that differ in text and columns. */
const queryConcurrently = async (options: { url: string; prepare: boolean; pipeline: boolean }) => {
  const pool = createPool({ ...options, size: 10, deadline: 20_000 })
  const wrong: unknown[] = []
  let failed = 0
  const query = async (n: number) => {
    const [name, parameters] = [`column_${n % 7}`, n % 3 === 0 ? [] : [`value ${n}`]]
    const value = parameters.length === 0 ? `'value ${n}'` : '$1::text'
    try {
      const rows = await pool.driver.rows(`select ${value} as ${name}`, parameters)
      if (JSON.stringify(rows) !== JSON.stringify([{ [name]: `value ${n}` }])) wrong.push(rows)
    } catch {
      failed++
    }
  }
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 100 }, (_, n) => query(round * 100 + n)))
  await pool.close()
  return { wrong, failed }
}

test('nothing is between this process and Postgres', async () => {
  expect(await detectPooling(await testDatabase('Postgres'))).toBe('none')
})

test('a direct address without Postgres is refused', async () => {
  await expect(openStore('memory://', { directDatabase: 'postgres://127.0.0.1/x' })).rejects.toThrow(
    'DATABASE_DIRECT_URL is set, but the database is not Postgres: leave it out.',
  )
})

describe.skipIf(!hasPgBouncer)(`a pooler${unlessInstalled}`, () => {
  test.each([
    { settings: SESSION, pooling: 'session' },
    { settings: { ...SESSION, default_pool_size: 1 }, pooling: 'transaction' },
    { settings: TRANSACTION, pooling: 'transaction' },
    { settings: { ...TRANSACTION, default_pool_size: 1 }, pooling: 'transaction' },
    { settings: { ...TRANSACTION, server_round_robin: 1, min_pool_size: 3 }, pooling: 'transaction' },
  ])('with $settings is found to have $pooling pooling', async ({ settings, pooling }) => {
    const url = await startPgBouncer(await testDatabase('Postgres'), settings)
    for (let time = 0; time < 3; time++) expect(await detectPooling(url)).toBe(pooling)
  })

  test('with transaction pooling is recognized by many processes that start at the same time', async () => {
    const url = await startPgBouncer(await testDatabase('Postgres'), TRANSACTION)
    for (let time = 0; time < 4; time++) {
      const found = await Promise.all(Array.from({ length: 20 }, () => detectPooling(url)))
      expect(new Set(found)).toEqual(new Set(['transaction']))
    }
  })

  test('with statement pooling is refused', async () => {
    const url = await startPgBouncer(await testDatabase('Postgres'), { pool_mode: 'statement' })
    await expect(createCore({ database: url })).rejects.toMatchObject({
      name: 'BadDatabase',
      message: expect.stringMatching(/set its pool_mode to transaction or session\.$/),
    })
  })

  test('that loses prepared statements is refused when they are asked for', async () => {
    const url = await startPgBouncer(await testDatabase('Postgres'), TRANSACTION)
    await expect(createCore({ database: url, prepare: 'named' })).rejects.toMatchObject({
      name: 'BadDatabase',
      message: expect.stringMatching(/max_prepared_statements.*or leave PREPARE out\.$/),
    })
  })

  test('as the direct address, or one of another database, is refused', async () => {
    const database = await testDatabase('Postgres')
    const url = await startPgBouncer(database, TRANSACTION)
    await expect(createCore({ database: url, directDatabase: url })).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to a pooler: set it to the address of Postgres itself.',
    )
    await expect(createCore({ database: url, directDatabase: await testDatabase('Postgres') })).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: set it to the same one.',
    )
    expect((await openCore(url, { directDatabase: database })).store.listens).toBe(true)
  })

  test('with transaction pooling answers each statement with its own rows', async () => {
    const url = await startPgBouncer(await testDatabase('Postgres'), TRANSACTION)
    expect(await queryConcurrently({ url, prepare: false, pipeline: false })).toEqual({ wrong: [], failed: 0 })
  })

  test('with session pooling answers each statement with its own rows, prepared and pipelined', async () => {
    const url = await startPgBouncer(await testDatabase('Postgres'), SESSION)
    expect(await queryConcurrently({ url, prepare: true, pipeline: true })).toEqual({ wrong: [], failed: 0 })
  })

  test('that loses prepared statements fails calls, but never with the rows of others', async () => {
    const url = await startPgBouncer(await testDatabase('Postgres'), TRANSACTION)
    const { wrong, failed } = await queryConcurrently({ url, prepare: true, pipeline: false })
    expect(wrong).toEqual([])
    expect(failed).toBeGreaterThan(0)
  })

  test('that is not recognized works with PREPARE=none', async () => {
    const { store } = await openCore(await testDatabase('Postgres'), { prepare: 'none' })
    expect(store.listens).toBe(false)
    const settings = `select count(*)::integer as prepared, current_setting('statement_timeout') as timeout from pg_prepared_statements`
    expect(await store.driver.rows(`${settings} where $1::text is not null`, ['x'])).toEqual([
      { prepared: 0, timeout: '0' },
    ])
  })
})

const PLANS: PlanChanges = { live: { per_minute: null, per_day: 100, per_month: null } }

/** Twelve games of two teams, with a box score. */
const GAMES = Array.from({ length: 12 }, (_, n) => ({
  id: `g${n}`,
  date: `2026-11-${String(n + 1).padStart(2, '0')}`,
  score: [80 + n, 70] as [number, number],
  sheet: { home: { players: { one: { points: n } } }, away: { players: { two: { points: 2 * n } } } },
}))

/** What reads return, as JSON. */
const READS: Record<string, (core: Core) => Promise<unknown>> = {
  games: (core) => core.caller().games.list({ per_page: 5 }),
  game: (core) => core.caller().games.get({ id: sampleId('game', 'g3') }),
  boxscore: (core) => core.caller().games.boxScore({ id: sampleId('game', 'g4') }),
  teams: (core) => core.caller().teams.list({}),
  team: (core) => core.caller().teams.get({ id: sampleId('team', 'A') }),
  players: (core) => core.caller().players.list({ q: 'player' }),
  player: (core) => core.caller().players.get({ id: sampleId('player', 'one') }),
  competitions: (core) => core.caller().competitions.list({}),
  seasons: (core) => core.caller().seasons.list({}),
}

describe.skipIf(!hasPgBouncer).each([
  { mode: 'transaction', settings: TRANSACTION },
  { mode: 'session', settings: SESSION },
])(`behind PgBouncer with $mode pooling${unlessInstalled}`, ({ mode, settings }) => {
  let address: string
  let url: string
  let direct: Core
  let core: Core
  beforeAll(async () => {
    const database = await newDatabase('Postgres')
    const pooler = await launchPgBouncer(database.address, settings)
    ;({ address } = database)
    url = pooler.address
    direct = await createCore({ database: address, plans: PLANS, ...LOCAL_WEBHOOKS })
    core = await createCore({ database: url, plans: PLANS, callDeadline: 20_000, ...LOCAL_WEBHOOKS })
    await Promise.all(GAMES.map((game) => core.ingest(sampleBundle(game))))
    return async () => {
      await Promise.all([core.close(), direct.close()])
      await pooler.stop()
      await database.drop()
    }
  })

  const newKeys = async (name: string) => {
    const { id } = await core.accounts.create({ email: `${name}@example.org`, plan: 'live' })
    const keys = await Promise.all(Array.from({ length: 5 }, () => core.keys.create(id)))
    return { id, keys: keys.map(({ key }) => key) }
  }

  test('games that are ingested concurrently are stored, and agree with the statistics', async () => {
    expect((await direct.caller().games.list({})).data).toHaveLength(GAMES.length)
    expect(await findRebuildChanges(core)).toEqual([])
  })

  test('concurrent reads return what a direct connection returns', async () => {
    const expected: Record<string, string> = {}
    for (const [name, read] of Object.entries(READS)) expected[name] = JSON.stringify(await read(direct))
    for (let round = 0; round < 6; round++) {
      const names = Object.keys(READS).flatMap((name) => Array<string>(6).fill(name))
      const responses = await Promise.all(names.map(async (name) => JSON.stringify(await READS[name]?.(core))))
      for (const [index, name] of names.entries()) expect(responses[index]).toBe(expected[name])
    }
  })

  test.each([
    ['two processes', {}],
    ['two processes that take the lease from each other', EAGER],
  ])('%s count calls exactly', async (name, lease) => {
    const { keys } = await newKeys(name.replaceAll(' ', '-'))
    const counting = await Promise.all([1, 2].map(() => openCore(url, { plans: PLANS, callDeadline: 20_000 })))
    for (const { store } of counting) Object.assign(store.keptCounts.lease, lease)
    let counted = 0
    const callSequentially = async (one: Core, key: string) => {
      for (let n = 0; n < 10; n++) if ((await one.countCall(key, { counts: true })).refused === null) counted++
    }
    const callers = counting.flatMap((one) => [...keys, ...keys, ...keys, ...keys].map((key) => ({ one, key })))
    await Promise.all(callers.map(({ one, key }) => callSequentially(one, key)))
    expect(counted).toBe(100)
    expect(await direct.countCall(keys[0] ?? '', { counts: false })).toMatchObject({ day_used: 100 })
  })

  test('a call of a locked account fails soon, those of others are counted', async () => {
    const [locked, other] = [await newKeys('locked'), await newKeys('other')]
    await direct.store.transaction(async (tx) => {
      await tx.select().from(accountCounts).where(eq(accountCounts.account_id, locked.id)).for('update')
      const failing = Promise.allSettled(locked.keys.map((key) => core.countCall(key, { counts: true })))
      const made = await Promise.all(other.keys.map((key) => core.countCall(key, { counts: true })))
      expect(made.map(({ refused }) => refused)).toEqual(other.keys.map(() => null))
      for (const result of await failing)
        expect(result.status === 'rejected' && unreachable(result.reason)).toBeInstanceOf(Error)
    })
    const call = await core.countCall(locked.keys[0] ?? '', { counts: true })
    expect(call.day_used).toBe(1)
    expect(await core.refundCall(call)).toMatchObject({ day_used: 0 })
  })

  test('counting does not wait for the disk, and leaves no setting behind', async () => {
    const settings = sql`select current_setting('synchronous_commit') as commit, current_setting('lock_timeout') as lock`
    const { counting, countingCondition } = core.store
    expect(await execute(counting, sql`${settings} from generate_series(1, 1) where ${countingCondition}`)).toEqual([
      { commit: 'off', lock: '250ms' },
    ])
    expect(await execute(counting, settings)).toEqual([{ commit: 'on', lock: '0' }])
  })

  test('statements of transactions have a time limit', async () => {
    const { store } = core
    const limited = store.withDeadline(2000).transaction((tx) => tx.execute('select pg_sleep(60)').execute())
    await expect(limited).rejects.toMatchObject({ cause: { code: '57014' } })
    expect(await store.driver.rows('show statement_timeout', [])).toEqual([{ statement_timeout: '0' }])
  })

  const delivers = async (name: string, delivering: Core, options: Partial<WorkerOptions> = {}) => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(delivering, `${name}@example.org`)
    await subscribe({ url: receiver.url('/hook') })
    await startTestWorker(delivering, options)
    await sleep(500) // until it waits
    await core.ingest(sampleBundle({ id: `of ${name}` }))
    await receiver.until(1)
  }

  test(`a worker ${mode === 'session' ? 'is notified' : 'with a direct address is notified'} of deliveries`, async () => {
    const directDatabase = mode === 'session' ? {} : { directDatabase: address }
    const delivering = await openCore(url, { ...LOCAL_WEBHOOKS, ...directDatabase })
    expect(delivering.store.listens).toBe(true)
    // It would look for deliveries itself after the end of the test only.
    await delivers('notified', delivering, { pollInterval: 120_000, lease: 600_000 })
  })

  test.runIf(mode === 'transaction')('a worker without a direct address looks for deliveries', async () => {
    const delivering = await openCore(url, LOCAL_WEBHOOKS)
    expect(delivering.store.listens).toBe(false)
    await delivers('looking', delivering)
  })

  test('a backup is complete, and restored', async () => {
    const file = join(newFolder(), 'file.backup')
    await backupDatabase(url, createWriteStream(file))
    const empty = await newEmptyDatabase('Postgres')
    onTestFinished(empty.drop)
    const target = await startPgBouncer(empty.address, settings)
    await restoreDatabase(target, createReadStream(file))
    const restored = await openStore(target)
    expect(await tableContents(restored)).toEqual(await tableContents(direct.store))
    await restored.close()
  })

  test('several processes can migrate at the same time', async () => {
    const empty = await newEmptyDatabase('Postgres')
    onTestFinished(empty.drop)
    const database = await startPgBouncer(empty.address, settings)
    await Promise.all([1, 2, 3].map(async () => (await createCore({ database, migrate: true })).close()))
    expect(await (await openCore(database)).isEmpty()).toBe(true)
  })
})

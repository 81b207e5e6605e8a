import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCore, type Core } from '../core.ts'
import {
  anyDatabase,
  databases,
  newCopy,
  openCore,
  tableContents,
  testDatabase,
  type DatabaseKind,
} from '../testing/index.ts'
import { LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import { execute, isMigrated, type Store } from './index.ts'
import { createBaseline } from './testing/baseline.ts'

const KEY = 'bd_wFbufwEeenouZivbVUuqf6RNGNfEmhdp9VnW75'
const ACCOUNT = 'ac_cw5y1rg5'
const GAME = 'gm_7nf5msya'

/** Columns, constraints, indexes, views and functions. */
const readSchema = async ({ db }: Store) => ({
  columns: await execute(
    db,
    sql`select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
        where table_schema = 'public' order by table_name, column_name`,
  ),
  constraints: await execute(
    db,
    sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace order by conname`,
  ),
  indexes: await execute(db, sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`),
  views: await execute(
    db,
    sql`select viewname, definition from pg_views where schemaname = 'public' order by viewname`,
  ),
  functions: await execute(
    db,
    sql`select pg_get_functiondef(oid) as definition from pg_proc
        where pronamespace = 'public'::regnamespace order by definition`,
  ),
})

/** Upgrades a database of the baseline for all tests of a block. */
const upgradedCore = (kind: DatabaseKind): (() => Core) => {
  let core: Core | undefined
  beforeAll(async () => {
    const { address, drop } = await newCopy(kind, 'baseline', createBaseline)
    const opened = await createCore({ database: address, migrate: true, ...LOCAL_WEBHOOKS })
    core = opened
    return async () => {
      await opened.close()
      await drop()
    }
  })
  return () => {
    if (core === undefined) throw new Error('The core is opened in beforeAll: call this inside a test.')
    return core
  }
}

describe.each(databases)('a database of the baseline on %s', (kind) => {
  const core = upgradedCore(kind)

  test('is upgraded to the newest schema', async () => {
    const newest = await openCore(await testDatabase(kind))
    expect(await isMigrated(core().store)).toBe(true)
    expect(await readSchema(core().store)).toEqual(await readSchema(newest.store))
  })

  test('keeps its accounts, keys and webhooks', async () => {
    expect(await core().accounts.list()).toMatchObject([{ id: ACCOUNT, email: 'name@example.org', plan: 'complete' }])
    expect(await core().countCall(KEY, { counts: true })).toMatchObject({ account_id: ACCOUNT, refused: null })
    const { data } = await (await core().callerFor(ACCOUNT)).webhooks.list({})
    expect(data).toMatchObject([{ url: 'http://127.0.0.1:9/hook', events: ['game.final'], status: 'active' }])
  })
})

describe.each(anyDatabase)('a database of the baseline on %s', (kind) => {
  const core = upgradedCore(kind)

  test('keeps its games, statistics and prices', async () => {
    const api = core().caller()
    expect((await api.games.list({})).data.map(({ id }) => id)).toEqual(['gm_kr9yataz', 'gm_km55kbmv', GAME])
    expect((await api.games.get({ id: GAME })).data).toMatchObject({
      home: { name: 'Alpha' },
      away: { name: 'Beta' },
      home_score: 8,
      away_score: 6,
      venue: 'Hall',
    })
    expect((await api.games.boxScore({ id: GAME })).data.home).toMatchObject({
      coach: 'Coach of A',
      players: [{ points: 8 }, { points: 0 }, { played: false }],
    })
    expect((await api.games.playByPlay({ id: GAME })).data.events).toHaveLength(11)
    expect((await api.games.shots({ id: GAME })).data.shots).toHaveLength(9)
    expect((await api.games.prices({ id: GAME })).data).toMatchObject({ game: { id: GAME } })
    const { data: changes } = await api.changes.list()
    expect(changes.map(({ id, game, parts }) => [id, game.id, parts.length])).toEqual([
      ['1', GAME, 5],
      ['2', 'gm_km55kbmv', 4],
      ['3', 'gm_kr9yataz', 1],
    ])
    const [season] = (await api.seasons.list({})).data
    const [player] = (await api.players.list({ q: 'Player A1' })).data
    expect(season).toMatchObject({ name: '2026-27', games: 3 })
    expect(player).toMatchObject({ name: 'Player A1', games: 2 })
    const competition = season?.competition.id ?? ''
    expect((await api.standings.get({ competition })).data.table).toMatchObject([
      { team: { name: 'Alpha' }, won: 2 },
      { team: { name: 'Beta' }, won: 0 },
    ])
    expect((await api.leaders.get({ competition, stat: 'points' })).data.leaders[0]).toMatchObject({ per_game: 6.5 })
    expect(await core().warnings()).toMatchObject([{ game: GAME, code: 'test_note' }])
    expect((await core().refusals()).map(({ external_id }) => external_id)).toContain('games.ndjson line 4')
    const before = await tableContents(core().store)
    await core().rebuildStatistics()
    expect(await tableContents(core().store)).toEqual(before)
  })
})

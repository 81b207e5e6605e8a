import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Game, GameDetail } from '../contract/index.ts'
import { createCore, type Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { anyDatabase, newDatabase } from '../testing/index.ts'
import { listNodes, explainPlans } from '../testing/explain.ts'

const GAMES = 20_000

/** Fills the database with 10 competitions of 10 seasons of 200 games each, and 1,000 teams. */
const fill = async ({ store: { db }, rebuildStatistics }: Core) => {
  await execute(
    db,
    sql`insert into competitions (id, name, sort_name, slug, gender, kind, regulation_minutes, tie_break, described_on)
        select 'cp_0000000' || c, 'League ' || c, 'league ' || c, 'league-' || c, 'men', 'league', 40, 'simple', '2026-01-01'
        from generate_series(0, 9) as c`,
  )
  await execute(
    db,
    sql`insert into seasons (id, competition_id, name, start_year)
        select 'ss_000000' || lpad(s::text, 2, '0'), 'cp_0000000' || s / 10, s::text, 2000 + s % 10 from generate_series(0, 99) as s`,
  )
  await execute(
    db,
    sql`insert into teams (id, name, sort_name, search, described_on)
        select 'tm_00000' || lpad(t::text, 3, '0'), 'Team ' || t, 'team ' || lpad(t::text, 3, '0'), '''team'''::tsvector, '2026-01-01'
        from generate_series(0, 999) as t`,
  )
  await execute(
    db,
    sql`insert into games (id, competition_id, season_id, date, tip_off, status, home_team_id, away_team_id, home_score, away_score, bundle_hash)
        select 'gm_000' || lpad(g::text, 5, '0'), 'cp_0000000' || g % 100 / 10, 'ss_000000' || lpad((g % 100)::text, 2, '0'),
          date '2000-01-01' + g / 3, case when g % 7 > 0 then timestamptz '2000-01-01 18:00Z' + g / 3 * interval '1 day' end,
          case when g % 5 = 0 then 'scheduled' else 'final' end,
          'tm_00000' || lpad((g % 1000)::text, 3, '0'), 'tm_00000' || lpad(((g + 1 + g % 7) % 1000)::text, 3, '0'),
          case when g % 5 > 0 then 80 end, case when g % 5 > 0 then 70 end, '\\x00'
        from generate_series(0, ${sql.raw(String(GAMES - 1))}) as g`,
  )
  await rebuildStatistics()
  await execute(db, sql`vacuum analyze`)
}

const lists = [
  { of: 'all games', filters: {}, index: 'games_newest' },
  { of: 'a competition', filters: { competition: 'cp_00000004' }, index: 'games_of_competition' },
  { of: 'a season', filters: { season: 'ss_00000044' }, index: 'games_of_season' },
  { of: 'a status', filters: { status: 'scheduled' as const }, index: 'games_of_status' },
  { of: 'a range of days', filters: { from: '2010-01-01', to: '2010-12-31' }, index: 'games_newest' },
]

describe.each(anyDatabase)('on %s', (kind) => {
  let core: Core
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    core = await createCore({ database: address })
    await fill(core)
    return async () => {
      await core.close()
      await drop()
    }
  })

  /** How the custom and the generic plan choose the ids of a page: their sorts and indexes. */
  const listScans = async (work: () => Promise<unknown>) => {
    const plans = (await explainPlans(core.store, 'games', work)).flatMap(({ custom, generic }) => [custom, generic])
    return plans.flatMap((plan) => {
      const page = listNodes(plan).find((node) => node['Node Type'] === 'Limit')
      const nodes = page === undefined ? [] : listNodes(page)
      const scans = nodes.filter((node) => node['Relation Name'] === 'games')
      return page === undefined
        ? []
        : {
            sorts: nodes.filter((node) => /Sort|Bitmap/.test(node['Node Type'])),
            indexes: scans.map((node) => node['Index Name']),
            directions: scans.map((node) => node['Scan Direction']),
          }
    })
  }

  describe.each(lists)('the games of $of', ({ filters, index }) => {
    const inOrder = { sorts: [], indexes: [expect.toBeOneOf([index, 'games_newest'])], directions: ['Forward'] }

    test('are read from an index in order, without a sort', async () => {
      const list = () => core.caller().games.list({ ...filters, per_page: 50 })
      expect(await listScans(list)).toEqual([inOrder, inOrder])
    })

    test('continue from a cursor in the order of the index', async () => {
      const { meta } = await core.caller().games.list({ ...filters, per_page: 50 })
      const cursor = meta.next_cursor ?? ''
      const next = () => core.caller().games.list({ ...filters, cursor, per_page: 50 })
      expect(await listScans(next)).toEqual([inOrder, inOrder])
    })
  })

  test('the few games of a status are found by it, whatever else is asked for', async () => {
    for (const filters of [{}, { competition: 'cp_00000004' }]) {
      const scans = await listScans(() => core.caller().games.list({ ...filters, status: 'no_result' }))
      expect(scans).toHaveLength(2)
      expect(new Set(scans.flatMap(({ indexes }) => indexes))).toEqual(new Set(['games_of_status']))
    }
  })

  test('a page of the second half of a long list is read from the end of the list', async () => {
    const readPage = (page: number) => () => core.caller().games.list({ page, per_page: 100 })
    for (const { sorts, directions } of await listScans(readPage(GAMES / 100))) {
      expect(sorts).toEqual([])
      expect(directions).toEqual(['Backward'])
    }
    expect((await listScans(readPage(GAMES / 400))).flatMap(({ directions }) => directions)).not.toContain('Backward')
  })

  test('a cursor is where a list that ends on a day goes on, without reading the games before it', async () => {
    const list = (page: object) => () => core.caller().games.list({ to: '2018-01-01', per_page: 50, ...page })
    const { meta } = await list({})()
    const [plans] = await explainPlans(core.store, 'games', list({ cursor: meta.next_cursor ?? '' }))
    const conditions = [plans?.custom, plans?.generic]
      .flatMap((plan) => (plan === undefined ? [] : listNodes(plan)))
      .flatMap((node) => (node['Index Name'] === 'games_newest' ? [node['Index Cond']] : []))
    expect(conditions).toHaveLength(2)
    for (const condition of conditions) expect(condition).toMatch(/^\(ROW\(date, tip_off_order\) <= ROW\([^()]*\)\)$/)
  })

  test('a game is read by id through the primary key', async () => {
    const plans = await explainPlans(core.store, 'games', () => core.caller().games.get({ id: 'gm_00000042' }))
    const indexes = plans
      .flatMap(({ custom, generic }) => [...listNodes(custom), ...listNodes(generic)])
      .flatMap((node) => (node['Relation Name'] === 'games' ? [node['Index Name']] : []))
    expect(indexes).toEqual(['games_pkey', 'games_pkey'])
  })

  test('simultaneous calls for games are read with one statement through the primary key', async () => {
    const ids = Array.from({ length: 20 }, (_, game) => `gm_000${String(game * 7).padStart(5, '0')}`)
    const details: GameDetail[] = []
    const get = async (id: string) => void details.push((await core.caller().games.get({ id })).data)
    const plans = await explainPlans(core.store, 'games', () => Promise.all([...ids, ...ids].map(get)))
    const indexes = plans
      .flatMap(({ custom, generic }) => [...listNodes(custom), ...listNodes(generic)])
      .flatMap((node) => (node['Relation Name'] === 'games' ? [node['Index Name']] : []))
    expect(indexes).toEqual(['games_pkey', 'games_pkey'])
    expect(details.map(({ id }) => id)).toEqual([...ids, ...ids])
  })

  test('only the calls for unknown games fail among simultaneous calls', async () => {
    const { get } = core.caller().games
    const calls = ['gm_00000001', 'gm_zzzzzzzz', 'gm_00000003'].map((id) => get({ id }))
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  test('a long list is the same by cursor and by page number', async () => {
    const list = core.caller().games.list
    const [byCursor, byPage]: [Game[], Game[]] = [[], []]
    const filters = { competition: 'cp_00000004', per_page: 200 }
    let cursor: string | null | undefined
    for (let page = 1; cursor !== null; page++) {
      const [next, numbered] = await Promise.all([
        list({ ...filters, ...(cursor && { cursor }) }),
        list({ ...filters, page }),
      ])
      byCursor.push(...next.data)
      byPage.push(...numbered.data)
      cursor = next.meta.next_cursor
    }
    expect(byCursor).toHaveLength(GAMES / 10)
    expect(byPage).toEqual(byCursor)
  })
})

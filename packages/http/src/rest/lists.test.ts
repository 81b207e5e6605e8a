import { Game, PLANS, Season, Team } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idsIn, nextCursor, pageMeta } from '../testing/response.ts'
import { anyDatabase } from '../testing/databases.ts'
import { GAMES, readLeagueIds, NOW } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'

const LISTS = [
  '/games',
  '/games?status=final',
  '/seasons',
  '/teams',
  '/competitions',
  '/results/yesterday',
  '/players?q=player',
]
const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

describe.each(anyDatabase)('lists on %s', (kind) => {
  const service = sharedService(kind, { games: GAMES, now: () => NOW })
  let key: string
  let ids: Awaited<ReturnType<typeof readLeagueIds>>
  beforeAll(async () => {
    ;[key, ids] = await Promise.all([service().newKey('live'), readLeagueIds(service().core)])
  })
  const request = (path: string) => service().request(`/v1${path}`, { key })
  const records = async <Item extends z.ZodType>(item: Item, path: string) =>
    z.object({ data: z.array(item) }).parse((await request(path)).body).data

  test('the meta of a page has its page number, the totals and the plan', async () => {
    for (const plan of PLANS.filter((each) => each !== 'free')) {
      const response = await service().request('/v1/teams?per_page=3&page=1', { key: await service().newKey(plan) })
      expect(pageMeta(response)).toEqual({
        count: 3,
        next_cursor: expect.any(String),
        page: 1,
        per_page: 3,
        total: 4,
        total_pages: 2,
        next_page: 2,
        prev_page: null,
        plan,
      })
    }
    expect(pageMeta(await request('/teams?per_page=3&page=2'))).toEqual({
      count: 1,
      next_cursor: null,
      page: 2,
      per_page: 3,
      total: 4,
      total_pages: 2,
      next_page: null,
      prev_page: 1,
      plan: 'live',
    })
  })

  test('the first response is page 1 with 50 records', async () => {
    expect(pageMeta(await request('/games'))).toMatchObject({
      page: 1,
      per_page: 50,
      total: GAMES.length,
      total_pages: 1,
    })
  })

  test('the meta of a page by cursor has only count and next_cursor', async () => {
    const cursor = nextCursor(await request('/games?per_page=3'))
    const { body } = await request(`/games?per_page=3&cursor=${cursor}`)
    expect(z.object({ meta: z.unknown() }).parse(body).meta).toEqual({ count: 3, next_cursor: expect.any(String) })
  })

  test('the meta of a record is empty', async () => {
    for (const path of ['', '/usage', `/games/${ids.final}`, `/games/${ids.final}/boxscore`, `/teams/${ids.alpha}`])
      expect((await request(path)).body).toMatchObject({ meta: {} })
    for (const path of ['', '/usage', `/games/${ids.final}`, `/games/${ids.final}/shots`, `/teams/${ids.alpha}`])
      expect(Object.keys(z.object({ meta: z.looseObject({}) }).parse((await request(path)).body).meta)).toEqual([])
  })

  test.each(LISTS)('pages and cursors, with any per_page, return every record of %s once', async (path) => {
    const all = idsIn(await request(path))
    expect(all.length).toBeGreaterThan(1)
    expect(new Set(all).size).toBe(all.length)
    for (const per_page of [1, 2, 3]) {
      const pages: string[] = []
      for (let page: number | null = 1; page !== null;) {
        const response = await request(withQuery(path, `per_page=${per_page}&page=${page}`))
        pages.push(...idsIn(response))
        page = pageMeta(response).next_page
      }
      expect(pages).toEqual(all)
    }
    const read: string[] = []
    let response = await request(withQuery(path, 'per_page=1'))
    for (let per_page = 2; ; per_page++) {
      read.push(...idsIn(response))
      const cursor = nextCursor(response)
      if (cursor === null) break
      response = await request(withQuery(path, `cursor=${cursor}&per_page=${per_page}`))
    }
    expect(read).toEqual(all)
  })

  test('a page beyond the end is empty, with the same totals', async () => {
    for (const page of [3, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      const response = await request(`/teams?per_page=2&page=${page}`)
      expect([response.status, idsIn(response)]).toEqual([200, []])
      expect(pageMeta(response)).toMatchObject({
        count: 0,
        total: 4,
        total_pages: 2,
        next_page: null,
        next_cursor: null,
      })
      expect(pageMeta(response)).toMatchObject({ page, prev_page: 2 })
    }
  })

  test('in every list, the prev_page of a page beyond the end is the last page', async () => {
    const [player = ''] = idsIn(await request('/players?q=player'))
    for (const path of [...LISTS, `/players/${player}/games`]) {
      const response = await request(withQuery(path, `per_page=200&page=${Number.MAX_SAFE_INTEGER}`))
      expect([path, response.status, pageMeta(response).prev_page]).toEqual([path, 200, 1])
    }
  })

  test('a list without records has 0 pages', async () => {
    expect(pageMeta(await request('/teams?q=nobody'))).toMatchObject({ count: 0, page: 1, total: 0, total_pages: 0 })
  })

  test('games come newest first, then by tip_off, unknown ones last, then by id', async () => {
    const games = await records(Game, '/games')
    const ordered = games.toSorted(
      (a, b) =>
        b.date.localeCompare(a.date) || (b.tip_off ?? '').localeCompare(a.tip_off ?? '') || (a.id < b.id ? -1 : 1),
    )
    expect(games).toEqual(ordered)
    expect(games.map(({ date }) => date)).toEqual([
      '2026-11-27',
      '2026-11-27',
      ...Array<string>(4).fill('2026-11-19'),
      '2026-11-18',
      '2025-11-20',
    ])
    expect(games.map(({ tip_off }) => tip_off).slice(0, 2)).toEqual(['2026-11-27T18:30:00Z', null])
  })

  test('seasons come newest first, those of a year by their first date; competitions and teams by name', async () => {
    const seasons = await records(Season, '/seasons')
    expect(seasons.map(({ start_year }) => start_year)).toEqual([2026, 2026, 2025])
    expect(idsIn(await request('/seasons'))).toEqual([ids.cupSeason, ids.season, ids.lastSeason])
    expect((await records(Team, '/teams')).map(({ name }) => name)).toEqual([
      'Alpha',
      'Beta',
      "M'Baye 100%_ United",
      'Žalgiris Kaunas',
    ])
    expect(idsIn(await request('/competitions'))).toEqual([ids.cup, ids.league])
  })

  test('games can be filtered by each parameter, and by all of them together', async () => {
    const totals = await Promise.all(
      [
        `competition=${ids.cup}`,
        `season=${ids.lastSeason}`,
        `team=${ids.alpha}`,
        'status=final',
        'date=2026-11-19',
        'from=2026-11-19',
        'to=2026-11-18',
        'from=2026-11-18&to=2026-11-19',
        `competition=${ids.league}&season=${ids.season}&team=${ids.alpha}&status=final&from=2026-11-01&to=2026-11-30`,
        `competition=${ids.cup}&season=${ids.season}`,
      ].map(async (query) => pageMeta(await request(`/games?${query}`)).total),
    )
    expect(totals).toEqual([1, 1, 6, 5, 4, 6, 2, 5, 2, 0])
  })

  test("yesterday's results are the final games of the day before today", async () => {
    const games = await records(Game, '/results/yesterday')
    expect(games.map(({ date, status }) => `${date} ${status}`)).toEqual(Array(4).fill('2026-11-19 final'))
    expect(pageMeta(await request(`/results/yesterday?competition=${ids.cup}`)).total).toBe(1)
  })

  describe('a cursor', () => {
    const first = async (path: string) => nextCursor(await request(withQuery(path, 'per_page=1'))) ?? ''
    const statusWith = async (path: string, cursor: string) =>
      (await request(withQuery(path, `cursor=${cursor}`))).status

    test('of another list or of other filters is 400', async () => {
      const cursors = await Promise.all(LISTS.map(async (path) => ({ path, cursor: await first(path) })))
      for (const { path, cursor } of cursors)
        for (const other of LISTS) expect(await statusWith(other, cursor)).toBe(other === path ? 200 : 400)
      expect(await statusWith(`/games?team=${ids.alpha}`, await first(`/games?team=${ids.zalgiris}`))).toBe(400)
    })

    test('is valid for any order of the filters, and for every key', async () => {
      const cursor = await first(`/games?status=final&team=${ids.alpha}`)
      expect(await statusWith(`/games?team=${ids.alpha}&status=final`, cursor)).toBe(200)
      const other = await service().newKey('free')
      const path = `/v1/games?status=final&team=${ids.alpha}&cursor=${cursor}`
      expect((await service().request(path, { key: other })).status).toBe(200)
    })

    test('with one character changed, added or removed is 400', async () => {
      const cursor = await first('/games')
      const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const at = fc.nat({ max: cursor.length - 1 })
      await fc.assert(
        fc.asyncProperty(at, fc.constantFrom(...signs, ''), fc.boolean(), async (index, sign, replaces) => {
          const tampered = cursor.slice(0, index) + sign + cursor.slice(index + (replaces ? 1 : 0))
          expect(await statusWith('/games', tampered)).toBe(tampered === cursor ? 200 : 400)
        }),
        { numRuns: 60 },
      )
    })

    test('that the service did not create is 400', async () => {
      for (const text of [
        'x',
        '1',
        'null',
        '%00',
        'W10',
        'e30=',
        '='.repeat(4),
        'A'.repeat(1000),
        'A'.repeat(1001),
        '..',
      ])
        expect(await statusWith('/games', text)).toBe(400)
    })
  })
})

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Core } from './core.ts'
import type { Game, List } from './contract/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  anyDatabase,
  newDatabase,
  openCore,
  openTestCore,
  catchServiceError,
  testDatabase,
} from './testing/index.ts'
import { createCore } from './core.ts'
import { wholeList } from './paging.ts'

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20']
const TIP_OFFS = [null, 'T18:00:00Z', 'T20:30:00Z']
const STATUSES = ['scheduled', 'final', 'no_result'] as const

/** 60 games, many of which have the same day and tip-off, or no tip-off. */
const bundles = fc
  .sample(
    fc.record({
      competition: fc.nat(2),
      season: fc.nat(1),
      home: fc.nat(2),
      away: fc.integer({ min: 3, max: 5 }),
      day: fc.constantFrom(...DAYS),
      tipOff: fc.constantFrom(...TIP_OFFS),
      status: fc.constantFrom(...STATUSES),
    }),
    { numRuns: 60, seed: 3 },
  )
  .map(({ competition, season, home, away, day, tipOff, status }, n) => {
    const score = status === 'final' ? 80 : null
    return scheduledGame({
      competition: { external_id: `C${competition}`, slug: `c${competition}`, name: `League ${competition}` },
      season: { external_id: `C${competition}S${season}`, start_year: 2026 + season, name: String(2026 + season) },
      game: {
        external_id: `g${n}`,
        date: day,
        tip_off: tipOff === null ? null : day + tipOff,
        status,
        home_score: score,
        away_score: score === null ? null : score - 1,
      },
      home: { team: { external_id: `T${home}`, name: `Team ${home}` } },
      away: { team: { external_id: `T${away}`, name: `Team ${away}` } },
    })
  })

const newestFirst = (a: Game, b: Game): number => {
  const order = (game: Game) => [game.date, game.tip_off ?? '', game.id] as const
  const [[dateA, tipA, idA], [dateB, tipB, idB]] = [order(a), order(b)]
  if (dateA !== dateB) return dateA < dateB ? 1 : -1
  if (tipA !== tipB) return tipA < tipB ? 1 : -1
  return idA < idB ? -1 : 1
}

type Read<Item> = (paging: { page?: number; cursor?: string; per_page?: number }) => Promise<List<Item>>

/** Reads the whole list by cursor; `perPage` returns the size of each page. */
const byCursor = async <Item>(read: Read<Item>, perPage: () => number): Promise<Item[]> => {
  const items: Item[] = []
  let response = await read({ per_page: perPage() })
  for (;;) {
    items.push(...response.data)
    expect(response.meta.count).toBe(response.data.length)
    if (items.length > 1000) throw new Error('the cursors do not end')
    if (response.meta.next_cursor === null) return items
    response = await read({ cursor: response.meta.next_cursor, per_page: perPage() })
    expect(Object.keys(response.meta)).toEqual(['count', 'next_cursor'])
  }
}

/** Reads the whole list page by page, and checks the meta of every page. */
const byPages = async <Item>(read: Read<Item>, per_page: number): Promise<Item[]> => {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await read({ page, per_page })
    items.push(...data)
    if (!('total' in meta)) throw new Error('a page has no totals')
    const { total, total_pages } = meta
    expect(total_pages).toBe(Math.ceil(total / per_page))
    expect(meta).toMatchObject({
      page,
      per_page,
      count: data.length,
      prev_page: page === 1 ? null : page - 1,
      next_page: page < total_pages ? page + 1 : null,
      plan: 'complete',
    })
    expect(meta.next_cursor === null).toBe(meta.next_page === null)
    if (meta.next_page === null) {
      expect(total).toBe(items.length)
      return items
    }
  }
}

const filters = (all: Game[]) =>
  fc.record(
    {
      competition: fc.constantFrom(...new Set(all.map((game) => game.competition.id)), 'cp_00000000'),
      season: fc.constantFrom(...new Set(all.map((game) => game.season.id)), 'ss_00000000'),
      team: fc.constantFrom(...new Set(all.flatMap((game) => [game.home.id, game.away.id])), 'tm_00000000'),
      status: fc.constantFrom(...STATUSES),
      when: fc.constantFrom(
        ...DAYS.flatMap((day) => [{ date: day }, { from: day }, { to: day }]),
        { from: '2026-11-19', to: '2026-11-20' },
        { date: '2020-01-01' },
      ),
    },
    { requiredKeys: [] },
  )

const matches = (game: Game, { competition, season, team, status, when }: Filters): boolean => {
  const { date, from, to }: { date?: string; from?: string; to?: string } = when ?? {}
  return (
    (competition === undefined || game.competition.id === competition) &&
    (season === undefined || game.season.id === season) &&
    (team === undefined || game.home.id === team || game.away.id === team) &&
    (status === undefined || game.status === status) &&
    (date === undefined || game.date === date) &&
    (from === undefined || game.date >= from) &&
    (to === undefined || game.date <= to)
  )
}
type Filters = typeof filters extends (all: Game[]) => fc.Arbitrary<infer Value> ? Value : never

describe.each(anyDatabase)('on %s', (kind) => {
  let core: Core
  let all: Game[]
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    core = await createCore({ database: address, now: () => new Date('2026-11-20T12:00:00Z') })
    for (const bundle of bundles) await ingestOrThrow(core, bundle)
    all = (await core.caller().games.list({ per_page: 200 })).data
    return async () => {
      await core.close()
      await drop()
    }
  })

  test('games are sorted by date, newest first, then by tip-off, unknown ones last, then by id', () => {
    expect(all).toHaveLength(bundles.length)
    expect(all).toEqual(all.toSorted(newestFirst))
  })

  test('with any filters and page sizes, cursors and page numbers return the same records as the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters(all),
        fc.integer({ min: 1, max: 25 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 200 })),
        async (chosen, per_page, sizes) => {
          const { when, ...rest } = chosen
          const read: Read<Game> = (paging) => core.caller().games.list({ ...rest, ...when, ...paging })
          const expected = all.filter((game) => matches(game, chosen))
          expect((await read({ per_page: 200 })).data).toEqual(expected)
          expect(await byPages(read, per_page)).toEqual(expected)
          expect(await byCursor(read, () => per_page)).toEqual(expected)
          expect(await byCursor(read, () => Math.ceil((sizes.next().value ?? 1) / 8))).toEqual(expected)
        },
      ),
      { numRuns: 25, seed: 5 },
    )
  })

  test('cursors return all competitions, seasons and teams', async () => {
    const api = core.caller()
    const yesterday = all.filter(({ date, status }) => date === '2026-11-19' && status === 'final').length
    for (const per_page of [1, 2, 3, 7, 200])
      for (const [read, total] of [
        [(paging) => api.competitions.list(paging), 3],
        [(paging) => api.seasons.list(paging), 6],
        [(paging) => api.teams.list(paging), 6],
        [(paging) => api.teams.list({ q: 'team', ...paging }), 6],
        [(paging) => api.results.yesterday(paging), yesterday],
      ] as [Read<unknown>, number][]) {
        const items = await byCursor(read, () => per_page)
        expect(items).toHaveLength(total)
        expect(await byPages(read, per_page)).toEqual(items)
      }
  })

  test('a page has 50 records by default', async () => {
    const { data, meta } = await core.caller().games.list({})
    expect(data).toHaveLength(50)
    expect(meta).toMatchObject({ page: 1, per_page: 50, total: 60, total_pages: 2 })
  })

  test('a page beyond the end is empty, with the right totals and the last page as prev_page', async () => {
    const { games, competitions, seasons, teams } = core.caller()
    const beyond = { next_cursor: null, count: 0, next_page: null }
    for (const page of [10, 1000, Number.MAX_SAFE_INTEGER]) {
      const { data, meta } = await games.list({ page, per_page: 7 })
      expect(data).toEqual([])
      expect(meta).toMatchObject({ ...beyond, page, total: 60, total_pages: 9, prev_page: 9 })
    }
    expect((await games.list({ page: 9, per_page: 7 })).meta).toMatchObject({ count: 4, prev_page: 8 })
    const paging = { page: Number.MAX_SAFE_INTEGER, per_page: 200 }
    for (const { data, meta } of [
      await competitions.list(paging),
      await seasons.list(paging),
      await teams.list(paging),
    ]) {
      expect(data).toEqual([])
      expect(meta).toMatchObject({ ...beyond, total_pages: 1, prev_page: 1 })
    }
    expect((await games.list({ competition: 'cp_00000000', page: 3 })).meta).toMatchObject({ page: 3, prev_page: null })
    const none = await core.caller().games.list({ competition: 'cp_00000000' })
    expect(none).toMatchObject({
      data: [],
      meta: { total: 0, total_pages: 0, page: 1, next_page: null, next_cursor: null },
    })
  })

  test('a list that usually fits into one page has the right totals, also if it does not', async () => {
    const totals = async (page: number, per_page: number) => {
      const { data, meta } = await core.caller().seasons.list({ page, per_page })
      return [data.length, 'total' in meta && meta.total]
    }
    const lengthsAndTotals = [
      await totals(1, 50),
      await totals(1, 6),
      await totals(1, 4),
      await totals(2, 4),
      await totals(3, 4),
    ]
    expect(lengthsAndTotals).toEqual([
      [6, 6],
      [6, 6],
      [4, 6],
      [2, 6],
      [0, 6],
    ])
    const none = await core.caller().seasons.list({ competition: 'cp_00000000' })
    expect(none).toMatchObject({ data: [], meta: { total: 0, total_pages: 0 } })
  })

  describe('a cursor', () => {
    const getNextCursor = async (list: List<unknown> | Promise<List<unknown>>): Promise<string> => {
      const { meta } = await list
      if (meta.next_cursor === null) throw new Error('the list has no further page')
      return meta.next_cursor
    }
    const refused = { code: 'bad_request', message: expect.stringContaining('cursor') as string }

    test('works only with the filters it was made with', async () => {
      const [{ competition, season, home }] = all as [Game, ...Game[]]
      const filterSets = [
        {},
        { competition: competition.id },
        { season: season.id },
        { team: home.id },
        { from: '2026-11-18' },
        { to: '2026-11-20' },
        { status: 'final' as const },
      ]
      const { games } = core.caller()
      for (const ofList of filterSets) {
        const cursor = await getNextCursor(games.list({ ...ofList, per_page: 1 }))
        for (const ofOther of filterSets) {
          const refusal = await catchServiceError(games.list({ ...ofOther, cursor }))
          expect(refusal).toEqual(ofList === ofOther ? null : refused)
        }
      }
    })

    test('works only for the endpoint it was made for', async () => {
      const api = core.caller()
      const cursors = {
        games: await getNextCursor(api.games.list({ per_page: 1 })),
        competitions: await getNextCursor(api.competitions.list({ per_page: 1 })),
        seasons: await getNextCursor(api.seasons.list({ per_page: 1 })),
        teams: await getNextCursor(api.teams.list({ per_page: 1 })),
      }
      const lists = { games: api.games, competitions: api.competitions, seasons: api.seasons, teams: api.teams }
      for (const [name, cursor] of Object.entries(cursors)) {
        for (const [other, { list }] of Object.entries(lists))
          expect(await catchServiceError(list({ cursor })), `${name} in ${other}`).toEqual(
            other === name ? null : refused,
          )
        expect(await catchServiceError(api.results.yesterday({ cursor }))).toEqual(refused)
      }
    })

    test('is refused with any character changed, added or removed', async () => {
      const cursor = await getNextCursor(core.caller().games.list({ per_page: 3 }))
      const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const character = fc.constantFrom(...base64url, '=', '+', ' ', 'é')
      const forged = fc.oneof(
        fc.tuple(fc.nat(cursor.length - 1), character).map(([at, c]) => cursor.slice(0, at) + c + cursor.slice(at + 1)),
        fc.tuple(fc.nat(cursor.length), character).map(([at, c]) => cursor.slice(0, at) + c + cursor.slice(at)),
        fc.nat(cursor.length - 1).map((at) => cursor.slice(0, at) + cursor.slice(at + 1)),
        fc.string({ minLength: 1, maxLength: 200 }),
        fc.base64String({ minLength: 1, maxLength: 400 }),
      )
      await fc.assert(
        fc.asyncProperty(forged, async (text) => {
          fc.pre(text !== cursor)
          expect(await catchServiceError(core.caller().games.list({ cursor: text }))).toMatchObject({
            code: 'bad_request',
          })
        }),
        { numRuns: 300, seed: 9 },
      )
    })

    test('works in another process on the same database', async () => {
      const database = await testDatabase(kind)
      const first = await createCore({ database })
      for (const bundle of bundles.slice(0, 5)) await ingestOrThrow(first, bundle)
      const cursor = await getNextCursor(first.caller().games.list({ per_page: 2 }))
      await first.close()
      const second = await openCore(database)
      expect((await second.caller().games.list({ cursor })).data).toHaveLength(3)
    })

    test('of another database is refused', async () => {
      const other = await openTestCore(kind)
      for (const bundle of bundles.slice(0, 3)) await ingestOrThrow(other, bundle)
      const cursor = await getNextCursor(other.caller().games.list({ per_page: 1 }))
      expect(await catchServiceError(core.caller().games.list({ cursor }))).toEqual(refused)
    })
  })

  test('a cursor neither skips nor repeats a game while games are added', async () => {
    const growing = await openTestCore(kind)
    for (const bundle of bundles.slice(0, 30)) await ingestOrThrow(growing, bundle)
    const before = (await growing.caller().games.list({ per_page: 200 })).data.map(({ id }) => id)
    let arrived = 30
    const read: Read<Game> = async (paging) => {
      const next = bundles[arrived++]
      if (next !== undefined) await ingestOrThrow(growing, next)
      return growing.caller().games.list(paging)
    }
    const ids = (await byCursor(read, () => 4)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => before.includes(id))).toEqual(before)
  })

  test('cursors work with names of any script and of the maximum length', async () => {
    const other = await openTestCore(kind)
    const names = ['각', '熊', 'Ж', 'ß', 'Ǖ', '"', '\\', '😀', 'a'].map((letter) => letter.repeat(200 / letter.length))
    for (const [n, name] of names.entries()) {
      const home = { team: { external_id: `T${n}`, name } }
      await ingestOrThrow(other, scheduledGame({ game: { external_id: `g${n}` }, home }))
    }
    const teams = await byCursor(
      (paging) => other.caller().teams.list(paging),
      () => 1,
    )
    expect(teams.map(({ name }) => name).toSorted()).toEqual([...names, 'Beta'].toSorted())
  })
})

test.each([
  [0, 50, 0],
  [1, 50, 1],
  [50, 50, 1],
  [51, 51, 1],
])('a list of %i that is returned whole has one page of %i, and %i pages', (count, per_page, total_pages) => {
  const caller = { plan: 'live', account: null, by: null, call: null } as const
  expect(wholeList({ caller }, count)).toEqual({
    count,
    next_cursor: null,
    page: 1,
    per_page,
    total: count,
    total_pages,
    next_page: null,
    prev_page: null,
    plan: 'live',
  })
})

import fc from 'fast-check'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ClientOptions, createClient } from './index.ts'

const baseUrl = 'https://data.example/v1'
const key = 'bd_5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe'
const calls: Request[] = []
const network = setupServer()

beforeAll(() => {
  network.listen({ onUnhandledFrame: 'error' })
  network.events.on('request:start', ({ request }) => {
    calls.push(request)
  })
})
afterEach(() => {
  network.resetHandlers()
  calls.length = 0
})
afterAll(() => network.close())

const clientOf = (options: ClientOptions = {}) => createClient({ key, baseUrl, retries: 0, ...options })
/** Answers every call with the path it came to as its data. */
const echo = () =>
  network.use(
    http.get(`${baseUrl}/*`, ({ request }) => HttpResponse.json({ data: new URL(request.url).pathname, meta: {} })),
  )
/** The ids of a list read whole. */
const idsOf = async (all: AsyncIterable<{ id: string }>) => {
  const ids: string[] = []
  for await (const { id } of all) ids.push(id)
  return ids
}
const searchOf = (call: Request | undefined) => (call === undefined ? undefined : new URL(call.url).search)

/** A service with a list of `total` numbered games: the cursor is the number of the next one. */
const games = (total: number) =>
  network.use(
    http.get(`${baseUrl}/games`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const per_page = Number(query.get('per_page') ?? 50)
      const start = Number(query.get('cursor') ?? 0)
      const end = Math.min(start + per_page, total)
      const data = Array.from({ length: end - start }, (_, i) => ({ id: `gm_${start + i}` }))
      return HttpResponse.json({ data, meta: { count: data.length, next_cursor: end < total ? String(end) : null } })
    }),
  )

describe('a call', () => {
  test('reaches the path of its endpoint', async () => {
    echo()
    const client = clientOf()
    const paths: [unknown, string][] = [
      [await client.index(), '/'],
      [await client.usage(), '/usage'],
      [(await client.competitions.list()).data, '/competitions'],
      [(await client.seasons.list()).data, '/seasons'],
      [(await client.teams.list()).data, '/teams'],
      [await client.teams.get('tm_5q1zt8xn'), '/teams/tm_5q1zt8xn'],
      [await client.teams.roster('tm_5q1zt8xn'), '/teams/tm_5q1zt8xn/roster'],
      [await client.teams.form('tm_5q1zt8xn'), '/teams/tm_5q1zt8xn/form'],
      [await client.teams.headToHead('tm_5q1zt8xn', { opponent: 'tm_0v6kd2rm' }), '/teams/tm_5q1zt8xn/head-to-head'],
      [(await client.players.list({ q: 'holm' })).data, '/players'],
      [await client.players.get('pl_c4h7m2pe'), '/players/pl_c4h7m2pe'],
      [(await client.players.games('pl_c4h7m2pe')).data, '/players/pl_c4h7m2pe/games'],
      [await client.players.seasons('pl_c4h7m2pe'), '/players/pl_c4h7m2pe/seasons'],
      [await client.players.splits('pl_c4h7m2pe'), '/players/pl_c4h7m2pe/splits'],
      [await client.standings({ competition: 'cp_8r7yrkj6' }), '/standings'],
      [await client.leaders({ competition: 'cp_8r7yrkj6' }), '/stats/leaders'],
      [(await client.games.list()).data, '/games'],
      [await client.games.get('gm_9wd3f6ka'), '/games/gm_9wd3f6ka'],
      [await client.games.boxScore('gm_9wd3f6ka'), '/games/gm_9wd3f6ka/boxscore'],
      [await client.games.playByPlay('gm_9wd3f6ka'), '/games/gm_9wd3f6ka/playbyplay'],
      [await client.games.shots('gm_9wd3f6ka'), '/games/gm_9wd3f6ka/shots'],
      [(await client.results.yesterday()).data, '/results/yesterday'],
    ]
    for (const [reached, path] of paths) expect(reached).toBe(`/v1${path}`)
    expect(calls.every((call) => call.method === 'GET')).toBe(true)
  })

  test('carries the key as a bearer token, and never in the address', async () => {
    echo()
    await clientOf().usage()
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${key}`)
    expect(calls[0]?.url).not.toContain(key)
  })

  test('without a key carries none', async () => {
    echo()
    await createClient({ baseUrl }).index()
    expect(calls[0]?.headers.has('authorization')).toBe(false)
  })

  test('finds the service whether or not its address ends in a slash', async () => {
    echo()
    await clientOf({ baseUrl: `${baseUrl}/` }).usage()
    expect(calls[0]?.url).toBe(`${baseUrl}/usage`)
  })

  test('goes to the service on this machine when no address is given', async () => {
    network.use(http.get('http://127.0.0.1:3000/v1/usage', () => HttpResponse.json({ data: 'local', meta: {} })))
    expect(await createClient({ key }).usage()).toBe('local')
  })

  test('goes through the fetch that is given', async () => {
    const asked: string[] = []
    const fetch = async (address: string) => {
      asked.push(address)
      return Response.json({ data: 'given', meta: {} })
    }
    expect(await clientOf({ fetch }).usage()).toBe('given')
    expect(asked).toEqual([`${baseUrl}/usage`])
  })

  test('with what can be no id is not made', async () => {
    for (const id of ['', '.', '..', '../usage', 'gm_1/shots', 'gm_1?x=1', 'gm_1#', '%2e%2e', 'gm 1'])
      await expect(clientOf().games.get(id)).rejects.toThrow(TypeError)
    await expect(clientOf().teams.headToHead('../usage', { opponent: 'tm_0v6kd2rm' })).rejects.toThrow(TypeError)
    await expect(clientOf().players.games('..')).rejects.toThrow(TypeError)
    await expect(clientOf().players.allGames('').next()).rejects.toThrow(TypeError)
    expect(calls).toEqual([])
  })

  test('for the OpenAPI document gives the document itself', async () => {
    const document = { openapi: '3.1.0', paths: {} }
    network.use(http.get(`${baseUrl}/openapi.json`, () => HttpResponse.json(document)))
    expect(await clientOf().openapi()).toEqual(document)
  })
})

describe('a query', () => {
  test('has the parameters that were given, by their names in the contract', async () => {
    echo()
    await clientOf().games.list({ from: '2026-11-01', to: '2026-11-30', status: 'final', per_page: 20, page: 2 })
    expect(searchOf(calls[0])).toBe('?from=2026-11-01&to=2026-11-30&status=final&per_page=20&page=2')
  })

  test('of what there is of a record has its parameters, and the id in the path alone', async () => {
    echo()
    const client = clientOf()
    await client.players.splits('pl_c4h7m2pe', { by: 'month', season: 'ss_2k9v0d3w' })
    await client.teams.headToHead('tm_5q1zt8xn', { opponent: 'tm_0v6kd2rm', last: 5 })
    await client.leaders({ competition: 'cp_8r7yrkj6', stat: 'assists', top: 3 })
    expect(calls.map(searchOf)).toEqual([
      '?by=month&season=ss_2k9v0d3w',
      '?opponent=tm_0v6kd2rm&last=5',
      '?competition=cp_8r7yrkj6&stat=assists&top=3',
    ])
  })

  test('leaves out what is undefined', async () => {
    echo()
    await clientOf().teams.list({ competition: undefined, q: undefined })
    expect(calls[0]?.url).toBe(`${baseUrl}/teams`)
  })

  test('carries any text as it is', async () => {
    echo()
    const client = clientOf()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (q) => {
        calls.length = 0
        await client.teams.list({ q })
        expect([...new URL(calls[0]?.url ?? '').searchParams]).toEqual([['q', q]])
      }),
      { numRuns: 50 },
    )
  })
})

describe('a list', () => {
  test('gives one page with its meta', async () => {
    games(3)
    expect(await clientOf().games.list({ per_page: 2 })).toEqual({
      data: [{ id: 'gm_0' }, { id: 'gm_1' }],
      meta: { count: 2, next_cursor: '2' },
    })
  })

  test('is read whole and in order, whatever its length and the size of a page', async () => {
    const client = clientOf()
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 25 }), async (total, per_page) => {
        network.resetHandlers()
        games(total)
        calls.length = 0
        expect(await idsOf(client.games.all({ per_page }))).toEqual(Array.from({ length: total }, (_, i) => `gm_${i}`))
        expect(calls.length).toBe(Math.max(1, Math.ceil(total / per_page)))
      }),
      { numRuns: 30 },
    )
  })

  test('read whole keeps its filters on every page and asks for the largest pages', async () => {
    games(450)
    expect(await idsOf(clientOf().games.all({ season: 'ss_2k9v0d3w' }))).toHaveLength(450)
    expect(calls.map(searchOf)).toEqual([
      '?season=ss_2k9v0d3w&per_page=200',
      '?season=ss_2k9v0d3w&per_page=200&cursor=200',
      '?season=ss_2k9v0d3w&per_page=200&cursor=400',
    ])
  })

  test('is read no further than the loop goes', async () => {
    games(10)
    for await (const game of clientOf().games.all({ per_page: 2 })) if (game.id === 'gm_3') break
    expect(calls.length).toBe(2)
  })

  test('stops at a page that is refused, after the records before it', async () => {
    network.use(
      http.get(`${baseUrl}/competitions`, ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json({ error: { code: 'quota_exceeded', message: 'No calls left.' } }, { status: 429 })
          : HttpResponse.json({ data: [{ id: 'cp_1' }], meta: { count: 1, next_cursor: 'next' } }),
      ),
    )
    const read: string[] = []
    const reading = async () => {
      for await (const competition of clientOf().competitions.all()) read.push(competition.id)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(read).toEqual(['cp_1'])
  })

  test("of yesterday's results, seasons, teams, players and their games can be read whole too", async () => {
    const answer = () => HttpResponse.json({ data: [{ id: 'x' }], meta: { count: 1, next_cursor: null } })
    network.use(http.get(`${baseUrl}/*`, answer))
    const client = clientOf()
    const lists = [client.results.allYesterday(), client.seasons.all(), client.teams.all(), client.players.all()]
    for (const all of lists) expect(await idsOf(all)).toEqual(['x'])
    for await (const line of client.players.allGames('pl_c4h7m2pe')) expect(line).toEqual({ id: 'x' })
    expect(calls.map((call) => new URL(call.url).pathname)).toEqual([
      '/v1/results/yesterday',
      '/v1/seasons',
      '/v1/teams',
      '/v1/players',
      '/v1/players/pl_c4h7m2pe/games',
    ])
  })
})

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { AbortedError, BasketballData, BasketballDataError, type Game } from './index.ts'

const queries: string[] = []
afterEach(() => {
  queries.length = 0
})

type Failure = { call: number; respond: () => Response }

/** A client of a service with `total` numbered games, whose cursor is the number of the next game. One call may fail. */
const createTestClient = (total: number, failure?: Failure) => {
  const fetch = async (address: string) => {
    const { search, searchParams: query } = new URL(address)
    queries.push(search)
    if (queries.length === failure?.call) return failure.respond()
    const per_page = Number(query.get('per_page') ?? 50)
    const start = query.has('page') ? (Number(query.get('page')) - 1) * per_page : Number(query.get('cursor') ?? 0)
    const end = Math.min(start + per_page, total)
    const data = Array.from({ length: end - start }, (_, i) => ({ id: `gm_${start + i}` }))
    return Response.json({ data, meta: { count: data.length, next_cursor: end < total ? String(end) : null } })
  }
  return new BasketballData({ baseUrl: 'https://data.example/v1', fetch, retries: 0 })
}
const quotaExceeded = () =>
  Response.json({ error: { code: 'quota_exceeded', message: 'No calls left.' } }, { status: 429 })
const numbered = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => `gm_${from + i}`)
const listIds = (games: Game[]) => games.map(({ id }) => id)

test('no request is made before a list is read', async () => {
  void createTestClient(3).games.list()
  await new Promise(setImmediate)
  expect(queries).toEqual([])
})

describe('an awaited list', () => {
  test('is its first page, with its meta and the default size of the service', async () => {
    expect(await createTestClient(60).games.list()).toMatchObject({ meta: { count: 50, next_cursor: '50' } })
    expect(queries).toEqual([''])
  })

  test('is requested once, however often it is awaited, and is a promise with catch and finally', async () => {
    const list = createTestClient(3).games.list()
    const [{ data }, page] = await Promise.all([list, list.finally(() => {})])
    expect(page.data).toBe(data)
    expect(queries).toHaveLength(1)
    const failing = createTestClient(3, { call: 2, respond: quotaExceeded }).games.list()
    expect(await failing.catch((error: unknown) => error)).toMatchObject({ code: 'quota_exceeded' })
  })

  test('can still be read whole', async () => {
    const list = createTestClient(60).games.list()
    const { data } = await list
    expect(data).toHaveLength(50)
    expect(await list.all()).toHaveLength(60)
  })

  test('is the requested page, and cursor takes precedence over page', async () => {
    const { games } = createTestClient(9)
    const second = await games.list({ page: 2, per_page: 2, status: 'final' })
    expect(listIds(second.data)).toEqual(['gm_2', 'gm_3'])
    const { meta } = second
    expect(listIds((await games.list({ page: 2, per_page: 2, cursor: meta.next_cursor ?? '' })).data)).toEqual([
      'gm_4',
      'gm_5',
    ])
    expect(queries).toEqual(['?status=final&page=2&per_page=2', '?cursor=4&per_page=2'])
  })
})

describe('a whole list', () => {
  test('is read in order by record, by page and into an array, for any length and page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 25 }), async (total, per_page) => {
        const list = createTestClient(total).games.list({ per_page })
        const [records, pages]: [string[], Game[][]] = [[], []]
        for await (const { id } of list) records.push(id)
        for await (const { data } of list.pages()) pages.push(data)
        expect(records).toEqual(numbered(0, total))
        expect(listIds(pages.flat())).toEqual(records)
        expect(pages).toHaveLength(Math.max(1, Math.ceil(total / per_page)))
        expect(listIds(await list.all())).toEqual(records)
      }),
      { numRuns: 30 },
    )
  })

  test('is requested with its filters, in the largest pages', async () => {
    expect(await createTestClient(450).games.list({ season: 'ss_2k9v0d3w' }).all()).toHaveLength(450)
    expect(queries).toEqual([
      '?season=ss_2k9v0d3w&per_page=200',
      '?season=ss_2k9v0d3w&cursor=200&per_page=200',
      '?season=ss_2k9v0d3w&cursor=400&per_page=200',
    ])
  })

  test('begins at page or cursor', async () => {
    const { games } = createTestClient(10)
    expect(listIds(await games.list({ page: 3, per_page: 3 }).all())).toEqual(numbered(6, 10))
    expect(listIds(await games.list({ cursor: '8' }).all())).toEqual(numbered(8, 10))
  })

  test('requests no page after the loop is left', async () => {
    for await (const game of createTestClient(10).games.list({ per_page: 2 })) if (game.id === 'gm_3') break
    expect(queries).toHaveLength(2)
  })

  test('with a limit has that many records, in as few requests as possible', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.nat(450), async (total, limit) => {
        queries.length = 0
        expect(listIds(await createTestClient(total).games.list().all({ limit }))).toEqual(
          numbered(0, Math.min(total, limit)),
        )
        expect(queries).toHaveLength(
          limit === 0 ? 0 : Math.max(1, Math.ceil(Math.min(total, limit) / Math.min(limit, 200))),
        )
      }),
      { numRuns: 30 },
    )
  })
})

describe('a list that fails', () => {
  test.each([
    ['an error response', quotaExceeded],
    ['a lost connection', () => Response.error()],
    ['an unexpected response', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ])('with %s continues from the cursor of the error, without a gap or a repetition', async (_, respond) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 12 }),
        async (total, per_page, call) => {
          queries.length = 0
          const { games } = createTestClient(total, { call, respond })
          const read: string[] = []
          const parameters = { per_page, page: 1 }
          try {
            for await (const { id } of games.list(parameters)) read.push(id)
          } catch (error) {
            if (!(error instanceof BasketballDataError)) throw error
            for await (const { id } of games.list({ ...parameters, cursor: error.cursor })) read.push(id)
          }
          expect(read).toEqual(numbered(0, total))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('when it is awaited has the cursor of that request', async () => {
    const { games } = createTestClient(9, { call: 2, respond: quotaExceeded })
    const { meta } = await games.list({ per_page: 2 })
    const cursor = meta.next_cursor ?? ''
    await expect(games.list({ per_page: 2, cursor })).rejects.toMatchObject({ cursor: '2' })
    await expect(createTestClient(9, { call: 3, respond: quotaExceeded }).games.list()).rejects.toMatchObject({
      cursor: undefined,
    })
  })

  test('by its signal continues from the cursor too, when the signal aborts several lists', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const { games } = createTestClient(9)
    const read: string[] = []
    const readAll = async (per_page: number) => {
      for await (const { id } of games.list({ per_page }, { signal })) {
        read.push(id)
        if (read.length === 5) controller.abort(new RangeError('enough'))
      }
    }
    const [two, three] = await Promise.allSettled([readAll(2), readAll(3)])
    const errors = [two, three].map((each) => (each.status === 'rejected' ? each.reason : null) as AbortedError)
    for (const error of errors) {
      expect(error).toBeInstanceOf(AbortedError)
      expect(error).toMatchObject({ name: 'AbortError', cause: new RangeError('enough') })
    }
    const rest = await Promise.all(errors.map(({ cursor }) => games.list({ cursor }).all()))
    expect([...read, ...rest.flatMap(listIds)].toSorted()).toEqual([...numbered(0, 9), ...numbered(0, 9)].toSorted())
  })

  test('yields the records before the failure', async () => {
    const read: string[] = []
    const reading = async () => {
      const list = createTestClient(9, { call: 3, respond: quotaExceeded }).games.list({ per_page: 2 })
      for await (const { id } of list) read.push(id)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'quota_exceeded', cursor: '4' })
    expect(read).toEqual(numbered(0, 4))
  })
})

test('a query encodes any text, and leaves out undefined values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (q) => {
      queries.length = 0
      await createTestClient(0).teams.list({ q, season: undefined })
      expect([...new URLSearchParams(queries[0])]).toEqual([['q', q]])
    }),
    { numRuns: 50 },
  )
})

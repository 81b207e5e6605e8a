import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  BasketballData,
  type ErrorCode,
  type LogEntry,
  memoryCache,
  type ResponseInfo,
  ServiceError,
} from '../index.ts'
import { mismatch } from '../test-support/document.ts'
import { createFixtures, league } from './index.ts'

const baseUrl = 'https://data.example/v1'
const fixtures = createFixtures({ baseUrl })
const server = setupServer(...fixtures.handlers)
const wrong: (string | null)[] = []
/** Every answer is held against the committed document. */
const checked = async (address: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(address, init)
  const text = await answer.clone().text()
  const path = new URL(address).pathname.slice('/v1'.length)
  wrong.push(mismatch(init.method ?? 'GET', path, answer.status, text === '' ? undefined : JSON.parse(text)))
  return answer
}
const client = new BasketballData({ apiKey: 'any', baseUrl, fetch: checked })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  fixtures.reset()
  const mismatches = wrong.splice(0).filter((each) => each !== null)
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'))
})
afterAll(() => server.close())

const [cup, competition] = league.competitions
const final = league.games.find((game) => game.has.playbyplay)
const [team, opponent] = league.teams
const [player] = league.players
if (!cup || !competition || !final || !team || !opponent || !player) throw new Error('the league is not complete')
const teamId = team.id

describe('every endpoint', () => {
  test('answers as the document says', async () => {
    await client.index()
    await client.usage()
    await client.openapi()
    for (const { id } of league.teams) {
      await client.teams.get(id)
      await client.teams.roster(id)
      await client.teams.form(id, { last: 2 })
      await client.teams.form(id, { competition: cup.id })
      if (id !== opponent.id) await client.teams.headToHead(id, { opponent: opponent.id })
    }
    for (const { id } of league.players) {
      await client.players.get(id)
      await client.players.seasons(id)
      await client.players.games(id).page()
      for (const by of ['venue', 'result', 'month', 'opponent', 'starter'] as const)
        await client.players.splits(id, { by })
    }
    for (const { id, has } of league.games) {
      await client.games.get(id)
      if (has.boxscore) await client.games.boxScore(id)
    }
    await client.games.playByPlay(final.id)
    await client.games.shots(final.id)
    for (const { id } of league.competitions) {
      await client.standings({ competition: id })
      await client.stats.leaders({ competition: id })
    }
    for (const list of [
      client.competitions.list(),
      client.seasons.list(),
      client.teams.list(),
      client.results.yesterday(),
    ])
      expect((await list.all()).length).toBeGreaterThan(0)
    expect(wrong.length).toBeGreaterThan(150)
  })

  test('of webhooks keeps what was made', async () => {
    const { secret, ...made } = await client.webhooks.create({ url: 'https://hooks.example.org/' })
    expect(secret).toMatch(/^whsec_/)
    expect(await client.webhooks.list().all()).toEqual([made])
    expect(await client.webhooks.test(made.id)).toMatchObject({ last_status: 204 })
    expect(await client.webhooks.remove(made.id)).toMatchObject({ id: made.id })
    expect(await client.webhooks.list().all()).toEqual([])
    await expect(client.webhooks.remove(made.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(client.webhooks.create({ url: 'http://hooks.example.org/' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('webhooks', () => {
  const url = 'https://hooks.example.org/games'

  test('are made once under a name, and refused it for something else', async () => {
    const first = await client.webhooks.create({ url, events: ['game.final'] }, { idempotencyKey: 'one' })
    expect(await client.webhooks.create({ url, events: ['game.final'] }, { idempotencyKey: 'one' })).toEqual(first)
    expect(await client.webhooks.list().all()).toHaveLength(1)
    await expect(client.webhooks.create({ url }, { idempotencyKey: 'one' })).rejects.toMatchObject({ status: 400 })
  })

  test('are ten at most', async () => {
    for (let made = 0; made < 10; made++) await client.webhooks.create({ url })
    await expect(client.webhooks.create({ url })).rejects.toMatchObject({ code: 'bad_request' })
    const [newest] = await client.webhooks.list().all()
    await client.webhooks.remove(newest?.id ?? '')
    expect(await client.webhooks.create({ url })).toMatchObject({ status: 'active' })
  })

  test('of a competition without a final game send no test', async () => {
    const { id } = await client.webhooks.create({ url, competitions: [cup.id] })
    await expect(client.webhooks.test(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what is left of the limits', () => {
  const left = async (call: { withResponse: () => Promise<{ response: ResponseInfo }> }) =>
    (await call.withResponse()).response.rateLimits

  test('is told in headers and in usage, which costs nothing', async () => {
    const [minute, day] = [
      { quota: 120, window: 60 },
      { quota: 250_000, window: 86_400 },
    ]
    expect(await left(client.games.get(final.id))).toMatchObject({
      minute: { ...minute, remaining: 119 },
      day: { ...day, remaining: 249_999 },
    })
    await client.games.get('gm_00000000').catch(() => {})
    expect(await left(client.usage())).toMatchObject({ minute: { remaining: 118 }, day: { remaining: 249_998 } })
    expect(await client.usage()).toMatchObject({
      calls_today: 2,
      remaining: 249_998,
      limits: { per_minute: 120, per_day: 250_000, per_month: null },
      resets_at: '2026-11-21T00:00:00Z',
    })
  })

  test('is nothing with rate_limited, and no answer is held back at the end', async () => {
    fixtures.fail('rate_limited', { retryAfter: 7 })
    const logged: LogEntry[] = []
    await client.games.get(final.id, { retries: 0, logger: (entry) => logged.push(entry) }).catch(() => {})
    expect(logged).toMatchObject([{ status: 429 }])
    const poor = createFixtures({ baseUrl: 'https://few.example/v1', plan: 'free' })
    server.use(...poor.handlers)
    const few = new BasketballData({ apiKey: 'any', baseUrl: 'https://few.example/v1' })
    for (let call = 0; call < 11; call++) await few.games.get(final.id)
    expect(await left(few.games.get(final.id))).toMatchObject({ minute: { quota: 10, remaining: 0 } })
  })
})

test('a service says where it is', async () => {
  const own = createFixtures({ baseUrl: 'https://own.example/basketball/v1' })
  server.use(...own.handlers)
  const there = new BasketballData({ apiKey: 'any', baseUrl: 'https://own.example/basketball/v1/' })
  expect(await there.index()).toMatchObject({
    base: 'https://own.example/basketball/v1',
    docs: 'https://own.example/basketball/docs',
  })
  await expect(there.games.get('gm_00000000')).rejects.toMatchObject({
    docs: 'https://own.example/basketball/docs#error-not_found',
  })
})

describe('a list', () => {
  test('has filters', async () => {
    const finals = await client.games.list({ status: 'final', team: teamId }).all()
    expect(finals).toEqual(
      league.games.filter(({ status, home, away }) => status === 'final' && [home.id, away.id].includes(teamId)),
    )
    expect(await client.players.list({ q: 'soll' }).all()).toMatchObject([{ name: 'Dee Søll' }])
    expect(await client.games.list({ season: 'ss_00000000' }).all()).toEqual([])
  })

  test('has pages by number and by cursor, that read the same', async () => {
    const byCursor: string[] = []
    for await (const { id } of client.games.list({ per_page: 4 })) byCursor.push(id)
    const byNumber = await Promise.all([1, 2, 3, 4].map((page) => client.games.list({ page, per_page: 4 }).page()))
    expect(byNumber.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(byCursor)
    expect(byCursor).toEqual(league.games.map(({ id }) => id))
    expect(byNumber[0]?.meta).toMatchObject({ total: 13, total_pages: 4, next_page: 2, prev_page: null })
    const { cursor } = { cursor: byNumber[0]?.meta.next_cursor ?? '' }
    await expect(client.games.list({ cursor, status: 'final' }).page()).rejects.toMatchObject({ code: 'bad_request' })
  })
})

describe('a refusal', () => {
  test('comes where the service refuses too', async () => {
    const refused = async (call: Promise<unknown>) => call.catch((error: unknown) => error)
    const stranger = new BasketballData({ baseUrl, fetch: checked })
    const free = createFixtures({ baseUrl: 'https://free.example/v1', plan: 'free' })
    server.use(...free.handlers)
    const poor = new BasketballData({ apiKey: 'any', baseUrl: 'https://free.example/v1', fetch: checked })
    expect(await refused(stranger.usage())).toMatchObject({ code: 'unauthorized' })
    expect(await refused(poor.teams.get(teamId))).toMatchObject({ code: 'upgrade_required', plan: 'live' })
    expect(await refused(client.games.get('gm_00000000'))).toMatchObject({ code: 'not_found' })
    expect(await refused(client.games.list({ colour: 'red' } as object).page())).toMatchObject({
      code: 'unknown_parameter',
    })
    expect(await refused(client.games.list({ status: 'over' as 'final' }).page())).toMatchObject({
      allowed: ['scheduled', 'final', 'no_result'],
    })
    expect(await refused(client.games.list({ colour: 'red' } as object).page())).toBeInstanceOf(ServiceError)
  })

  test.each<[ErrorCode, number]>([
    ['bad_request', 400],
    ['unknown_parameter', 422],
    ['unauthorized', 401],
    ['upgrade_required', 403],
    ['not_found', 404],
    ['rate_limited', 429],
    ['quota_exceeded', 429],
    ['server_error', 500],
  ])('with %s comes when the next call is told to fail', async (code, status) => {
    fixtures.fail(code, { path: '/games', retryAfter: 90 })
    expect(await client.competitions.list().all()).toHaveLength(2)
    await expect(client.games.get(final.id, { retries: 0 })).rejects.toMatchObject({ code, status })
    expect(await client.games.get(final.id)).toMatchObject({ id: final.id })
  })
})

describe('the client, tested as its users test', () => {
  test('waits for rate_limited and goes on', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    fixtures.fail('rate_limited', { times: 2, retryAfter: 0 })
    expect(await client.games.get(final.id)).toMatchObject({ id: final.id })
    expect(fixtures.calls.map(({ path }) => path)).toEqual(Array(3).fill(`/games/${final.id}`))
    vi.restoreAllMocks()
  })

  test('goes on with a list where a lost connection stopped it', async () => {
    const list = (cursor?: string) => client.games.list({ per_page: 5, cursor }, { retries: 0, fetch })
    const read: string[] = []
    const readOn = async (cursor?: string) => {
      for await (const { id } of list(cursor)) {
        read.push(id)
        if (read.length === 5) fixtures.fail('no_connection')
      }
    }
    const stopped = await readOn().catch((error: { cursor: string }) => error)
    await readOn(stopped?.cursor)
    expect(read).toEqual(league.games.map(({ id }) => id))
  })

  test('asks for what it has with its cache, and gets nothing but 304', async () => {
    const cached = new BasketballData({ apiKey: 'any', baseUrl, cache: memoryCache() })
    const first = await cached.games.boxScore(final.id)
    const { data, response } = await cached.games.boxScore(final.id).withResponse()
    expect([response.status, data]).toEqual([304, first])
  })
})

import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BadRequestError, BasketballData, type ErrorCode, type GameStreamEvent, memoryCache } from '../index.ts'
import { createFixtures, handlers, league } from './index.ts'

const baseUrl = 'https://data.example/v1'
const fixtures = createFixtures({ baseUrl })
const server = setupServer(...fixtures.handlers)
const client = new BasketballData({ apiKey: 'any', baseUrl })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => fixtures.reset())
afterAll(() => server.close())

const [competition] = league.competitions
const [team, opponent] = league.teams
const [player] = league.players
const full = league.games.find(({ has }) => has.playbyplay)
if (!competition || !team || !opponent || !player || !full) throw new Error('the league is incomplete')

describe('the recorded league', () => {
  test('has the records that the lists return, for any page size', async () => {
    expect(await client.competitions.list().all()).toEqual(league.competitions)
    expect(await client.seasons.list().all()).toEqual(league.seasons)
    expect(await client.teams.list().all()).toEqual(league.teams)
    expect(await client.games.list().all()).toEqual(league.games)
    expect(await client.games.list({ per_page: 5 }).all({ limit: 2 })).toEqual(league.games.slice(0, 2))
    expect(await client.games.list({ status: 'final' }).all()).toHaveLength(4)
    expect(await client.results.yesterday().all()).toEqual([full])
  })

  test('has every record of its teams, players and games', async () => {
    expect(await client.index()).toMatchObject({ status: 'ok' })
    expect(await client.usage()).toHaveProperty('plan')
    expect(await client.standings({ competition: competition.id })).toHaveProperty('table')
    expect(await client.stats.leaders({ competition: competition.id, stat: 'assists' })).toMatchObject({
      stat: 'assists',
    })
    for (const { id } of league.teams) {
      expect(await client.teams.get(id)).toMatchObject({ id })
      expect(await client.teams.form(id)).toMatchObject({ team: { id } })
      expect(await client.teams.roster(id)).toMatchObject({ team: { id } })
      expect(await client.players.list({ team: id }).all()).not.toEqual([])
    }
    expect(await client.teams.headToHead(team.id, { opponent: opponent.id })).toMatchObject({
      opponent: { id: opponent.id },
    })
    expect(await client.teams.trends(team.id).all()).not.toEqual([])
    for (const { id } of league.players) {
      expect(await client.players.get(id)).toMatchObject({ id })
      expect(await client.players.games(id).all()).not.toEqual([])
      expect(await client.players.seasons(id)).toMatchObject({ player: { id } })
      expect(await client.players.splits(id)).toMatchObject({ by: 'venue' })
    }
    for (const { id } of league.games) {
      expect(await client.games.get(id)).toMatchObject({ id })
      expect(await client.games.boxScore(id)).toMatchObject({ game: { id } })
    }
    expect((await client.games.playByPlay(full.id)).events).not.toEqual([])
    expect((await client.games.shots(full.id)).shots).not.toEqual([])
    expect((await client.games.prices(full.id)).average).not.toBeNull()
  })

  test('has a webhook to create, list, test and remove', async () => {
    const { id, secret } = await client.webhooks.create({ url: 'https://hooks.example.org/' })
    expect(secret).toMatch(/^whsec_/)
    expect(await client.webhooks.list().all()).toContainEqual(expect.objectContaining({ id }))
    expect(await client.webhooks.test(id)).toMatchObject({ id })
    expect(await client.webhooks.remove(id)).toMatchObject({ id })
  })
})

test('a request that was not recorded is a bad_request that lists the recorded ones', async () => {
  const error = await client.games.list({ date: '2001-01-01' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BadRequestError)
  expect(error).toMatchObject({
    message: expect.stringContaining('GET /games?date=2001-01-01 is not recorded'),
    allowed: expect.arrayContaining(['GET /games', 'GET /games?status=final']),
  })
})

test('a cached response is revalidated, and headers of limits can be read', async () => {
  const cached = new BasketballData({ baseUrl, cache: memoryCache() })
  const first = await cached.games.get(full.id)
  const { data, response } = await cached.games.get(full.id).withResponse()
  expect(data).toEqual(first)
  expect(response.status).toBe(304)
  expect(response.rateLimits.minute).toHaveProperty('remaining')
  expect(response.requestId).toBe('fixture-2')
})

const collectEvents = async <Event>(stream: AsyncIterable<Event>): Promise<Event[]> => {
  const events: Event[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('streams have the events that they are set to, after the last one that a client has', async () => {
  const { id } = full
  const game = await client.games.get(id)
  const events: GameStreamEvent[] = [
    { id: '1-0-start', event: 'game', data: game },
    { id: '2-0', event: 'game', data: { ...game, home_score: 1 } },
  ]
  fixtures.stream(`/games/${id}/stream`, events)
  fixtures.stream('/stream', events.slice(1))
  expect(await collectEvents(client.games.stream(id))).toEqual(events)
  expect(await collectEvents(client.games.stream(id, { after: '1-0-start' }))).toEqual(events.slice(1))
  expect(await collectEvents(client.stream())).toEqual(events.slice(1))
  fixtures.fail('rate_limited', { retryAfter: 0 })
  expect(await collectEvents(client.games.stream(id))).toEqual(events)
})

describe('fail', () => {
  const once = { retries: 0 }

  test.each([
    ['bad_request', 400],
    ['unknown_parameter', 422],
    ['unauthorized', 401],
    ['upgrade_required', 403],
    ['not_found', 404],
    ['rate_limited', 429],
    ['quota_exceeded', 429],
    ['server_error', 500],
  ] satisfies [ErrorCode, number][])('%s is thrown with status %d', async (code, status) => {
    fixtures.fail(code)
    await expect(client.usage(once)).rejects.toMatchObject({ code, status, docs: expect.any(String) })
    await expect(client.usage(once)).resolves.toHaveProperty('plan')
  })

  test('sets Retry-After and the status', async () => {
    fixtures.fail('rate_limited', { retryAfter: 30 })
    await expect(client.usage(once)).rejects.toMatchObject({ retryAfter: 30 })
    fixtures.fail('server_error', { status: 503, retryAfter: 5 })
    await expect(client.usage(once)).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  })

  test('without a connection is a ConnectionError', async () => {
    fixtures.fail('no_connection')
    await expect(client.usage(once)).rejects.toMatchObject({ reason: 'no_connection' })
  })

  test('fails only calls to the path, and only as often as `times` says', async () => {
    fixtures.fail('not_found', { path: '/games', times: 2 })
    await expect(client.usage()).resolves.toHaveProperty('plan')
    for (let i = 0; i < 2; i++) await expect(client.games.get(full.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(client.games.get(full.id)).resolves.toHaveProperty('id')
  })

  test('is retried by the client when the error is transient, and every call is listed', async () => {
    fixtures.fail('server_error', { retryAfter: 0 })
    await client.games.list({ status: 'final' })
    expect(fixtures.calls).toEqual([
      { method: 'GET', path: '/games', query: { status: 'final' } },
      { method: 'GET', path: '/games', query: { status: 'final' } },
    ])
  })
})

test('handlers() respond under the default base URL', async () => {
  server.use(...handlers())
  expect(await new BasketballData({ apiKey: 'bd_any' }).teams.get(team.id)).toMatchObject({ id: team.id })
})

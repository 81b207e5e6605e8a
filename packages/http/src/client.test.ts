import { once } from 'node:events'
import { createServer } from 'node:http'
import { BadRequestError, BasketballData, NotFoundError } from '@basketball-data/client'
import { createTrpcClient, serviceErrorIn } from '@basketball-data/client/trpc'
import { ServiceIndex, Usage, Webhook } from '@basketball-data/core/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from './testing/league.ts'
import { sharedService, WEBHOOKS } from './testing/services.ts'

type Read = (...parameters: unknown[]) => Promise<unknown>
type Reading = (...parameters: unknown[]) => AsyncIterable<unknown> & Promise<unknown>

const service = sharedService('Postgres', { games: GAMES, now: () => NOW, ...WEBHOOKS })
let client: BasketballData
let ids: Awaited<ReturnType<typeof readLeagueIds>>
beforeAll(async () => {
  client = new BasketballData({ apiKey: await service().newKey('complete'), baseUrl: `${service().origin}/v1` })
  ids = await readLeagueIds(service().core)
})

/** The methods that were called: they are called by name, so that the test of all of them knows which are left. */
const called = new Set<string>()
const getMethod = (of: object, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => Reflect.get(Object(value), part), of)
const read = (name: string, ...parameters: unknown[]) => {
  called.add(name)
  return (getMethod(client, name) as Read)(...parameters)
}
const list = (name: string, ...parameters: unknown[]) => {
  called.add(name)
  return (getMethod(client, name) as Reading)(...parameters)
}

test('the client reads records of every kind', async () => {
  expect(ServiceIndex.parse(await read('index')).status).toBe('ok')
  expect(Usage.parse(await read('usage')).plan).toBe('complete')
  expect(await read('openapi')).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  expect(await read('teams.get', ids.alpha)).toMatchObject({ id: ids.alpha, name: 'Alpha' })
  expect(await read('teams.roster', ids.alpha)).toMatchObject({
    team: { id: ids.alpha },
    season: { id: ids.cupSeason },
  })
  expect(await read('teams.form', ids.alpha, { last: 1 })).toMatchObject({ summary: { games: 1 } })
  const against = { opponent: ids.beta, competition: ids.league }
  expect(await read('teams.headToHead', ids.alpha, against)).toMatchObject({ opponent: { id: ids.beta } })
  expect(await read('players.get', ids.player)).toMatchObject({ id: ids.player, name: 'Player A1' })
  expect(await read('players.seasons', ids.player)).toMatchObject({ player: { id: ids.player } })
  expect(await read('players.splits', ids.player, { by: 'month' })).toMatchObject({ by: 'month' })
  expect(await read('standings', { competition: ids.league })).toMatchObject({ season: { id: ids.season } })
  expect(await read('race', { competition: ids.league })).toMatchObject({ season: { id: ids.season } })
  const whatIf = { competition: ids.league, results: `${ids.final}:home` }
  expect(await read('whatIf', whatIf)).toMatchObject({ season: { id: ids.season } })
  expect(await read('stats.leaders', { competition: ids.league, top: 1 })).toMatchObject({ leaders: [{ rank: 1 }] })
  const onDay = { competition: ids.league, date: '2026-11-19' }
  expect(await read('history.standings', onDay)).toMatchObject({ season: { id: ids.season } })
  expect(await read('history.leaders', { ...onDay, stage: 'regular' })).toMatchObject({ stat: 'points' })
  expect(await read('players.averages', ids.player, { to: onDay.date })).toMatchObject({ player: { id: ids.player } })
  for (const part of ['preview', 'forecast', 'winProbability'])
    expect(await read(`games.${part}`, ids.final)).toMatchObject({ game: { id: ids.final } })
  expect(await list('games.revisions', ids.final)).toMatchObject({ data: [{ revision: 1, patch: [] }] })
  expect(await read('forecasts', { competition: ids.league, date: onDay.date })).toMatchObject({ forecasts: [] })
  expect(await read('games.get', ids.final)).toMatchObject({ id: ids.final, status: 'final' })
  expect(await read('teams.lineUps', ids.alpha, { size: 2 })).toMatchObject({ team: { id: ids.alpha }, size: 2 })
  expect(await read('players.onOff', ids.player)).toMatchObject({ player: { id: ids.player } })
  for (const part of ['boxScore', 'playByPlay', 'shots', 'lineUps', 'possessions'])
    expect(await read(`games.${part}`, ids.final)).toMatchObject({ game: { id: ids.final } })
  expect(await read('games.prices', ids.final, { lines: 'all' })).toMatchObject({
    game: { id: ids.final },
    average: null,
  })
  const pictures = [
    await read('games.shotChart', ids.final, { side: 'home' }),
    await read('games.flow', ids.final),
    await read('teams.shotChart', ids.alpha),
    await read('players.shotChart', ids.player),
  ]
  for (const picture of pictures) expect(picture).toMatch(/^<svg .+<title>.+<\/svg>$/)
  expect(await list('teams.trends', ids.alpha)).toMatchObject({ data: [], meta: { total: 0 } })
})

const Page = z.object({ data: z.array(z.unknown()), meta: z.unknown() })

test.each([
  ['competitions.list', () => ({}), 2],
  ['seasons.list', () => ({ competition: ids.league }), 2],
  ['teams.list', () => ({ q: 'a' }), 1],
  ['games.list', () => ({ status: 'final' }), 5],
  ['results.yesterday', () => ({}), 4],
  ['live', () => ({ date: '2026-11-19' }), 4],
  ['players.list', () => ({ q: 'player' }), 8],
] as const)('the client reads a list by page and as a whole: %s', async (name, filters, total) => {
  const page = Page.parse(await list(name, filters()))
  expect(page.meta).toMatchObject({ count: total, total, next_cursor: null })
  const whole: unknown[] = []
  for await (const record of list(name, { ...filters(), per_page: 2 })) whole.push(record)
  expect(whole).toEqual(page.data)
})

test('the client reads the game log of a player', async () => {
  const { data } = Page.parse(await list('players.games', ids.player, { per_page: 3 }))
  const whole: unknown[] = []
  for await (const line of list('players.games', ids.player, { per_page: 3 })) whole.push(line)
  expect(whole).toHaveLength(4)
  expect(whole.slice(0, 3)).toEqual(data)
})

test('the client reads the change log, and goes on where it ended', async () => {
  const { data } = Page.parse(await list('changes.list', { season: ids.season }))
  const whole: unknown[] = []
  for await (const change of list('changes.list', { season: ids.season, per_page: 2 })) whole.push(change)
  expect(whole).toEqual(data)
  expect(whole.length).toBeGreaterThan(2)
  const { id: after } = z.object({ id: z.string() }).parse(whole[1])
  expect(Page.parse(await list('changes.list', { season: ids.season, after })).data).toEqual(whole.slice(2))
})

test('the client reads streams, and goes on after an event', async () => {
  const take = async (name: string, count: number, ...parameters: unknown[]) => {
    const events: unknown[] = []
    for await (const event of list(name, ...parameters)) if (events.push(event) === count) break
    return events
  }
  const game = { id: expect.stringMatching(/-start$/), event: 'game', data: { id: ids.final } }
  const [first, second] = await take('games.stream', 2, ids.final)
  expect([first, second]).toMatchObject([game, { event: 'play', data: { op: 'add', event: { seq: 1 } } }])
  const { id: after } = z.object({ id: z.string() }).parse(first)
  expect(await take('games.stream', 1, ids.final, { after })).toEqual([second])
  const all = await take('stream', 5, { after: '0-0' })
  expect(await take('stream', 2, { after: '0-0', competition: ids.cup })).toMatchObject([
    { event: 'game', data: { competition: { id: ids.cup } } },
    { event: 'final', data: { data: { game: { competition: { id: ids.cup } } } } },
  ])
  expect(all).toHaveLength(5)
  await expect(take('games.stream', 1, UNKNOWN.game)).rejects.toMatchObject({ code: 'not_found' })
  await expect(take('stream', 1, { after: 'x' })).rejects.toMatchObject({ code: 'bad_request' })
})

test('the client creates, tests, lists and removes webhooks', async () => {
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = z.object({ port: z.number() }).parse(receiver.address())
  const webhook = { url: `http://127.0.0.1:${port}/`, events: ['game.final'], competitions: [ids.league] }
  const created = Webhook.required().parse(await read('webhooks.create', webhook, { idempotencyKey: 'one' }))
  expect(await read('webhooks.create', webhook, { idempotencyKey: 'one' })).toEqual(created)
  expect(await read('webhooks.test', created.id)).toMatchObject({ id: created.id, last_status: 204 })
  expect(await list('webhooks.list')).toMatchObject({ data: [{ id: created.id }], meta: { total: 1 } })
  expect(await read('webhooks.remove', created.id)).toMatchObject({ id: created.id })
  expect(await list('webhooks.list')).toMatchObject({ data: [] })
  receiver.close()
  await expect(read('webhooks.test', created.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read('webhooks.create', { ...webhook, event: 'x' })).rejects.toMatchObject({
    code: 'unknown_parameter',
    allowed: ['url', 'events', 'competitions'],
  })
})

test('these tests call every method of the client', () => {
  const methods = Object.entries(client).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'function' ? [name] : Object.keys(Object(value)).map((own) => `${name}.${own}`),
  )
  expect([...called].toSorted()).toEqual(methods.toSorted())
})

test('an error of the service reaches the caller with its code and extras', async () => {
  await expect(read('games.get', UNKNOWN.game)).rejects.toBeInstanceOf(NotFoundError)
  for (const id of ['gm_wrong', 'foo', UNKNOWN.team, '../usage'])
    await expect(read('games.get', id)).rejects.toBeInstanceOf(BadRequestError)
  await expect(list('games.list', { per_page: 0 })).rejects.toMatchObject({ code: 'bad_request', status: 400 })
  await expect(list('games.list', { status: 'x' })).rejects.toMatchObject({
    allowed: ['scheduled', 'final', 'no_result'],
  })
  const baseUrl = `${service().origin}/v1`
  const stranger = new BasketballData({ baseUrl })
  await expect(stranger.usage()).rejects.toMatchObject({
    code: 'unauthorized',
    requestId: expect.any(String),
  })
  const free = new BasketballData({ baseUrl, apiKey: await service().newKey('free') })
  await expect(free.teams.list()).rejects.toMatchObject({
    code: 'upgrade_required',
    plan: 'live',
  })
  await expect(read('standings', { competition: UNKNOWN.competition })).rejects.toMatchObject({ status: 400 })
})

test('createTrpcClient creates a client that returns the same records and errors', async () => {
  const baseUrl = `${service().origin}/v1`
  const apiKey = await service().newKey('free')
  const trpc = createTrpcClient({ baseUrl, apiKey })
  const rest = new BasketballData({ baseUrl, apiKey })
  const [page, refused] = await Promise.allSettled([trpc.games.list.query({}), trpc.teams.list.query({})])
  expect(page).toMatchObject({ value: await rest.games.list() })
  const converted = serviceErrorIn(refused.status === 'rejected' ? refused.reason : undefined)
  const thrown = await rest.teams.list().catch((error: unknown) => error)
  expect({ ...Object(converted), requestId: '' }).toEqual({ ...Object(thrown), requestId: '' })
  expect(converted).toMatchObject({ name: 'UpgradeRequiredError', plan: 'live', requestId: expect.any(String) })
})

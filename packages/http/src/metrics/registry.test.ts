import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { PLANS } from '@basketball-data/core/contract'
import { euroleagueLive } from '@basketball-data/feeds/euroleague'
import { startFollower } from '@basketball-data/feeds/follow'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../server.ts'
import { anyDatabase, finalGame, ingestOrThrow, scheduledGame } from '../testing/databases.ts'
import { openStream } from '../testing/open-stream.ts'
import { openReceiver } from '../testing/receiver.ts'
import { requestAt } from '../testing/request.ts'
import { testService, WEBHOOKS } from '../testing/services.ts'
import { createMetrics } from './registry.ts'

/** A service whose requests are measured. */
const measuredService = async (kind: Parameters<typeof testService>[0]) => {
  const service = await testService(kind, WEBHOOKS)
  const metrics = createMetrics(service.core)
  onTestFinished(metrics.stop)
  const server = await startServer({
    core: service.core,
    host: '127.0.0.1',
    port: 0,
    cacheMegabytes: 16,
    onRequest: metrics.onRequest,
  })
  metrics.watchCache(server.cacheUsage)
  onTestFinished(() => server.close())
  const { origin } = new URL(server.url)
  return { ...service, metrics, origin, request: requestAt(origin) }
}

/** The series of a scrape by name and labels, with their values. */
const parseSeries = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

/** Those of the service itself: the defaults of a process count its handles by kind, which come and go. */
const own = (series: Map<string, number>): string[] =>
  [...series.keys()].filter((name) => name.startsWith('basketball_data_')).toSorted()

/** A host of a feed that has nothing. */
const emptyHost = async (): Promise<string> => {
  const server = createServer((_, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : expect.unreachable()
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A well-formed key that nobody has. */
const unknownKey = (number: number): string =>
  `bd_${Array.from({ length: 38 }, (_, i) => ALPHABET[(number * 31 + i * (number % 7)) % ALPHABET.length]).join('')}`

describe.each(anyDatabase)('on %s', (kind) => {
  test('hundreds of ids, keys, accounts and bad paths add no series, and no label has any of them', async () => {
    const { request, origin, newKey, metrics } = await measuredService(kind)
    const known = await newKey('complete')
    const makeCalls = (number: number): Promise<unknown>[] => {
      const headers = { 'x-api-key': known }
      return [
        request(`/v1/games/gm_${number.toString(36).padStart(10, '0')}`, { headers }),
        request(`/v1/players/pl_${number.toString(36).padStart(10, '0')}`, { headers }),
        request('/v1/games', { headers: { 'x-api-key': unknownKey(number) } }),
        request(`/v1/nothing-${number}/here?id=${number}`),
        request(`/v1/games?bad_${number}=1`, { headers }),
        fetch(`${origin}/trpc/games.get${number}`, { headers }).then((response) => response.text()),
      ]
    }
    await Promise.all(makeCalls(0))
    await metrics.scrape()
    const before = parseSeries(await metrics.scrape())
    for (let number = 1; number < 100; number += 10)
      await Promise.all(Array.from({ length: 10 }, (_, i) => makeCalls(number + i)).flat())
    const key = await newKey('complete')
    await request('/v1/games/gm_0000000000', { headers: { 'x-api-key': key } })
    const text = await metrics.scrape()
    expect(own(parseSeries(text))).toEqual(own(before))
    expect(text).not.toMatch(/gm_|pl_|ac_|ky_|bd_[1-9A-Za-z]|@|nothing-/)
  })

  test('calls are counted by endpoint, status and plan, and those that are refused by reason', async () => {
    const { request, newKey, metrics, core } = await measuredService(kind)
    await core.ingest(finalGame([8, 6]))
    const [free, complete] = [await newKey('free'), await newKey('complete')]
    for (let i = 0; i < 3; i++) await request('/v1/games', { headers: { 'x-api-key': complete } })
    // A response that has not changed does not count.
    const { headers } = await request('/v1/teams', { headers: { 'x-api-key': complete } })
    const sameTeams = { 'x-api-key': complete, 'if-none-match': headers.get('etag') ?? '' }
    expect((await request('/v1/teams', { headers: sameTeams })).status).toBe(304)
    await request('/v1/changes', { headers: { 'x-api-key': free } })
    await request('/v1/games')
    await request('/v1/nowhere')
    const series = parseSeries(await metrics.scrape())
    const value = (name: string) => series.get(`basketball_data_${name}`)
    expect(value('calls_total{endpoint="GET /games",status="200",plan="complete"}')).toBe(3)
    expect(value('calls_total{endpoint="GET /games",status="401",plan="none"}')).toBe(1)
    expect(value('calls_total{endpoint="GET /changes",status="403",plan="free"}')).toBe(1)
    expect(value('calls_counted_total{plan="complete"}')).toBe(4)
    expect(value('calls_refused_total{reason="unauthorized"}')).toBe(1)
    expect(value('calls_refused_total{reason="upgrade_required"}')).toBe(1)
    expect(value('http_responses_total{status="404"}')).toBe(1)
    expect(value('call_duration_seconds_count{endpoint="GET /games"}')).toBe(4)
    expect(value('response_cache_lookups_total{result="hit"}')).toBe(3)
    expect(value('response_cache_lookups_total{result="miss"}')).toBe(2)
    expect(value('statement_duration_seconds_count{result="answered"}')).toBeGreaterThan(5)
    expect(value('batch_size_count{kind="counted calls"}')).toBeGreaterThanOrEqual(4)
  })

  test('ingest, its batches and the backlog are measured', async () => {
    const { metrics, core } = await measuredService(kind)
    await core.ingest(finalGame([8, 6]))
    await core.ingest(finalGame([8, 6]))
    await core.ingest(scheduledGame({ game: { external_id: 'bad', date: 'never' } }))
    for await (const { outcome } of core.ingestAll([scheduledGame({ game: { external_id: 'g9' } })]))
      expect(outcome).toBe('created')
    const series = parseSeries(await metrics.scrape())
    const value = (name: string) => series.get(`basketball_data_${name}`)
    expect(value('ingested_games_total{outcome="created"}')).toBe(2)
    expect(value('ingested_games_total{outcome="unchanged"}')).toBe(1)
    expect(value('ingested_games_total{outcome="refused"}')).toBe(1)
    expect(value('ingest_lag_seconds_count')).toBe(4)
    expect(value('batch_size_count{kind="games"}')).toBe(4)
    expect(value('backlog_read')).toBe(1)
    expect(value('deliveries_waiting')).toBe(0)
    expect(value('streams_open')).toBe(0)
  })

  test('deliveries are measured: those that wait, and each attempt by its result', async () => {
    const { metrics, core } = await measuredService(kind)
    const { id } = await core.accounts.create({ email: 'ada@example.org', plan: 'live' })
    const { webhooks } = await core.callerFor(id)
    const [good, bad] = [await openReceiver(204), await openReceiver(404)]
    for (const { url } of [good, bad]) await webhooks.create({ url, events: ['game.final'] })
    await ingestOrThrow(core, finalGame([8, 6]))
    const before = parseSeries(await metrics.scrape())
    expect(before.get('basketball_data_deliveries_waiting')).toBe(2)
    expect(before.get('basketball_data_delivery_overdue_seconds')).toBeGreaterThan(0)
    const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20 })
    onTestFinished(() => worker.stop())
    await vi.waitUntil(async () => (await core.deliveries.list(id, { state: 'waiting' })).deliveries.length === 0, {
      timeout: 240_000,
    })
    const series = parseSeries(await metrics.scrape())
    expect(series.get('basketball_data_delivery_attempts_total{result="2xx"}')).toBe(1)
    expect(series.get('basketball_data_delivery_attempts_total{result="4xx"}')).toBe(1)
    expect(series.get('basketball_data_delivery_duration_seconds_count')).toBe(2)
  })

  test('a stream is counted while it is open', async () => {
    const { metrics, origin, newKey } = await measuredService(kind)
    const opened = async () => parseSeries(await metrics.scrape()).get('basketball_data_streams_open')
    const key = await newKey('live')
    const streams = [await openStream(`${origin}/v1/stream`, key), await openStream(`${origin}/v1/stream`, key)]
    await expect.poll(opened).toBe(2)
    for (const stream of streams) stream.leave()
    await expect.poll(opened).toBe(0)
  })

  test('the requests of a follower and the budget of its host are measured', async () => {
    const { metrics, core } = await measuredService(kind)
    const host = await emptyHost()
    const failed = Promise.withResolvers<void>()
    const follower = await startFollower(core, euroleagueLive, {
      season: 'E2025',
      api: `http://${host}`,
      perMinute: 7,
      onResponse: () => failed.resolve(),
    })
    onTestFinished(() => follower.stop())
    await Promise.all([failed.promise, expect(follower.ready).rejects.toThrow('E2025')])
    const series = parseSeries(await metrics.scrape())
    const requests = [...series].filter(([name]) => name.startsWith('basketball_data_follow_requests_total'))
    expect(requests).toEqual([[expect.stringContaining('outcome="'), expect.any(Number)]])
    const [spent = NaN, left = NaN] = ['spent', 'left'].map((name) =>
      series.get(`basketball_data_follow_budget_${name}{host="${host}"}`),
    )
    expect(spent).toBeGreaterThan(0)
    expect(spent + left).toBe(7)
  })
})

test('a connection to Postgres is used as long as a transaction has it', async () => {
  const { metrics, core } = await measuredService('Postgres')
  const connections = async () => {
    const series = parseSeries(await metrics.scrape())
    return ['idle', 'used'].map((state) => series.get(`basketball_data_database_connections{state="${state}"}`) ?? NaN)
  }
  const [idle = NaN, used = NaN] = await core.store.transaction(async (tx) => {
    await tx.execute('select 1')
    return connections()
  })
  expect(used).toBeGreaterThan(0)
  expect(idle).toBeGreaterThanOrEqual(0)
  await expect.poll(async () => (await connections())[1]).toBe(0)
})

test('every plan of the contract is a label, and nothing is counted while it is stopped', async () => {
  const { request, newKey, metrics } = await measuredService('Postgres')
  for (const plan of PLANS) await request('/v1/usage', { headers: { 'x-api-key': await newKey(plan) } })
  const text = await metrics.scrape()
  for (const plan of PLANS) expect(text).toContain(`plan="${plan}"`)
  const before = own(parseSeries(text))
  metrics.stop()
  await request('/v1')
  await request('/v1/nowhere')
  expect(own(parseSeries(await metrics.scrape()))).toEqual(before)
  metrics.start()
  metrics.start()
  await request('/v1')
  await request('/v1/nowhere')
  const series = parseSeries(await metrics.scrape())
  expect(series.get('basketball_data_call_duration_seconds_count{endpoint="GET /"}')).toBe(1)
  expect(series.get('basketball_data_http_responses_total{status="404"}')).toBe(1)
})

test('the documentation has every metric of the service, and no other', async () => {
  const { metrics } = await measuredService('Postgres')
  const page = readFileSync(new URL('../../../../docs/production.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `(basketball_data_\w+)`/gm)].flatMap(([, name]) => name ?? [])
  const names = metrics.names().filter((name) => name.startsWith('basketball_data_'))
  expect(documented.toSorted()).toEqual(names.toSorted())
})

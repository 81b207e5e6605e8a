import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { GameStreamEvent, StreamEvent, type Plan } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anyDatabase, finalGame, ingestOrThrow, scheduledGame } from '../testing/databases.ts'
import { NOW, UNKNOWN } from '../testing/league.ts'
import { liveGame, plays } from '../testing/live-games.ts'
import { openStream, type ReceivedEvent } from '../testing/open-stream.ts'
import { avoidMidnight, getBodyError } from '../testing/response.ts'
import { newAccount, sharedService, testService, UNLIMITED } from '../testing/services.ts'

beforeAll(avoidMidnight)

const named = (events: readonly ReceivedEvent[]): string[] =>
  events.map((sent) => {
    const event = GameStreamEvent.parse(sent)
    return event.event === 'play' ? `${event.data.op} ${event.data.event.seq}` : event.event
  })

/** Waits until something holds, at most for the time of a test. */
const until = (holds: () => unknown) => expect.poll(holds).toBe(true)

describe.each(anyDatabase)('streams over HTTP on %s', (kind) => {
  const service = sharedService(kind, { plans: UNLIMITED, now: () => NOW })
  let games = 0
  /** A new game in progress with these plays. `url` is that of its stream; `change` writes it again. */
  const newGame = async (...texts: string[]) => {
    const external_id = `live ${++games}`
    const write = (shown: string[], changes: Parameters<typeof liveGame>[1] = {}) =>
      ingestOrThrow(service().core, liveGame(plays(...shown), { ...changes, game: { external_id, ...changes.game } }))
    const { game: id } = await write(texts)
    return { id, path: `/v1/games/${id}/stream`, url: `${service().origin}/v1/games/${id}/stream`, change: write }
  }

  test('are server-sent events that no cache stores, and no proxy delays', async () => {
    const key = await service().newKey('live')
    const { url, change } = await newGame('a', 'b')
    const { response, take, retries, leave } = await openStream(url, key, { 'accept-encoding': 'gzip, br' })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    })
    expect([response.headers.get('content-encoding'), response.headers.get('etag')]).toEqual([null, null])
    expect(named(await take(3))).toEqual(['game', 'add 1', 'add 2'])
    expect(retries).toEqual([2000])
    await change(['a', 'c', 'd'])
    expect(named(await take(2))).toEqual(['edit 2', 'add 3'])
    leave()
  })

  test('go on after any event, with the header Last-Event-ID or the parameter after; the header comes first', async () => {
    const key = await service().newKey('live')
    const { url, change } = await newGame('a', 'b', 'c')
    const first = await openStream(url, key)
    const received = await first.take(4)
    await change(['a', 'x', 'c', 'd'], { ended: 1 })
    await change(['a', 'x', 'c'], { ended: 1 })
    received.push(...(await first.take(2)))
    first.leave()
    const state = (events: readonly ReceivedEvent[]) => {
      const seen = new Map<number, unknown>()
      for (const sent of events) {
        const event = GameStreamEvent.parse(sent)
        if (event.event !== 'play') continue
        if (event.data.op === 'remove') seen.delete(event.data.event.seq)
        else seen.set(event.data.event.seq, event.data.event)
      }
      return [...seen].toSorted(([a], [b]) => a - b)
    }
    const whole = await openStream(url, key)
    const expected = state(await whole.take(4))
    whole.leave()
    for (const [index, { id }] of received.entries()) {
      const before = received.slice(0, index + 1)
      const isDone = (rest: ReceivedEvent[]) => JSON.stringify(state([...before, ...rest])) === JSON.stringify(expected)
      const byHeader = await openStream(`${url}?after=0-0`, key, { 'last-event-id': id })
      const byParameter = await openStream(`${url}?after=${id}`, key)
      const rest: ReceivedEvent[] = []
      while (!isDone(rest)) rest.push(...(await byHeader.take(1)))
      expect(await byParameter.take(rest.length)).toEqual(rest)
      expect(new Set([...before, ...rest].map((event) => event.id)).size).toBe(index + 1 + rest.length)
      byHeader.leave()
      byParameter.leave()
    }
  })

  test('of all games have every change of a game, filtered, from the moment on in which they begin', async () => {
    const key = await service().newKey('live')
    const first = await newGame('a')
    const all = await openStream(`${service().origin}/v1/stream`, key)
    const ofDay = await openStream(`${service().origin}/v1/stream?date=2026-12-24`, key)
    await until(() => all.comments.length + ofDay.comments.length === 2)
    await first.change(['a'], { ended: 1 })
    const other = await newGame('a')
    // Changes of a game that are read together are one event, so the first ones are waited for.
    const early = await all.take(4)
    await other.change(['a'], { game: { date: '2026-12-24' } })
    const received = [...early, ...(await all.take(1))].map((event) => StreamEvent.parse(event))
    expect(received.map(({ event, data }) => [event, data])).toMatchObject([
      ['game', { id: first.id }],
      ['period', { data: { game: { id: first.id } } }],
      ['game', { id: other.id }],
      ['score', { game: other.id, state: 'running', period: 1, clock: '05:00', home_score: 0, away_score: 0 }],
      ['game', { id: other.id }],
    ])
    expect((await ofDay.take(1)).map(({ id }) => id)).toEqual([received.at(-1)?.id])
    const begins = /^begins after (\S+)$/.exec(all.comments[0] ?? '')?.[1] ?? ''
    const again = await openStream(`${service().origin}/v1/stream`, key, { 'last-event-id': begins })
    // Of several changes of a game, one who goes on later receives the latest.
    const latest = received.filter((_, index) => index !== 2)
    expect((await again.take(4)).map(({ id }) => id)).toEqual(latest.map(({ id }) => id))
    for (const stream of [all, ofDay, again]) stream.leave()
  })

  test('that are refused have the errors of every other endpoint', async () => {
    const { path } = await newGame('a')
    const key = await service().newKey('live')
    const codes = async (plan: Plan | null, ...paths: string[]) => {
      const options = plan === null ? {} : { key: plan === 'live' ? key : await service().newKey(plan) }
      const responses = await Promise.all(paths.map((each) => service().request(each, options)))
      return new Set(responses.map((response) => `${response.status} ${getBodyError(response).code}`))
    }
    expect(await codes(null, path, '/v1/stream')).toEqual(new Set(['401 unauthorized']))
    expect(await codes('free', path, '/v1/stream')).toEqual(new Set(['403 upgrade_required']))
    expect(await codes('live', `/v1/games/${UNKNOWN.game}/stream`)).toEqual(new Set(['404 not_found']))
    const wrong = ['after=1', 'after=', 'after=x', 'after=999999-1', 'after=1-1&after=1-2']
    expect(
      await codes(
        'live',
        ...wrong.flatMap((query) => [`${path}?${query}`, `/v1/stream?${query}`]),
        '/v1/games/x/stream',
      ),
    ).toEqual(new Set(['400 bad_request']))
    expect(await codes('live', '/v1/stream?date=2026-02-30', '/v1/stream?competition=x')).toEqual(
      new Set(['400 bad_request']),
    )
    expect(await codes('live', `${path}?x=1`, '/v1/stream?game=1')).toEqual(new Set(['422 unknown_parameter']))
    const byHeader = await service().request(path, { key, headers: { 'last-event-id': 'x' } })
    expect([byHeader.status, getBodyError(byHeader).code]).toEqual([400, 'bad_request'])
    const other = await service().request(path, { key, method: 'POST' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('count as one call each; HEAD has the headers and leaves no stream open', async () => {
    const { account, key } = await newAccount(service().core, 'live')
    const { url, path } = await newGame('a')
    const stream = await openStream(url, key)
    await stream.take(2)
    for (let n = 0; n < 15; n++) {
      const { status, headers, bytes } = await service().request(path, { key, method: 'HEAD' })
      expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'text/event-stream', 0])
    }
    stream.leave()
    const { today, endpoints } = await service().core.usage.ofAccount(account)
    expect(today.used).toBe(16)
    expect(endpoints).toMatchObject([{ endpoint: 'GET /games/{id}/stream', calls: 16, refused: 0 }])
  })

  test('above the number of the plan are 429 with Retry-After; one that is closed makes room', async () => {
    const key = await service().newKey('live')
    const { url, path } = await newGame('a')
    const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(url, key)))
    const refused = await service().request(path, { key })
    expect([refused.status, getBodyError(refused).code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    streams[0]?.leave()
    await until(async () => (await service().request(path, { key, method: 'HEAD' })).status === 200)
    for (const stream of streams) stream.leave()
  })

  test('end by themselves after their key is revoked, or their plan has none', async () => {
    const { url } = await newGame('a')
    const [first, second] = [await newAccount(service().core, 'live'), await newAccount(service().core, 'live')]
    const streams = [await openStream(url, first.key), await openStream(url, second.key)]
    await service().core.keys.revoke(first.id)
    await service().core.accounts.setPlan(second.account, 'free')
    for (const stream of streams) expect(named(await stream.rest())).toEqual(['game', 'add 1'])
    expect((await openStream(url, first.key)).response.status).toBe(401)
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('a stream ends some time after the final score, and tells its client not to come back', async () => {
    const { core, origin, newKey } = await testService(kind, { now: () => NOW, streams: { correctionsPeriod: 100 } })
    const { game } = await ingestOrThrow(core, scheduledGame())
    const { rest, retries } = await openStream(`${origin}/v1/games/${game}/stream`, await newKey('live'))
    await ingestOrThrow(core, finalGame([8, 6]))
    expect(named(await rest()).filter((name) => !name.startsWith('add'))).toEqual(['game', 'game', 'final'])
    expect(retries).toEqual([2000, 86_400_000])
  })

  test('a client that reads nothing is dropped, which makes room for another stream', async () => {
    const plans = { live: { streams: 1, per_minute: null, per_day: null } }
    const { core, origin, newKey, request } = await testService(kind, { plans })
    const write = (version: number) =>
      ingestOrThrow(core, liveGame(plays(...Array.from({ length: 500 }, () => `${version} ${'x'.repeat(450)}`))))
    const { game } = await write(0)
    const key = await newKey('live')
    const path = `/v1/games/${game}/stream`
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (chunk) => (received = `${received}${chunk.toString('latin1')}`.slice(-1000)))
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`)
    const openAnother = async () => (await request(path, { key, method: 'HEAD' })).status
    await until(async () => (await openAnother()) === 429)
    // The system holds some megabytes before anything waits in the process. A stream that is slower than this leaves out versions.
    let status = 429
    for (let version = 1; status === 429; version++) {
      await write(version)
      await setTimeout(20)
      status = await openAnother()
    }
    expect(status).toBe(200)
    // Its connection is closed, with what was sent of the response and without its end, which nobody had read.
    const closed = new Promise((resolve) => {
      socket.once('close', resolve)
    })
    socket.resume()
    await closed
    expect(received).not.toMatch(/the stream was not read|\r\n0\r\n\r\n$/)
  })

  test('a server that stops ends its streams, and tells their clients to connect again soon', async () => {
    const { core, origin, newKey, server } = await testService(kind)
    const { game } = await ingestOrThrow(core, scheduledGame())
    const key = await newKey('live')
    const streams = await Promise.all(
      [`/games/${game}/stream`, '/stream'].map((path) => openStream(`${origin}/v1${path}`, key)),
    )
    const [all] = await Promise.all([Promise.all(streams.map(({ rest }) => rest())), server.close()])
    expect(all.map(named)).toEqual([['game'], []])
    for (const { retries } of streams) {
      expect(retries).toHaveLength(2)
      expect(retries[1]).toBeGreaterThan(0)
      expect(retries[1]).toBeLessThanOrEqual(5000)
    }
  })
})

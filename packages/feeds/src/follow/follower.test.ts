import { describe, expect, onTestFinished, test } from 'vitest'
import type { Core } from '@basketball-data/core'
import {
  createSubscriber,
  anyDatabase,
  ingestOrThrow,
  LOCAL_WEBHOOKS,
  openTestCore,
  tableContents,
  type DatabaseKind,
} from '../test-support/core.ts'
import type { FollowedResponse, FollowerOptions } from './follower.ts'
import { openFeedHost, type HostResponse } from './test-support/feed-host.ts'
import { FOLLOW_TABLES, openFollower, runUntil, startClock, type TestFollower } from './test-support/night.ts'
import { PACE, sampleResponses, sampleFeed, scoreAt } from './test-support/sample-feed.ts'

const START = '2026-11-19T18:00:00Z'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Milliseconds that a sample game takes. */
const DURATION = 40 * PACE * MINUTE

type Options = {
  games?: number
  /** Replaces a response of the host; undefined keeps it, 'nothing' is none at all. */
  instead?: (path: string, at: number) => HostResponse | null | undefined | 'nothing'
  tolerated?: number
}

/** A core, a host with games that begin 40 minutes later, and the responses of all followers. */
const prepare = async (kind: DatabaseKind, { games: count = 1, instead, tolerated = 10 }: Options = {}) => {
  const core = await openTestCore(kind, LOCAL_WEBHOOKS)
  const clock = await startClock(core, START)
  const tipOff = clock.now() + 40 * MINUTE
  const games = new Map(Array.from({ length: count }, (_, index) => [`g${index + 1}`, tipOff]))
  const respond = sampleResponses(games)
  const host = await openFeedHost(clock.now, tolerated, (path, at) => {
    const other = instead?.(path, at)
    if (other === 'nothing') return undefined
    return other === undefined ? respond(path, at) : other
  })
  const responses: (FollowedResponse & { at: number })[] = []
  const errors: unknown[] = []
  const open = (options: FollowerOptions = {}, on: Parameters<typeof openFollower>[0] = core) =>
    openFollower(on, sampleFeed, clock, {
      api: host.origin,
      onResponse: (response) => responses.push({ ...response, at: clock.now() }),
      onError: (error) => errors.push(error),
      ...options,
    })
  const failures = () =>
    responses.flatMap(({ outcome, reason, kind, at }) => (outcome === 'failed' ? { kind, reason, at } : []))
  const storedGames = async () => (await core.caller().games.list({ per_page: 100 })).data
  return { core, clock, tipOff, games, host, responses, errors, failures, open, storedGames }
}

const filterRequests = (responses: (FollowedResponse & { at: number })[], kind: string) =>
  responses.flatMap((response) => (response.kind === kind ? response.at : []))

describe.each(anyDatabase)('on %s', (kind) => {
  test('a game is followed from the schedule to the last check, and an unchanged response writes nothing', async () => {
    const { core, clock, tipOff, host, responses, open, storedGames } = await prepare(kind)
    const follower = await open()
    await runUntil(clock.now() + MINUTE, clock, [follower])
    await follower.ready
    expect(await storedGames()).toMatchObject([{ status: 'scheduled', home_score: null, has: { playbyplay: false } }])

    await runUntil(tipOff + 10 * PACE * MINUTE + MINUTE, clock, [follower])
    const [running] = await storedGames()
    expect(running).toMatchObject({ status: 'scheduled', has: { playbyplay: true } })
    const { data } = await core.caller().games.get({ id: running?.id ?? '' })
    expect(data.periods).toEqual({ home: [20], away: [10] })

    await runUntil(tipOff + DURATION + MINUTE, clock, [follower])
    expect(await storedGames()).toMatchObject([
      { status: 'final', home_score: scoreAt(40).home, away_score: scoreAt(40).away },
    ])

    const contents = await tableContents(core.store, FOLLOW_TABLES)
    const before = responses.length
    await runUntil(tipOff + 12 * DAY, clock, [follower])
    const end = tipOff + DURATION
    const checks = filterRequests(responses.slice(before), 'box').map((at) => Math.round((at - end) / MINUTE))
    expect(checks).toEqual([3, 60, 24 * 60, 7 * 24 * 60])
    expect(responses.slice(before).filter(({ outcome }) => outcome === 'changed')).toEqual([])
    expect(await tableContents(core.store, FOLLOW_TABLES)).toEqual(contents)
    expect(host.refused).toEqual([])
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('a response that cannot be used is an error that says so, and writes nothing', async () => {
    const faults: [string, HostResponse, RegExp][] = [
      ['truncated', { text: '{"game":"g1","minute":7,"ho' }, /^not JSON, or cut off: /],
      ['HTML', { text: '<!doctype html><title>Sorry</title>' }, /^HTML or XML instead of JSON: <!doctype html>/],
      ['another game', { json: { game: 'g2', minute: 7, home: 1, away: 1 } }, /^g1: a response is of g2$/],
      ['another shape', { json: [] }, /expected object/],
      ['503', { status: 503 }, /^status 503$/],
      ['403', { status: 403 }, /^status 403$/],
      ['a redirect', { status: 302 }, /^status 302$/],
    ]
    let fault: HostResponse | undefined
    const { core, clock, tipOff, failures, open } = await prepare(kind, {
      instead: (path) => (path.startsWith('/schedule') ? undefined : fault),
    })
    const follower = await open()
    await runUntil(tipOff + 5 * MINUTE, clock, [follower])
    for (const [name, response, reason] of faults) {
      const contents = await tableContents(core.store, FOLLOW_TABLES)
      const before = failures().length
      fault = response
      await runUntil(clock.now() + 20_000, clock, [follower])
      expect(failures().slice(before)[0], name).toMatchObject({ reason: expect.stringMatching(reason) })
      expect(await tableContents(core.store, FOLLOW_TABLES), name).toEqual(contents)
      fault = undefined
      await runUntil(clock.now() + 5 * MINUTE, clock, [follower])
    }
    expect(failures().length).toBeLessThan(4 * faults.length)
  })

  test('a host that has too many requests gets none until its Retry-After has passed', async () => {
    const { clock, tipOff, host, open } = await prepare(kind, { tolerated: 3 })
    const followers = [await open({ perMinute: 60 }), await open({ perMinute: 60 })]
    await runUntil(tipOff + 20 * MINUTE, clock, followers)
    expect(host.refused.length).toBeGreaterThan(0)
    for (const refused of host.refused) {
      const next = host.requests.find(({ at }) => at > refused)
      expect((next?.at ?? Infinity) - refused).toBeGreaterThanOrEqual(300_000)
    }
  })

  test('requests are conditional, and 304 writes nothing', async () => {
    const modified = 'Thu, 19 Nov 2026 18:00:00 GMT'
    const { core, clock, host, responses, open } = await prepare(kind, {
      instead: (path, at) => {
        if (!path.startsWith('/schedule')) return undefined
        const { headers } = host.requests.at(-1) ?? {}
        if (headers?.['if-none-match'] === '"one"' && headers['if-modified-since'] === modified) return { status: 304 }
        const response = sampleResponses(new Map([['g1', at + DAY]]))(path, at)
        const text = JSON.stringify(response !== null && 'json' in response ? response.json : null)
        return { text, headers: { etag: '"one"', 'last-modified': modified } }
      },
    })
    const follower = await open()
    await runUntil(clock.now() + 10 * MINUTE, clock, [follower])
    const contents = await tableContents(core.store, FOLLOW_TABLES)
    await runUntil(clock.now() + 3 * HOUR, clock, [follower])
    expect(responses.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged', 'unchanged', 'unchanged'])
    expect(await tableContents(core.store, FOLLOW_TABLES)).toEqual(contents)
  })

  test('another follower goes on with the game of one that has died within 30 seconds', async () => {
    let hangs = false
    const { clock, tipOff, host, open } = await prepare(kind, {
      instead: (path) => (hangs && path.startsWith('/plays') ? 'nothing' : undefined),
    })
    const [dying, other] = [await open(), await open()]
    await runUntil(tipOff + 5 * MINUTE, clock, [dying, other])
    hangs = true
    const before = host.requests.length
    let claimed = await dying.poll()
    for (; claimed.handled === null; claimed = await dying.poll()) await clock.set(clock.now() + claimed.wait)
    await expect.poll(() => host.requests.length).toBe(before + 1) // the request of the one that dies now
    const died = clock.now()
    hangs = false
    await runUntil(died + MINUTE, clock, [other])
    const first = host.requests.find(({ path }, index) => index > before && path.startsWith('/plays'))
    expect(first?.at).toBeLessThanOrEqual(died + 36_000)
    expect(first?.at).toBeGreaterThanOrEqual(died + 30_000)
    dying.stopping.abort()
    await claimed.handled
  })

  test('a game whose response could not be stored for a moment is requested again at once, not when its claim ends', async () => {
    const { core, clock, tipOff, host, open } = await prepare(kind)
    const lost = Object.assign(new Error('The connection was lost.'), { code: 'CONNECTION_CLOSED' })
    let isDown = false
    const ingest: Core['ingest'] = (...input) => (isDown ? Promise.reject(lost) : core.ingest(...input))
    const follower = await open({}, { store: core.store, ingest })
    await runUntil(tipOff + 5 * MINUTE, clock, [follower])
    isDown = true
    await expect(runUntil(tipOff + 6 * MINUTE, clock, [follower])).rejects.toBe(lost)
    const failed = clock.now()
    isDown = false
    await runUntil(failed + MINUTE, clock, [follower])
    const next = host.requests.find(({ at, path }) => at > failed && path.startsWith('/plays'))
    expect((next?.at ?? Infinity) - failed).toBeLessThan(20_000)
  })

  test('a clock of the database that is set forward or back leads to no request too many and to no standstill', async () => {
    const { clock, tipOff, host, responses, errors, open } = await prepare(kind, { games: 3 })
    const followers = [await open(), await open()]
    await runUntil(tipOff + 10 * MINUTE, clock, followers)
    for (const step of [HOUR, -2 * HOUR, 20_000, -20_000]) {
      const before = errors.length
      await clock.step(step)
      const stepped = clock.now()
      await runUntil(stepped + 5 * MINUTE, clock, followers)
      expect(errors.length, `after ${step}`).toBeGreaterThan(before)
      const next = responses.find(({ at, kind }) => at > stepped && kind === 'plays')
      expect((next?.at ?? Infinity) - stepped, `after ${step}`).toBeLessThan(2.5 * MINUTE)
    }
    expect(host.busiestMinute()).toBeLessThanOrEqual(10)
    expect(host.refused).toEqual([])
  })

  test('the setting of the follower that started last is the budget of all', async () => {
    const { clock, tipOff, host, open } = await prepare(kind, { games: 2, tolerated: 1000 })
    const followers = [await open({ perMinute: 30 })]
    await runUntil(tipOff + 5 * MINUTE, clock, followers)
    expect(host.busiestMinute()).toBeGreaterThan(20)
    followers.push(await open({ perMinute: 4 }))
    const started = clock.now()
    await runUntil(started + 10 * MINUTE, clock, followers)
    const later = host.requests.filter(({ at }) => at > started + MINUTE)
    expect(later.length).toBeLessThanOrEqual(4 * 9 + 1)
    expect(later.length).toBeGreaterThan(30)
  })
})

/** Milliseconds since the latest response with the score of a game, at every second of the games. */
const measureAges = (
  responses: readonly (FollowedResponse & { at: number })[],
  games: ReadonlyMap<string, number>,
): number[] =>
  [...games].flatMap(([game, tipOff]) => {
    const moments = responses.flatMap(({ game: of, kind, outcome, at }) =>
      of === game && kind === 'plays' && outcome !== 'failed' ? at : [],
    )
    return Array.from({ length: DURATION / 1000 - 60 }, (_, second) => {
      const at = tipOff + MINUTE + second * 1000
      return at - (moments.findLast((moment) => moment <= at) ?? 0)
    })
  })

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.trunc(values.length * part)] ?? NaN

test('three followers show the scores of nine games at once with a median age of at most a minute, within ten requests a minute', async () => {
  const { clock, tipOff, games, host, responses, errors, failures, open, storedGames } = await prepare('Postgres', {
    games: 9,
  })
  await runUntil(tipOff + DURATION + 10 * MINUTE, clock, [await open(), await open(), await open()])
  const ages = measureAges(responses, games)
  expect(quantile(ages, 0.5)).toBeLessThanOrEqual(MINUTE)
  expect(quantile(ages, 0.95)).toBeLessThanOrEqual(2 * MINUTE)
  expect({ errors, failures: failures(), refused: host.refused }).toEqual({ errors: [], failures: [], refused: [] })
  expect(host.busiestMinute()).toBe(10)
  expect((await storedGames()).map(({ status }) => status)).toEqual(Array<string>(9).fill('final'))
})

/** Followers that die: a third of them before the response, before it is stored, and after. */
const DEATHS = 21

/** A core whose `ingest` never returns when `dies` says so: before it has written the game, or after. */
const dyingCore = (
  { store, ingest }: Core,
  dies: () => 'before' | 'after' | null,
): Parameters<typeof openFollower>[0] => ({
  store,
  ingest: async (...given) => {
    const death = dies()
    if (death !== 'before') {
      const result = await ingest(...given)
      if (death === null) return result
    }
    return new Promise(() => {})
  },
})

test('after twenty-one followers that died at any point the database has the final games, and every event once', async () => {
  const random = ((state: number) => () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  })(7)
  let dying: 'request' | 'before' | 'after' | null = null
  const { core, clock, games, tipOff, host, open, storedGames } = await prepare('Postgres', {
    games: 3,
    instead: (path, at) => {
      if (dying === 'request') return 'nothing'
      const response = sampleResponses(games)(path, at)
      if (path.startsWith('/schedule') || response === null || !('json' in response)) return undefined
      return { text: `${JSON.stringify(response.json)}${' '.repeat(Math.trunc(at / 1000) % 999)}` } // never the same twice
    },
  })
  const { subscribe } = await createSubscriber(core)
  await subscribe({ url: 'http://127.0.0.1:1/', events: ['game.final', 'game.period'] })
  const mortal = () =>
    open(
      {},
      dyingCore(core, () => (dying === 'before' || dying === 'after' ? dying : null)),
    )
  const dead: TestFollower[] = []
  onTestFinished(() => dead.forEach(({ stopping }) => stopping.abort()))
  const followers = [await mortal(), await mortal(), await mortal()]
  const kinds = ['request', 'before', 'after'] as const

  let deaths = 0
  while (clock.now() < tipOff + DURATION + 30 * MINUTE) {
    await runUntil(clock.now() + random() * 60_000, clock, followers)
    if (deaths >= DEATHS) continue
    const [victim] = followers
    if (victim === undefined) throw new Error('there is no follower')
    const requests = host.requests.length
    dying = kinds[deaths % 3] ?? null
    let polled = await victim.poll()
    for (; polled.handled === null; polled = await victim.poll())
      await clock.set(clock.now() + Math.max(1, polled.wait))
    const ended = await Promise.race([
      polled.handled.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 100, false)),
    ])
    expect(host.requests.length).toBeLessThanOrEqual(requests + 1)
    dying = null
    if (ended) continue // an unchanged response ingests nothing
    deaths += 1
    dead.push(victim)
    followers.shift()
    followers.push(await mortal())
  }
  expect(deaths).toBe(DEATHS)
  expect(host.refused).toEqual([])
  expect((await storedGames()).map(({ status, home_score }) => [status, home_score])).toEqual(
    Array.from(games, () => ['final', 80]),
  )
  const imported = await openTestCore('Postgres')
  for (const [game, tipOff] of games) {
    const final = { game, minute: 40, ...scoreAt(40) }
    const entry = { game, tip_off: new Date(tipOff).toISOString().replace('.000', '') }
    await ingestOrThrow(imported, sampleFeed.readGame(game, entry, { plays: final, box: final }).bundle)
  }
  const others = [
    ...FOLLOW_TABLES,
    'accounts',
    'account_counts',
    'audit_log',
    'webhooks',
    'webhook_events',
    'deliveries',
  ]
  /** What is stored, without the number of corrections, of which an import has none. */
  const contents = async ({ store }: typeof core) => {
    const { games = [], ...tables } = await tableContents(store, others)
    return { ...tables, games: games.map((row) => row.replace(/"revision": \d+/, '')) }
  }
  expect(await contents(core)).toEqual(await contents(imported))
  const events = (await tableContents(core.store))['webhook_events']?.map((row) => JSON.parse(row))
  expect(events?.filter(({ type }) => type === 'game.final')).toHaveLength(games.size)
  expect(events?.filter(({ type }) => type === 'game.period')).toHaveLength(games.size * 3)
})

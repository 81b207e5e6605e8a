import { BasketballData, currentGameDay, liveScores, type LiveUpdate } from '@basketball-data/client'
import { gameAt, simulateToday, type LiveGame } from '@basketball-data/feeds/simulator'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newDatabase } from './testing/databases.ts'
import { serve, type TestServiceOptions } from './testing/services.ts'

const DAY = '2026-11-21'
const tipOff = new Date(`${DAY}T18:00:00Z`)
const [first, second] = simulateToday({ day: DAY }).filter(({ final }) => final.events != null)
if (first === undefined || second === undefined) throw new RangeError('the day has too few games')

const gameAfter = (game: LiveGame, minutes: number) =>
  gameAt(game, new Date(tipOff.getTime() + minutes * 60_000), { tipOff, speed: 1 })

const open = async (options: TestServiceOptions = {}) => {
  const { address, drop } = await newDatabase('Postgres')
  const service = await serve(address, { games: [first.scheduled], now: () => tipOff, ...options })
  onTestFinished(async () => {
    await service.close()
    await drop()
  })
  return service
}

type Service = Awaited<ReturnType<typeof open>>

/** What a reader of the day sees: the latest score of each game by its home team, and every update. */
const follow = (apiKey: string, { origin }: Pick<Service, 'origin'>, fetch = globalThis.fetch) => {
  const controller = new AbortController()
  const client = new BasketballData({ apiKey, baseUrl: `${origin}/v1`, fetch })
  const updates: LiveUpdate[] = []
  const read = async (): Promise<void> => {
    for await (const update of liveScores(client, { date: DAY, signal: controller.signal })) updates.push(update)
  }
  const reading = read()
  const ended = reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  onTestFinished(async () => {
    controller.abort()
    await ended
  })
  const scores = () =>
    new Map(updates.flatMap((update) => (update.type === 'score' ? [[update.game.home.name, update] as const] : [])))
  return { updates, ended, controller, score: ({ final }: LiveGame) => scores().get(final.home.team.name) }
}

test('a running game has the score of its latest play, and a game that is added is among them', async () => {
  const service = await open()
  const day = follow(await service.newKey('live'), service)
  await expect
    .poll(() => day.score(first))
    .toMatchObject({ state: 'scheduled', home_score: null, away_score: null, period: null, clock: null })

  const running = gameAfter(first, 30)
  await service.core.ingest(running)
  const { home_score, away_score, period, clock } = running.events?.at(-1) ?? {}
  const score = { state: 'live', home_score, away_score, period, clock, by_play: true }
  await expect.poll(() => day.score(first)).toMatchObject(score)
  const plays = day.updates.filter(({ type }) => type === 'play')
  expect(plays).toHaveLength(running.events?.length ?? 0)
  // One who comes later sees the same.
  const later = follow(await service.newKey('live'), service)
  await expect.poll(() => later.score(first)).toMatchObject(score)

  await service.core.ingest(gameAfter(second, 30))
  await expect.poll(() => day.score(second)).toMatchObject({ state: 'live', by_play: true })

  await service.core.ingest(gameAfter(first, 300))
  const { game } = first.final
  const final = { state: 'final', home_score: game.home_score, away_score: game.away_score }
  await expect.poll(() => day.score(first)).toMatchObject(final)
})

test('games for which the account has no stream left have the score of the last period that has ended', async () => {
  const service = await open({ plans: { live: { streams: 2 } } })
  await service.core.ingest(gameAfter(first, 30))
  await service.core.ingest(gameAfter(second, 1))
  const day = follow(await service.newKey('live'), service)
  const byPlay = () => [first, second].map((game) => day.score(game)?.by_play)
  await expect.poll(() => byPlay().filter((each) => each === true)).toHaveLength(1)
  const [streamed, other] = day.score(first)?.by_play === true ? [first, second] : [second, first]

  const afterPeriod = gameAfter(other, 50)
  await service.core.ingest(afterPeriod)
  const points = (side: 'home' | 'away') => afterPeriod.game.periods?.[side].reduce((sum, each) => sum + each, 0)
  await expect
    .poll(() => day.score(other))
    .toMatchObject({
      state: 'live',
      home_score: points('home'),
      away_score: points('away'),
      period: afterPeriod.game.periods?.home.length,
      clock: null,
      by_play: false,
    })
  expect(day.score(streamed)).toMatchObject({ by_play: true })
})

test('a lost connection is an update, and so is the new one, after which nothing is missing', async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const service = await serve(address, { games: [gameAfter(first, 30)], now: () => tipOff })
  const { port } = new URL(service.origin)
  const day = follow(await service.newKey('live'), service)
  await expect.poll(() => day.score(first)).toMatchObject({ state: 'live', by_play: true })
  const connections = () => day.updates.filter(({ type }) => type === 'connection')
  expect(connections()).toEqual([{ type: 'connection', connected: true }])

  // A client comes back after a random time, which doubles if it came too early to a process that stops.
  vi.spyOn(Math, 'random').mockReturnValue(0.05)
  onTestFinished(() => void vi.restoreAllMocks())
  await service.close()
  await expect.poll(() => connections().at(-1)).toEqual({ type: 'connection', connected: false })
  const again = await serve(address, { now: () => tipOff, port: Number(port) })
  onTestFinished(() => again.close())
  await again.core.ingest(gameAfter(first, 300))
  await expect.poll(() => day.score(first)).toMatchObject({ state: 'final' })
  await expect.poll(() => connections().at(-1)).toEqual({ type: 'connection', connected: true })
})

test('a stream of a game that fails before it begins is opened again, and the others go on', async () => {
  const service = await open()
  const running = gameAfter(first, 30)
  await service.core.ingest(running)
  // The host of a process that is being restarted: nothing listens, then its proxy answers.
  const failures = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response('Bad Gateway', { status: 502 })),
  ]
  const failing: typeof fetch = (...request) => {
    const { pathname } = new URL(new Request(...request).url)
    const fail = /\/games\/\w+\/stream$/.test(pathname) ? failures.shift() : undefined
    return fail?.() ?? fetch(...request)
  }
  const day = follow(await service.newKey('live'), service, failing)
  const { home_score, away_score } = running.events?.at(-1) ?? {}
  await expect.poll(() => day.score(first)).toMatchObject({ home_score, away_score, by_play: true })
  expect(failures).toHaveLength(0)
  await service.core.ingest(gameAfter(second, 30))
  await expect.poll(() => day.score(second)).toMatchObject({ state: 'live', by_play: true })
})

test('what the service refuses ends the loop, and so does the signal, with its reason', async () => {
  const service = await open()
  const refused = follow(await service.newKey('free'), service)
  expect(await refused.ended).toMatchObject({ code: 'upgrade_required' })
  const day = follow(await service.newKey('live'), service)
  await expect.poll(() => day.score(first)).toBeDefined()
  day.controller.abort(new Error('enough'))
  expect(await day.ended).toMatchObject({ message: 'enough' })
  await expect.poll(() => service.core.openStreams()).toBe(0)
})

test('the day of the games that are on is that of their venue, and that of UTC if there are none', async () => {
  const { scheduled } = first
  const inAmerica = { ...scheduled, game: { ...scheduled.game, date: '2026-11-20', tip_off: '2026-11-21T00:30:00Z' } }
  const inEurope = { ...second.scheduled, game: { ...second.scheduled.game, tip_off: '2026-11-21T19:00:00Z' } }
  const service = await open({ games: [inAmerica, inEurope] })
  const client = new BasketballData({ apiKey: await service.newKey('live'), baseUrl: `${service.origin}/v1` })
  const dayAt = (time: string) => currentGameDay(client, new Date(time))
  expect(await dayAt('2026-11-20T23:20:00Z')).toBe('2026-11-20') // none begins within the hour
  expect(await dayAt('2026-11-21T00:10:00Z')).toBe('2026-11-20')
  expect(await dayAt('2026-11-21T02:00:00Z')).toBe('2026-11-20')
  expect(await dayAt('2026-11-21T09:00:00Z')).toBe('2026-11-21') // it began too long ago
  const { game } = first.final
  await service.core.ingest({ ...first.final, game: { ...game, date: '2026-11-20', tip_off: '2026-11-21T00:30:00Z' } })
  expect(await dayAt('2026-11-21T02:00:00Z')).toBe('2026-11-21')
})

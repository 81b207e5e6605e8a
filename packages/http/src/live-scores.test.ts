import { BasketballData, liveScores, type LiveScoresOptions, type LiveUpdate } from '@basketball-data/client'
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

/** What a reader of the day, or of the night, sees: the latest score of each game by its home team, and every update. */
const follow = (apiKey: string, { origin }: Pick<Service, 'origin'>, which: LiveScoresOptions = { date: DAY }) => {
  const controller = new AbortController()
  const client = new BasketballData({ apiKey, baseUrl: `${origin}/v1` })
  const updates: LiveUpdate[] = []
  const read = async (): Promise<void> => {
    for await (const update of liveScores(client, { ...which, signal: controller.signal })) updates.push(update)
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
    .toMatchObject({ state: 'upcoming', home_score: null, away_score: null, period: null, clock: null })

  const running = gameAfter(first, 30)
  await service.core.ingest(running)
  const { home_score, away_score, period, clock } = running.events?.at(-1) ?? {}
  const score = { home_score, away_score, period, clock }
  await expect.poll(() => day.score(first)).toMatchObject(score)
  // One who comes later sees the same, without anything before it.
  const later = follow(await service.newKey('live'), service)
  await expect.poll(() => later.score(first)).toMatchObject(score)
  expect(later.updates.filter(({ type }) => type === 'score')).toHaveLength(1)

  await service.core.ingest(gameAfter(second, 30))
  await expect.poll(() => day.score(second)).toMatchObject({ period: 2 })
  expect(service.core.openStreams()).toBe(2)

  await service.core.ingest(gameAfter(first, 300))
  const { game } = first.final
  const final = { state: 'ended', home_score: game.home_score, away_score: game.away_score }
  await expect.poll(() => day.score(first)).toMatchObject(final)
  await service.core.ingest({ ...first.final, game: { ...game, away_score: 7 } })
  await expect.poll(() => day.score(first)).toMatchObject({ state: 'ended', away_score: 7 })
})

test('a lost connection is an update, and so is the new one, after which no score goes backwards', async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const service = await serve(address, { games: [gameAfter(first, 30)], now: () => tipOff })
  const { port } = new URL(service.origin)
  const day = follow(await service.newKey('live'), service)
  const connections = () => day.updates.filter(({ type }) => type === 'connection')
  await expect.poll(connections).toEqual([{ type: 'connection', connected: true }])

  // A client comes back after a random time, which doubles if it came too early to a process that stops.
  vi.spyOn(Math, 'random').mockReturnValue(0.05)
  onTestFinished(() => void vi.restoreAllMocks())
  await service.close()
  await expect.poll(() => connections().at(-1)).toEqual({ type: 'connection', connected: false })
  const again = await serve(address, { now: () => tipOff, port: Number(port) })
  onTestFinished(() => again.close())
  for (const minutes of [40, 50, 60]) await again.core.ingest(gameAfter(first, minutes))
  await again.core.ingest(gameAfter(first, 300))
  await expect.poll(() => day.score(first)).toMatchObject({ state: 'ended' })
  expect(connections().at(-1)).toEqual({ type: 'connection', connected: true })
  const totals = day.updates.flatMap((update) =>
    update.type === 'score' ? (update.home_score ?? 0) + (update.away_score ?? 0) : [],
  )
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
})

test('without a day, every game that is running is among them, and each that begins', async () => {
  const service = await open({ games: [] })
  const running = gameAfter(first, 30)
  await service.core.ingest({ ...running, game: { ...running.game, date: '2026-11-20' } })
  const night = follow(await service.newKey('live'), service, {})
  await expect.poll(() => night.score(first)).toMatchObject({ state: 'running' })
  const other = gameAfter(second, 30)
  await service.core.ingest({ ...other, game: { ...other.game, date: '2026-11-22' } })
  await expect.poll(() => night.score(second)).toMatchObject({ state: 'running', game: { date: '2026-11-22' } })
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

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BasketballData } from '@basketball-data/client'
import { gameAt, simulateFriendly, simulateToday } from '@basketball-data/feeds/simulator'
import { startServer } from '@basketball-data/http'
import { createTestService, type TestService } from '@basketball-data/http/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBoard, type Update } from './board.ts'
import { createScoreboard } from './server.ts'

const DAY = '2026-11-21'
const tipOff = new Date(`${DAY}T18:00:00Z`)
const [live, other] = simulateToday({ day: DAY })
const another = simulateFriendly({ day: DAY }, 1)
if (live === undefined || other === undefined) throw new RangeError('the day has too few games')

let service: TestService
beforeAll(async () => {
  service = await createTestService({ games: [live.scheduled] })
})
afterAll(() => service.close())

/** Writes the live game as it is after some minutes. */
const playUntil = async (minutes: number) => {
  const now = new Date(tipOff.getTime() + minutes * 60_000)
  await service.core.ingest(gameAt(live, now, { tipOff, speed: 1 }))
}

const openTestBoard = async () => {
  const controller = new AbortController()
  const { baseUrl, fetch } = service
  const board = openBoard(
    new BasketballData({ apiKey: await service.newKey(), baseUrl, fetch }),
    DAY,
    controller.signal,
  )
  const ended = board.ended.catch(() => {})
  onTestFinished(async () => {
    controller.abort()
    await ended
  })
  return board
}

/** The messages of a response, as a browser reads them. */
async function* readUpdates({ body }: Response): AsyncGenerator<unknown, void> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const messages = (text + chunk).split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) yield JSON.parse(message.replace(/^data: /, ''))
  }
}

test('the board follows a game from its tip-off to its end, and games that are added', async () => {
  const board = await openTestBoard()
  await expect.poll(() => board.entries()).toMatchObject([{ state: 'scheduled', home_score: null, period: null }])
  const id = board.entries()[0]?.id ?? ''

  await playUntil(30)
  await expect.poll(() => board.entries()).toMatchObject([{ id, state: 'live' }])
  const { events } = (await service.core.caller().games.playByPlay({ id })).data
  await expect.poll(() => board.plays(id)).toEqual(events)
  const latest = events.at(-1)
  const score = { home_score: latest?.home_score, away_score: latest?.away_score }
  expect(board.entries()).toMatchObject([{ ...score, period: latest?.period, clock: latest?.clock }])

  await service.core.ingest(other.scheduled)
  await expect.poll(() => board.entries()).toHaveLength(2)

  await playUntil(300)
  await expect
    .poll(() => board.entries().find((entry) => entry.id === id))
    .toMatchObject({ state: 'final', home_score: live.final.game.home_score, away_score: live.final.game.away_score })
})

test('a page receives all games at first, the plays of the one that it shows, and then each update', async () => {
  const board = await openTestBoard()
  await expect.poll(() => board.entries().some(({ state }) => state === 'final')).toBe(true)
  const shown = board.entries().find(({ state }) => state === 'final')?.id ?? ''
  expect(await board.plays(shown)).toHaveLength(live.final.events?.length ?? 0)
  const server = createScoreboard(board).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  const page = await fetch(origin)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('<script src="/page.js" defer>')
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404)
  expect((await fetch(origin, { method: 'POST' })).status).toBe(405)

  const updates = readUpdates(await fetch(`${origin}/events?game=${shown}`))
  const plays = await board.plays(shown)
  const games = board.entries()
  expect((await updates.next()).value).toEqual({ type: 'all', date: DAY, connected: true, games, plays })

  await service.core.ingest(gameAt(other, new Date(tipOff.getTime() + 300 * 60_000), { tipOff, speed: 1 }))
  const received: unknown[] = []
  while (!JSON.stringify(received).includes('"final"')) received.push((await updates.next()).value)
  expect(received.at(-1)).toMatchObject({ type: 'game', game: { home: other.final.home.team.name, state: 'final' } })
})

test('a page that shows a running game receives its plays as they happen, and those that are taken back', async () => {
  const running = (minutes: number) =>
    gameAt(another, new Date(tipOff.getTime() + minutes * 60_000), { tipOff, speed: 1 })
  await service.core.ingest(running(20))
  const board = await openTestBoard()
  const findId = () => board.entries().find(({ home }) => home === another.final.home.team.name)?.id ?? ''
  await expect.poll(async () => board.plays(findId())).toHaveLength(running(20).events?.length ?? 0)
  const received: Update[] = []
  onTestFinished(board.subscribe((update) => received.push(update)))
  const events = running(21).events ?? []
  await service.core.ingest(running(21))
  await expect.poll(async () => board.plays(findId())).toHaveLength(events.length)
  await service.core.ingest({ ...running(21), events: events.slice(0, -1) })
  const removed = { type: 'removed', game: findId(), seq: events.length }
  await expect.poll(() => received).toContainEqual(removed)
})

const START = fileURLToPath(new URL('start.ts', import.meta.url))

/** What the program prints when it fails. */
const runAndReadFailure = async (env: Record<string, string>): Promise<unknown> => {
  const started = promisify(execFile)(process.execPath, [START, DAY], { env: { ...process.env, ...env } })
  return started.then(
    () => null,
    (error: unknown) => error,
  )
}

test('a wrong start fails with one line that says why', async () => {
  const API_KEY = await service.newKey()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const PORT = String(typeof address === 'object' ? address?.port : '')
  const running = await startServer({ core: service.core, host: '127.0.0.1', port: 0 })
  onTestFinished(() => running.close({ drainSeconds: 0 }))
  const BASE_URL = running.url
  const lines = [
    await runAndReadFailure({ API_KEY, BASE_URL, PORT }),
    await runAndReadFailure({ API_KEY: 'bd_wrong', BASE_URL }),
    await runAndReadFailure({ API_KEY: await service.newKey('free'), BASE_URL }),
    await runAndReadFailure({ API_KEY, BASE_URL: 'http://127.0.0.1:9/v1' }),
  ]
  expect(lines).toMatchObject([
    { code: 1, stdout: '', stderr: `Port ${PORT} is in use; set PORT to another one.\n` },
    { code: 1, stdout: '', stderr: `API_KEY is not, or no longer, a key of ${BASE_URL}.\n` },
    { code: 1, stdout: '', stderr: expect.stringMatching(/^.*plan.*\n$/) },
    { code: 1, stdout: '', stderr: expect.stringMatching(/^.*could not be reached.*\n$/) },
  ])
})

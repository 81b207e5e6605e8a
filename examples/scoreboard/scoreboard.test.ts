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
import { openBoard } from './board.ts'
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

const ingestOrThrow = async (bundle: Parameters<TestService['core']['ingest']>[0]) => {
  const result = await service.core.ingest(bundle)
  if (result.outcome === 'refused') throw new Error(result.reason)
  return result
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
  await expect.poll(() => board.entries()).toMatchObject([{ state: 'upcoming', home_score: null, period: null }])
  const id = board.entries()[0]?.id ?? ''

  await playUntil(30)
  await expect.poll(() => board.entries()).toMatchObject([{ id, state: 'running' }])
  const { events } = (await service.core.caller().games.playByPlay({ id })).data
  const latest = events.at(-1)
  const score = { home_score: latest?.home_score, away_score: latest?.away_score }
  await expect.poll(() => board.entries()).toMatchObject([{ ...score, period: latest?.period, clock: latest?.clock }])

  await service.core.ingest(other.scheduled)
  await expect.poll(() => board.entries()).toHaveLength(2)

  await playUntil(300)
  await expect
    .poll(() => board.entries().find((entry) => entry.id === id))
    .toMatchObject({ state: 'ended', home_score: live.final.game.home_score, away_score: live.final.game.away_score })
})

/** Opens the server of a board; returns its address. */
const openScoreboard = async (board: ReturnType<typeof openBoard>): Promise<string> => {
  const server = createScoreboard(board).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Reads updates up to one with some text; returns all of them. */
const readUpTo = async (updates: AsyncGenerator<unknown, void>, text: string): Promise<unknown[]> => {
  const received: unknown[] = []
  while (!JSON.stringify(received.at(-1) ?? '').includes(text)) received.push((await updates.next()).value)
  return received
}

test('a page receives all games at first, and then each update', async () => {
  const board = await openTestBoard()
  await expect.poll(() => board.isConnected()).toBe(true)
  const origin = await openScoreboard(board)
  const page = await fetch(origin)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('<script src="/page.js" defer>')
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404)
  expect((await fetch(origin, { method: 'POST' })).status).toBe(405)

  const updates = readUpdates(await fetch(`${origin}/events`))
  expect((await updates.next()).value).toEqual({ type: 'all', connected: true, games: board.entries() })
  await service.core.ingest(gameAt(other, new Date(tipOff.getTime() + 300 * 60_000), { tipOff, speed: 1 }))
  const received = await readUpTo(updates, '"ended"')
  expect(received.at(-1)).toMatchObject({ type: 'game', game: { home: other.final.home.team.name, state: 'ended' } })
})

test('a page that shows a running game receives its plays as they happen, and those that are taken back', async () => {
  const running = (minutes: number) =>
    gameAt(another, new Date(tipOff.getTime() + minutes * 60_000), { tipOff, speed: 1 })
  const { game } = await ingestOrThrow(running(20))
  const board = await openTestBoard()
  const updates = readUpdates(await fetch(`${await openScoreboard(board)}/events?game=${game}`))
  const isPlay = (update: unknown) => JSON.stringify(update).startsWith('{"type":"play"')
  const before = await readUpTo(updates, `"seq":${running(20).events?.length},`)
  expect(before.filter(isPlay)).toHaveLength(running(20).events?.length ?? 0)
  const events = running(21).events ?? []
  await service.core.ingest(running(21))
  await readUpTo(updates, `"seq":${events.length},`)
  await service.core.ingest({ ...running(21), events: events.slice(0, -1) })
  expect((await readUpTo(updates, '"removed"')).at(-1)).toEqual({ type: 'removed', seq: events.length })
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
  const BASKETBALL_DATA_KEY = await service.newKey()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const PORT = String(typeof address === 'object' ? address?.port : '')
  const running = await startServer({ core: service.core, host: '127.0.0.1', port: 0 })
  onTestFinished(() => running.close({ drainSeconds: 0 }))
  const BASKETBALL_DATA_URL = running.url
  const lines = [
    await runAndReadFailure({ BASKETBALL_DATA_KEY, BASKETBALL_DATA_URL, PORT }),
    await runAndReadFailure({ BASKETBALL_DATA_KEY: 'bd_wrong', BASKETBALL_DATA_URL }),
    await runAndReadFailure({ BASKETBALL_DATA_KEY: await service.newKey('free'), BASKETBALL_DATA_URL }),
    await runAndReadFailure({ BASKETBALL_DATA_KEY, BASKETBALL_DATA_URL: 'http://127.0.0.1:9/v1' }),
  ]
  expect(lines).toMatchObject([
    { code: 1, stdout: '', stderr: `Port ${PORT} is in use; set PORT to another one.\n` },
    { code: 1, stdout: '', stderr: `BASKETBALL_DATA_KEY is not, or no longer, a key of ${BASKETBALL_DATA_URL}.\n` },
    { code: 1, stdout: '', stderr: expect.stringMatching(/^.*plan.*\n$/) },
    { code: 1, stdout: '', stderr: expect.stringMatching(/^.*could not be reached.*\n$/) },
  ])
})

import { once } from 'node:events'
import { BasketballData } from '@basketball-data/client'
import { gameAt, simulateToday } from '@basketball-data/feeds/simulator'
import { createTestService, type TestService } from '@basketball-data/http/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBoard } from './board.ts'
import { createScoreboard } from './server.ts'

const DAY = '2026-11-21'
const tipOff = new Date(`${DAY}T18:00:00Z`)
const [live, other] = simulateToday({ day: DAY })
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
async function* updatesOf({ body }: Response): AsyncGenerator<unknown, void> {
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
  await expect.poll(() => board.entries(), { timeout: 10_000 }).toMatchObject([{ id, state: 'live' }])
  const { events } = (await service.core.caller().games.playByPlay({ id })).data
  await expect.poll(() => board.plays(id)).toEqual(events.toReversed())
  const latest = events.at(-1)
  const score = { home_score: latest?.home_score, away_score: latest?.away_score }
  expect(board.entries()).toMatchObject([{ ...score, period: latest?.period, clock: latest?.clock }])

  await service.core.ingest(other.scheduled)
  await expect.poll(() => board.entries(), { timeout: 10_000 }).toHaveLength(2)

  await playUntil(300)
  await expect
    .poll(() => board.entries().find((entry) => entry.id === id), { timeout: 10_000 })
    .toMatchObject({ state: 'final', home_score: live.final.game.home_score, away_score: live.final.game.away_score })
})

test('a page receives all games at first, the plays of the one that it shows, and then each update', async () => {
  const board = await openTestBoard()
  await expect.poll(() => board.entries().some(({ state }) => state === 'final'), { timeout: 10_000 }).toBe(true)
  const shown = board.entries().find(({ state }) => state === 'final')?.id ?? ''
  await expect.poll(() => board.plays(shown).length, { timeout: 10_000 }).toBe(live.final.events?.length)
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

  const updates = updatesOf(await fetch(`${origin}/events?game=${shown}`))
  const plays = board.plays(shown)
  expect((await updates.next()).value).toEqual({ type: 'all', games: board.entries(), plays })

  const { final } = live
  await service.core.ingest({ ...final, events: final.events?.slice(0, -1) ?? null })
  const received = []
  while (received.length < 3) received.push((await updates.next()).value)
  expect(received).toContainEqual({ type: 'removed', game: shown, seq: plays.length })
})

import { createServer } from 'node:http'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { hasChromium, launchChromium } from 'testbed/chromium'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { GAMES, NOW } from './testing/league.ts'
import { sharedService, UNLIMITED, WEBHOOKS } from './testing/services.ts'

const PLANS = { ...UNLIMITED, live: { per_minute: 60, per_day: null } }

/** A page of another origin than the service; the global `client` is the package. */
const openPage = async () => {
  const input = fileURLToPath(new URL('../../client/src/index.ts', import.meta.url))
  const { output } = await (await rolldown({ input, platform: 'browser' })).generate({ format: 'iife', name: 'client' })
  const html = `<!doctype html><title>A page</title><script>${output[0].code}</script>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const { browser, close } = await launchChromium()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  const closeAll = async () => {
    await close()
    server.close()
  }
  return { page, close: closeAll }
}

describe.skipIf(!hasChromium)('the client on a page of another origin (skipped if Chromium is not installed)', () => {
  const service = sharedService('embedded', { games: GAMES, now: () => NOW, plans: PLANS, ...WEBHOOKS })
  let page: Awaited<ReturnType<typeof openPage>>['page']
  let close = async () => {}
  beforeAll(async () => {
    ;({ page, close } = await openPage())
  })
  afterAll(() => close())

  /** Runs a program on the page; `data` is a client with a new key. */
  const onPage = async (program: string): Promise<unknown> => {
    const options = JSON.stringify({ apiKey: await service().newKey('live'), baseUrl: `${service().origin}/v1` })
    return page.evaluate(`(async () => {
      const data = new client.BasketballData({ ...${options}, cache: client.memoryCache() })
      ${program}
    })()`)
  }

  test('reads lists and records with a key, which requires a preflight', async () => {
    const program = `
      const read = []
      for await (const game of data.games.list({ per_page: 3 })) read.push(game.id)
      const first = await data.games.get(read[0])
      return [read.length, first.id === read[0], location.origin]`
    expect(await onPage(program)).toEqual([GAMES.length, true, new URL(page.url()).origin])
    expect(new URL(page.url()).origin).not.toBe(service().origin)
  })

  test('reads the rate limits, and revalidates cached responses', async () => {
    const program = `
      const [{ id }] = await data.games.list().all({ limit: 1 })
      await data.games.get(id)
      const { data: game, response } = await data.games.get(id).withResponse()
      return [response.status, game.id === id, response.rateLimits.minute, response.requestId]`
    expect(await onPage(program)).toEqual([
      304,
      true,
      expect.objectContaining({ quota: 60, window: 60, remaining: expect.any(Number) }),
      expect.stringMatching(/^[\w-]{36}$/),
    ])
  })

  test('gets errors with their code and request id', async () => {
    const program = `
      const error = await data.stats.leaders({ competition: 'cp_00000000' }).catch((error) => error)
      return [error instanceof client.UpgradeRequiredError, error.code, error.plan, typeof error.requestId]`
    expect(await onPage(program)).toEqual([true, 'upgrade_required', 'complete', 'string'])
  })

  test('creates and removes webhooks', async () => {
    const program = `
      const created = await data.webhooks.create({ url: 'http://127.0.0.1:9/' })
      const removed = await data.webhooks.remove(created.id)
      return [typeof created.secret, removed.id === created.id, await data.webhooks.list().all()]`
    expect(await onPage(program)).toEqual(['string', true, []])
  })
})

import { createCore, type Core } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ingestOrThrow, finalGame } from '../../../http/src/testing/databases.js'
import { GAMES, NOW } from '../../../http/src/testing/league.js'
import { textContent } from '../../../http/src/testing/response.js'
import { UNLIMITED } from '../../../http/src/testing/services.js'
import { createPages } from '../index.ts'
import { openSampleIds } from './sample-ids.ts'

const BASE = 'https://hoops.example/v1'

let core: Core
let html = ''
beforeAll(async () => {
  core = await createCore({ database: 'memory://', plans: UNLIMITED, now: () => NOW, service: { base: BASE } })
  for (const bundle of GAMES) await ingestOrThrow(core, bundle)
  html = await (await createApp(core, { pages: createPages() }).request('/docs')).text()
  return () => core.close()
})

/** The GET requests of the reference: those of the curl commands, without streams and webhooks. */
const listRequests = (): string[] =>
  html.split('<article').flatMap((article) => {
    const [command = ''] = /curl [^]*?[^\\](?=\n)/.exec(textContent(article)) ?? []
    if (/ -[NX] /.test(command)) return []
    const [, url = ''] = /(https:\S+)/.exec(command) ?? []
    const query = Array.from(command.matchAll(/-d (\S+)/g), ([, pair = '']) => pair)
    return url === '' || url.includes('/webhooks') ? [] : [`${url}${query.length > 0 ? '?' : ''}${query.join('&')}`]
  })

test('every example request of the reference is about records that this service has', async () => {
  const { id } = await core.accounts.create({ email: 'holder@example.org', plan: 'complete' })
  const { key } = await core.keys.create(id)
  const app = createApp(core)
  const requests = listRequests()
  expect(requests.length).toBeGreaterThan(40)
  const statuses = await Promise.all(
    requests.map(async (url) => [url, (await app.request(url, { headers: { 'x-api-key': key } })).status]),
  )
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
})

test('the forms name the same records, and the example responses stay as they were recorded', () => {
  const game = /for example (gm_\w{8})/.exec(html)?.[1] ?? ''
  expect(html).toContain(`${BASE}/games/${game}`)
  expect(html).not.toContain('for example gm_60cjtvvv')
  expect(textContent(html)).toContain('"id": "gm_60cjtvvv"')
})

test('the records are looked up again after a minute while there are none, and then each hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const empty = await createCore({ database: 'memory://' })
  onTestFinished(() => empty.close())
  const sampleIds = openSampleIds(empty)
  const localize = async () => (await sampleIds())('gm_60cjtvvv tm_7da4b7v5 tm_h0jp7ppj wh_0f3a9c5d7e1b2468')
  vi.setSystemTime(60_000)
  expect(await localize()).toBe('gm_60cjtvvv tm_7da4b7v5 tm_h0jp7ppj wh_0f3a9c5d7e1b2468')
  await ingestOrThrow(empty, finalGame([80, 77]))
  expect(await localize()).toContain('gm_60cjtvvv')
  vi.setSystemTime(120_000)
  await expect.poll(localize).not.toContain('gm_60cjtvvv')
  const [, home, away, webhook] = (await localize()).split(' ')
  expect(home).not.toBe(away)
  expect(webhook).toBe('wh_0f3a9c5d7e1b2468')
})

test('a database that cannot be read leaves the recorded identifiers', async () => {
  const closed = await createCore({ database: 'memory://' })
  await closed.close()
  expect((await openSampleIds(closed)())('gm_60cjtvvv')).toBe('gm_60cjtvvv')
})

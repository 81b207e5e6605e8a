import { expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from './app.ts'
import { sharedService, UNLIMITED } from './testing/services.ts'

/** The client is not a dependency of this package, so its source is imported by URL. */
const source = new URL('../../client/src/index.ts', import.meta.url).href

const service = sharedService('embedded', { plans: { ...UNLIMITED, free: { per_minute: 2, per_day: null } } })
const Entry = z.object({ status: z.number(), retryIn: z.number().nullable() })

test('Retry-After of the limit per minute is at most 61 seconds, and the client waits for that long', async () => {
  const { BasketballData } = await import(/* @vite-ignore */ source)
  const app = createApp(service().core)
  const retryAfter: number[] = []
  const fetch = async (address: string, init: RequestInit) => {
    const response = await app.fetch(new Request(address, init))
    if (response.status === 429) retryAfter.push(Number(response.headers.get('retry-after')))
    return response
  }
  const waits: number[] = []
  const limited = new AbortController()
  const logger = (entry: unknown) => {
    const { status, retryIn } = Entry.parse(entry)
    if (status !== 429) return
    waits.push(retryIn ?? NaN)
    limited.abort()
  }
  const started = performance.now()
  const apiKey = await service().newKey('free')
  const client = new BasketballData({ apiKey, baseUrl: 'http://127.0.0.1/v1', fetch, logger, signal: limited.signal })
  for (let call = 0; call < 3; call++) await client.games.list().catch(() => {})
  const [seconds = NaN] = retryAfter
  expect(seconds).toBeGreaterThanOrEqual(59 - (performance.now() - started) / 1000)
  expect(seconds).toBeLessThanOrEqual(61)
  expect(waits).toEqual([expect.any(Number)])
  expect(waits[0]).toBeGreaterThanOrEqual(seconds * 1000)
})

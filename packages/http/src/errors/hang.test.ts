import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { newDatabase } from '../testing/databases.ts'
import { openRelay, type Relay } from '../testing/relay.ts'
import { getBodyError } from '../testing/response.ts'
import { serve } from '../testing/services.ts'

const Counted = z.object({ data: z.object({ calls_today: z.int() }) })

const PATHS = ['/v1/games', '/v1/teams', '/v1/usage', '/v1/competitions'] as const
const CALLS = 60
const CALL_DEADLINE = 2500

/** A busy machine answers late; a call that hangs is not answered within minutes. */
const ANSWERED_WITHIN = CALL_DEADLINE * 10

/** Nothing is kept in memory, so that every call needs the database for its data too. */
const relayed = async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const relay = await openRelay(address)
  onTestFinished(relay.disconnect)
  const service = await serve(relay.address, { callDeadline: CALL_DEADLINE, cacheMegabytes: 0 })
  onTestFinished(service.close)
  const key = await service.newKey('live')
  const call = (number = 0) => service.request(PATHS[number % PATHS.length] ?? '/v1', { key })
  // Many calls at once open all the connections.
  const first = await Promise.all(Array.from({ length: CALLS }, (_, number) => call(number)))
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
  const readyz = async () => (await fetch(`${service.origin}/readyz`)).status
  return { ...service, relay, key, call, readyz }
}

const HANGS: { what: string; start: (relay: Relay) => void }[] = [
  { what: 'a database that hangs', start: (relay) => relay.freeze() },
  { what: 'a network that delays every packet by 5 s', start: (relay) => relay.delay(5000) },
]

test.each(HANGS)('$what: every call is answered with 503, and with 200 after it', async ({ start }) => {
  const { relay, call, readyz, origin } = await relayed()
  start(relay)
  const calls: Promise<{ took: number; response: Awaited<ReturnType<typeof call>> }>[] = []
  for (let number = 0; number < CALLS; number++) {
    const since = performance.now()
    calls.push(call(number).then((response) => ({ took: performance.now() - since, response })))
    await setTimeout(25)
  }
  expect(await readyz()).toBe(503)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  for (const { took, response } of await Promise.all(calls)) {
    expect([response.status, getBodyError(response).code]).toEqual([503, 'server_error'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(took).toBeLessThan(ANSWERED_WITHIN)
  }

  await relay.reconnect()
  await expect.poll(async () => (await call()).status).toBe(200)
  expect(await readyz()).toBe(200)
})

test('a failover without a word leaves dead connections, which are replaced', async () => {
  const { relay, call, readyz } = await relayed()
  relay.stall()
  const during = await Promise.all(Array.from({ length: CALLS }, (_, number) => call(number)))
  for (const { status } of during) expect([200, 503]).toContain(status)
  await expect.poll(async () => (await call()).status).toBe(200)
  // None of the connections from before is used again.
  const after = await Promise.all(Array.from({ length: CALLS }, (_, number) => call(number)))
  expect(after.filter(({ status }) => status !== 200)).toEqual([])
  expect(await readyz()).toBe(200)
})

test('calls that failed because the database hung are not counted', async () => {
  const { relay, call, request, key } = await relayed()
  const callsToday = async () => Counted.safeParse((await request('/v1/usage', { key })).body).data?.data.calls_today
  const before = await callsToday()
  relay.freeze()
  const failed = await Promise.all(Array.from({ length: 10 }, (_, number) => call(number)))
  expect(failed.filter(({ status }) => status !== 503)).toEqual([])
  await relay.reconnect()
  await expect.poll(callsToday).toBe(before)
})

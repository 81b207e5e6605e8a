import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getBodyError, parseRateLimits } from '../testing/response.ts'
import { newDatabase, openCore } from '../testing/databases.ts'
import { openRelay } from '../testing/relay.ts'
import { serve } from '../testing/services.ts'

/** A service that is connected to its Postgres through a relay. */
const relayed = async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const relay = await openRelay(address)
  onTestFinished(relay.disconnect)
  const service = await serve(relay.address)
  onTestFinished(service.close)
  return { ...service, relay, key: await service.newKey('live') }
}

describe('while the database cannot be reached', () => {
  test('calls return 503 server_error with Retry-After immediately, and succeed when it is back', async () => {
    const { request, key, relay, origin } = await relayed()
    expect((await request('/v1/games', { key })).status).toBe(200)
    await relay.disconnect()
    for (const path of Array.from(
      { length: 12 },
      (_, call) => ['/v1/games', '/v1/usage', '/v1/teams'][call % 3] ?? '',
    )) {
      const response = await request(path, { key, headers: { 'x-request-id': 'my-call' } })
      expect(response.status).toBe(503)
      expect(getBodyError(response)).toMatchObject({
        code: 'server_error',
        message: expect.stringContaining('my-call'),
      })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(response.text).not.toMatch(/ECONN|127\.0\.0\.1:\d+\/test|postgres/)
    }
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect((await request('/v1')).status).toBe(200)
    expect((await request('/v1/games')).status).toBe(401)

    await relay.reconnect()
    while ((await request('/v1/games', { key })).status !== 200) await setTimeout(50)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect((await request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 2 } })
  })

  test('calls in progress when the connection is lost return 503', async () => {
    const { request, key, relay } = await relayed()
    await request('/v1/games', { key })
    const calls = Array.from({ length: 20 }, () => request('/v1/games', { key }))
    await relay.disconnect()
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await relay.reconnect()
  })

  test('a call that was counted before the outage is refunded', async () => {
    const { address, drop } = await newDatabase('Postgres')
    onTestFinished(drop)
    const admin = await openCore(address)
    const sql = async (statement: string): Promise<void> => void (await admin.store.db.execute(statement))
    const role = new URL(address).pathname.slice(1)
    await sql(`create role ${role} login password 'x'`)
    onTestFinished(() => sql(`drop owned by ${role}; drop role ${role}`))
    await sql(
      `grant all on schema drizzle to ${role}; grant all on all tables in schema public, drizzle to ${role}; grant all on all sequences in schema public to ${role}`,
    )
    const own = Object.assign(new URL(address), { username: role, password: 'x' })
    const { request, newKey, close } = await serve(own.href, { plans: { live: { per_minute: 100 } } })
    onTestFinished(close)
    const key = await newKey('live')
    expect((await request('/v1/games', { key })).status).toBe(200)

    // Ends all connections except the one that counts calls, and refuses new ones. What is in memory needs no other.
    await sql(`alter role ${role} connection limit 0`)
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity
               where usename = '${role}' and query !~ 'count_calls|refund_calls'`)
    const response = await request('/v1/seasons', { key })
    expect([response.status, getBodyError(response).code]).toEqual([503, 'server_error'])
    expect(parseRateLimits(response)).toHaveProperty('minute')
    expect((await request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 1 } })
    await sql(`alter role ${role} connection limit -1`)
    expect((await request('/v1/games', { key })).status).toBe(200)
  })
})

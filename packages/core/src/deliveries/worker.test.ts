import type { DeliveryAttempt } from './deliver.ts'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { WebhookEvent } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute, selectRows } from '../store/index.ts'
import { anyDatabase, databases, sampleId, sharedCore, writeGames } from '../testing/index.ts'
import { recordAttempts } from './attempt-queries.ts'
import { claimDeliveries, renewLeases, type Claim } from './claim-queries.ts'
import type { Email } from '../mail/mailer.ts'
import { insertEmail } from '../mail/queries.ts'
import { startReceiver } from './testing/recording-receiver.ts'
import { LOCAL_WEBHOOKS, startTestWorker, createSubscriber } from './testing/subscribers.ts'

/** Waits until an assertion holds. */
const eventually = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 240_000, interval: 20 })

const selectAttempts = (core: Core) =>
  execute(
    core.store.db,
    sql`select webhook_id, number, status, error from delivery_attempts order by webhook_id, at, number`,
  )

/** Writes final games, one after the other. */
const writeFinals = (core: Core, count: number, from = 0) =>
  writeGames(core, ...Array.from({ length: count }, (_, n) => ({ id: `game ${from + n}` })))

describe.each(anyDatabase)('attempts and failures on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  test('an outage is reported once by each part of a worker, and the next one again', async () => {
    const { db } = core().store
    const errors: string[] = []
    const sent: string[] = []
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/') })
    await startTestWorker(core(), {
      pollInterval: 20,
      sendEmail: async ({ subject }) => void sent.push(subject),
      onError: (error) => errors.push(error instanceof Error ? error.message : String(error)),
    })
    for (const outage of [1, 2]) {
      await execute(db, sql`alter table deliveries rename to lost_deliveries`)
      await execute(db, sql`alter table emails rename to lost_emails`)
      await eventually(async () => expect(errors).toHaveLength(2 * outage))
      await sleep(200)
      expect(errors).toHaveLength(2 * outage)
      await execute(db, sql`alter table lost_deliveries rename to deliveries`)
      await execute(db, sql`alter table lost_emails rename to emails`)
      // The outage is over when each part has worked again.
      await writeFinals(core(), 1, outage)
      await insertEmail(db, { recipient: 'one@example.org', subject: `after ${outage}`, body: '' })
      await receiver.until(outage)
      await expect.poll(() => sent).toHaveLength(outage)
      await sleep(200)
    }
  })

  test('5xx, 408, 429 and a closed connection are retried with the same body until the delivery succeeds', async () => {
    const statuses = [500, 503, 408, 429, undefined, 204]
    const receiver = await startReceiver((_, response) => {
      const status = statuses[receiver.received.length - 1]
      if (status !== undefined) return status
      response.destroy()
    })
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 1)
    await startTestWorker(core())
    await eventually(async () => expect((await get(id)).last_24_hours).toEqual({ delivered: 1, failed: 0, waiting: 0 }))
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1)
    expect((await selectAttempts(core())).map(({ number, status, error }) => [number, status, error])).toEqual([
      [1, 500, null],
      [2, 503, null],
      [3, 408, null],
      [4, 429, null],
      [5, null, 'connection'],
      [6, 204, null],
    ])
    expect(await get(id)).toMatchObject({ last_status: 204, last_delivery_at: expect.any(String) })
  })

  test('any other 4xx and a redirect are not retried, a 500 is attempted 8 times', async () => {
    const receiver = await startReceiver(({ path }, response) => {
      if (path === '/302') response.setHeader('location', '/elsewhere')
      return Number(path.slice(1))
    })
    const { subscribe, get } = await createSubscriber(core())
    const attempts: Record<string, number> = { 404: 1, 410: 1, 302: 1, 500: 8 }
    const hooks = await Promise.all(
      Object.keys(attempts).map((status) => subscribe({ url: receiver.url(`/${status}`) })),
    )
    await writeFinals(core(), 1)
    await startTestWorker(core())
    for (const { id, url } of hooks) {
      const status = url.slice(url.lastIndexOf('/') + 1)
      await eventually(async () =>
        expect((await get(id)).last_24_hours).toEqual({ delivered: 0, failed: 1, waiting: 0 }),
      )
      expect(receiver.received.filter(({ path }) => path === `/${status}`)).toHaveLength(attempts[status] ?? 0)
      expect((await get(id)).last_status).toBe(Number(status))
    }
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  test.each([1, 99])(
    'a secret that cannot be decrypted (%i bytes) fails every attempt of its webhook, and no other webhook',
    async (length) => {
      const receiver = await startReceiver()
      const { subscribe, get } = await createSubscriber(core())
      const broken = await subscribe({ url: receiver.url('/broken') })
      await subscribe({ url: receiver.url('/') })
      await execute(
        core().store.db,
        sql`update webhooks set secret = decode(${'00'.repeat(length)}, 'hex') where id = ${broken.id}`,
      )
      const logged: DeliveryAttempt[] = []
      await startTestWorker(core(), { onAttempt: (attempt) => logged.push(attempt) })
      await writeFinals(core(), 1)
      await eventually(async () =>
        expect((await get(broken.id)).last_24_hours).toEqual({ delivered: 0, failed: 1, waiting: 0 }),
      )
      const attempts = (await selectAttempts(core())).filter(({ webhook_id }) => webhook_id === broken.id)
      expect(attempts.map(({ number, status, error }) => [number, status, error])).toEqual(
        Array.from({ length: 8 }, (_, n) => [n + 1, null, 'secret']),
      )
      expect(logged.filter(({ error }) => error === 'secret')).toContainEqual(
        expect.objectContaining({ webhook: broken.id, delivery: expect.stringMatching(/^evt_/), number: 8 }),
      )
      expect(receiver.received.map(({ path }) => path)).toEqual(['/'])
    },
  )

  test('20 consecutive failures disable a webhook and cancel its waiting deliveries; e-mails are sent after 10 and 20', async () => {
    const emails: Email[] = []
    const receiver = await startReceiver(() => 404)
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/secret/path') })
    const options = { sendEmail: async (email: Email) => void emails.push(email), concurrencyPerWebhook: 1 }
    const first = await startTestWorker(core(), options)
    await writeFinals(core(), 19)
    await eventually(async () => expect((await get(id)).last_24_hours.failed).toBe(19))
    expect((await get(id)).status).toBe('active')
    await eventually(async () =>
      expect(emails.map(({ subject }) => subject)).toEqual([`Your webhook ${id} is failing`]),
    )
    await first.stop()
    await writeFinals(core(), 3, 19)
    expect((await get(id)).last_24_hours.waiting).toBe(3)
    await startTestWorker(core(), options)
    await eventually(async () => expect(await get(id)).toMatchObject({ status: 'disabled' }))
    await eventually(async () => expect(emails).toHaveLength(2))
    expect(emails[1]).toMatchObject({ recipient: 'one@example.org', subject: `Your webhook ${id} was disabled` })
    expect(JSON.stringify(emails)).not.toMatch(/secret/)
    expect((await get(id)).last_24_hours).toEqual({ delivered: 0, failed: 20, waiting: 0 })
    await writeFinals(core(), 1, 30)
    expect(await execute(core().store.db, sql`select 1 from deliveries where outcome is null`)).toEqual([])
    expect(receiver.received).toHaveLength(20)
  })

  test('attempts in flight when a webhook is disabled are still recorded', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(async () => {
      const index = receiver.received.length
      if (index > 19) await new Promise<void>((resolve) => open.push(resolve))
      return index === 20 ? 404 : index === 21 ? 200 : 500
    })
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await execute(core().store.db, sql`update webhooks set consecutive_failures = 19 where id = ${id}`)
    receiver.received.push(...Array.from({ length: 19 }, () => ({ path: '', headers: {}, body: '', at: 0 })))
    const worker = await startTestWorker(core())
    await writeFinals(core(), 3)
    await receiver.until(22)
    for (const [index, respond] of open.entries()) {
      respond()
      await eventually(async () => expect(await selectAttempts(core())).toHaveLength(index + 1))
    }
    await worker.stop()
    expect(await get(id)).toMatchObject({ status: 'disabled', last_24_hours: { delivered: 1, failed: 1, waiting: 0 } })
    const outcomes = await execute(core().store.db, sql`select outcome from deliveries order by outcome`)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['cancelled', 'delivered', 'failed'])
    expect((await selectAttempts(core())).map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([
      200, 404, 500,
    ])
  })

  test('deliveries of a disabled webhook are cancelled, not sent', async () => {
    const receiver = await startReceiver()
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 2)
    await execute(
      core().store.db,
      sql`update webhooks set status = 'disabled', consecutive_failures = 20 where id = ${id}`,
    )
    await startTestWorker(core())
    await eventually(async () => expect((await get(id)).last_24_hours.waiting).toBe(0))
    expect(receiver.received).toEqual([])
  })

  test('recording an attempt is repeated after an error of the database, and the delivery is not sent again', async () => {
    const rename = (from: string, to: string) =>
      execute(core().store.db, sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
    const { promise: renamed, resolve } = Promise.withResolvers<void>()
    const receiver = await startReceiver(async () => {
      await rename('delivery_attempts', 'away')
      resolve()
      return 200
    })
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    const errors: unknown[] = []
    await startTestWorker(core(), { onError: (error) => errors.push(error) })
    await writeFinals(core(), 1)
    await renamed
    await sleep(200)
    expect((await get(id)).last_24_hours).toMatchObject({ delivered: 0, waiting: 1 })
    await rename('away', 'delivery_attempts')
    await eventually(async () => expect((await get(id)).last_24_hours).toMatchObject({ delivered: 1, waiting: 0 }))
    expect(receiver.received).toHaveLength(1)
    expect(await selectAttempts(core())).toHaveLength(1)
    expect(errors.map(String)).toEqual(['Error: Attempts could not be recorded; this is repeated.'])
  })

  test('a successful delivery resets the consecutive failures, and test deliveries are not counted', async () => {
    const receiver = await startReceiver(() => (receiver.received.length === 1 ? 200 : 404))
    const { subscribe, get, api } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await execute(core().store.db, sql`update webhooks set consecutive_failures = 19 where id = ${id}`)
    await startTestWorker(core(), { concurrencyPerWebhook: 1 })
    await writeFinals(core(), 1)
    await eventually(async () => expect((await get(id)).last_24_hours.delivered).toBe(1))
    await writeFinals(core(), 19, 1)
    await eventually(async () => expect((await get(id)).last_24_hours.failed).toBe(19))
    for (let n = 0; n < 5; n++) await api.test({ id })
    expect(await get(id)).toMatchObject({ status: 'active', last_status: 404 })
  })
})

// A commit wakes a worker in this process on the embedded database, and by a notification on Postgres.
describe.each(databases)('new deliveries on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  /** Writes a scheduled game of a league, and returns the id of its competition. */
  const createLeague = async (league: string) => {
    await writeGames(core(), { id: `first of ${league}`, league, status: 'scheduled' })
    return sampleId('competition', league)
  }

  test('a final score is sent to every subscriber, signed, with the id of the event', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    const hooks = await Promise.all(['/a', '/b'].map((path) => subscribe({ url: receiver.url(path) })))
    await subscribe({ url: receiver.url('/other'), competitions: [await createLeague('CUP')] })
    await startTestWorker(core())
    await writeGames(core(), { id: 'g1', score: [81, 80] })
    await receiver.until(2)
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/a', '/b'])
    for (const { path, headers, body } of receiver.received) {
      const event = WebhookEvent.parse(JSON.parse(body))
      expect(event).toMatchObject({
        type: 'game.final',
        data: { game: { home_score: 81, away_score: 80, revision: 1 } },
      })
      expect(event.test).toBeUndefined()
      expect(headers).toMatchObject({ 'x-service-event': 'game.final', 'x-service-delivery': event.id })
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? []
      expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(10)
      const { secret = '' } = hooks.find(({ url }) => url.endsWith(path)) ?? {}
      expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    }
  })

  test('a commit wakes the worker before its next poll', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/') })
    await startTestWorker(core(), { pollInterval: 3_600_000 })
    await writeFinals(core(), 3)
    await receiver.until(3)
    expect(receiver.received).toHaveLength(3)
  })

  test('a commit during a claim is not missed', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/') })
    await startTestWorker(core(), { pollInterval: 3_600_000 })
    await writeFinals(core(), 20)
    await receiver.until(20)
    expect(receiver.received).toHaveLength(20)
  })
})

describe.each(anyDatabase)('claims and leases on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  test('at most 4 deliveries are in flight per webhook, and a slow receiver delays no other', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(async ({ path }) => {
      if (path === '/slow') await new Promise<void>((resolve) => open.push(resolve))
      return 200
    })
    const { subscribe, get } = await createSubscriber(core())
    const slow = await subscribe({ url: receiver.url('/slow') })
    const quick = await subscribe({ url: receiver.url('/quick') })
    await startTestWorker(core(), { concurrency: 5 })
    await startTestWorker(core(), { concurrency: 5 })
    await writeFinals(core(), 12)
    await eventually(async () => expect((await get(quick.id)).last_24_hours.delivered).toBe(12))
    expect(open).toHaveLength(4)
    expect((await get(slow.id)).last_24_hours).toEqual({ delivered: 0, failed: 0, waiting: 12 })
    for (let released = 0; released < 12; released++) {
      await expect.poll(() => open.length).toBeGreaterThan(0)
      open.shift()?.()
    }
    await eventually(async () => expect((await get(slow.id)).last_24_hours.delivered).toBe(12))
  })

  test('the waiting deliveries of a webhook that is at its limit are claimed as its attempts end, without a scan', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/a') })
    await subscribe({ url: receiver.url('/b') })
    await writeFinals(core(), 12)
    await startTestWorker(core(), { pollInterval: 3_600_000 })
    await receiver.until(24)
    expect(receiver.received).toHaveLength(24)
  })

  test('a claim from some webhooks leaves the others alone', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    const [one] = await Promise.all(['/a', '/b', '/c'].map((path) => subscribe({ url: receiver.url(path) })))
    if (one === undefined) throw new RangeError('nothing was subscribed')
    await writeFinals(core(), 6)
    const options = { after: '', max: 10, maxInFlightPerWebhook: 4, lease: 60_000, heardAt: 'infinity', maxSilence: 0 }
    const { claimed } = await claimDeliveries(core().store, { ...options, only: [one.id, 'wh_0000000000000000'] })
    expect(claimed.map(({ webhook_id }) => webhook_id)).toEqual(Array(4).fill(one.id))
    const rest = await claimDeliveries(core().store, options)
    expect(rest.claimed.filter(({ webhook_id }) => webhook_id === one.id)).toEqual([])
    expect(rest.claimed).toHaveLength(8)
  })

  test('a claim reads as little of 10,000 waiting deliveries of a webhook as of ten', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    const { db } = core().store
    await writeGames(core(), { id: 'g1', status: 'scheduled' })
    const enqueue = async (from: number, to: number) => {
      await execute(
        db,
        sql`with event as (
              insert into webhook_events (id, type, game_id, body, created_at)
              select 'evt_' || n, 'game.final', (select id from games), '{}', now()
              from generate_series(${from}::integer, ${to}::integer) as n returning id
            )
            insert into deliveries (webhook_id, event_id) select ${id}, id from event`,
      )
      await execute(db, sql`analyze deliveries, webhook_events`)
    }
    /** The rows of deliveries that a claim of four reads. */
    const countClaimRows = (): Promise<number> =>
      core().store.transaction(async (tx) => {
        expect(await execute(tx, sql`select 1 from claim_deliveries('', null, 4, 4, interval '0')`)).toHaveLength(4)
        const [read] = await selectRows(
          tx,
          z.object({ rows: z.int() }),
          sql`select (seq_tup_read + idx_tup_fetch)::integer as rows
              from pg_stat_xact_user_tables where relname = 'deliveries'`,
        )
        return read?.rows ?? Number.NaN
      })
    await enqueue(1, 10)
    await countClaimRows()
    const few = await countClaimRows()
    await enqueue(11, 10_000)
    expect(await countClaimRows()).toBeLessThan(few + 100)
  })

  test('after its lease a delivery is claimed by another worker, and attempts of the first claim are ignored', async () => {
    const receiver = await startReceiver()
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 1)
    const claim = async (lease: number) => {
      const options = { after: '', max: 10, maxInFlightPerWebhook: 4, lease, heardAt: 'infinity', maxSilence: 0 }
      return (await claimDeliveries(core().store, options)).claimed
    }
    const [first] = await claim(0)
    if (first === undefined) throw new RangeError('nothing was claimed')
    expect(first).toMatchObject({ webhook_id: id, claim_number: 1, attempts: 0 })
    const [second] = await claim(3_600_000)
    expect(second).toMatchObject({ event_id: first.event_id, claim_number: 2 })
    expect(await claim(3_600_000)).toEqual([])

    await recordAttempts(core().store, [ended(first, 404)])
    expect((await get(id)).last_24_hours).toEqual({ delivered: 0, failed: 0, waiting: 1 })
    expect(await selectAttempts(core())).toEqual([])
    await recordAttempts(core().store, [ended({ ...first, claim_number: 2 }, 200)])
    expect(await get(id)).toMatchObject({ last_status: 200, last_24_hours: { delivered: 1, waiting: 0 } })
    await recordAttempts(core().store, [ended({ ...first, claim_number: 2 }, 404)])
    expect(await get(id)).toMatchObject({ last_status: 200, last_24_hours: { delivered: 1, failed: 0 } })
  })

  test('a renewed lease keeps its claim, unless the claim is superseded', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 1)
    const claim = async () => {
      const options = { after: '', max: 10, maxInFlightPerWebhook: 4, lease: 0, heardAt: 'infinity', maxSilence: 0 }
      return (await claimDeliveries(core().store, options)).claimed
    }
    const [first, second] = [await claim(), await claim()]
    expect([...first, ...second].map(({ claim_number }) => claim_number)).toEqual([1, 2])
    await renewLeases(core().store, first, 3_600_000)
    const third = await claim()
    expect(third.map(({ claim_number }) => claim_number)).toEqual([3])
    await renewLeases(core().store, [...first, ...third], 3_600_000)
    expect(await claim()).toEqual([])
    await recordAttempts(
      core().store,
      third.map((claimed) => ended(claimed, 200)),
    )
    await renewLeases(core().store, third, 3_600_000)
    expect(await claim()).toEqual([])
    expect(await execute(core().store.db, sql`select outcome, sending from deliveries`)).toEqual([
      { outcome: 'delivered', sending: false },
    ])
  })

  test('a claim that the database runs too late has no effect', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 1)
    const options = { after: '', max: 10, maxInFlightPerWebhook: 4, lease: 3_600_000 }
    const claim = (heardAt: string, maxSilence: number) =>
      claimDeliveries(core().store, { ...options, heardAt, maxSilence })
    const late = await claim('2026-01-01 00:00:00Z', 1000)
    expect(late).toEqual({ claimed: [], late: true, at: expect.any(String) })
    expect(await claim(late.at, 3_600_000)).toMatchObject({ late: false, claimed: [{ claim_number: 1 }] })
  })

  test('a receiver that takes five leases gets one attempt, and none is renewed afterwards', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(() => new Promise((resolve) => open.push(() => resolve(200))))
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 6)
    const lease = 600
    await startTestWorker(core(), { lease })
    await startTestWorker(core(), { lease })
    await receiver.until(4)
    await sleep(5 * lease)
    expect(receiver.received).toHaveLength(4)
    const claims = await execute(core().store.db, sql`select claim_number from deliveries where sending`)
    expect(claims.map(({ claim_number }) => claim_number)).toEqual([1, 1, 1, 1])
    for (let responses = 0; responses < 6; responses++) {
      await expect.poll(() => open.length).toBeGreaterThan(0)
      open.shift()?.()
    }
    await eventually(async () => expect((await get(id)).last_24_hours.delivered).toBe(6))
    expect(receiver.received).toHaveLength(6)
  })

  const ended = (claim: Claim, status: number) => ({
    claim,
    resent: false,
    attempt: { at: new Date(), duration: 1, status, error: null, retry_after: null },
    next: { outcome: status === 200 ? ('delivered' as const) : ('failed' as const), delay: null },
  })

  test('a worker that stops finishes the deliveries in flight and leaves the rest to others', async () => {
    const receiver = await startReceiver(async () => {
      await sleep(100)
      return 200
    })
    const { subscribe, get } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 9)
    const worker = await startTestWorker(core())
    await receiver.until(1)
    await worker.stop()
    const { delivered, waiting } = (await get(id)).last_24_hours
    expect([delivered, delivered + waiting]).toEqual([receiver.received.length, 9])
    expect(waiting).toBeGreaterThan(0)
    expect(await execute(core().store.db, sql`select 1 from deliveries where sending`)).toEqual([])
    await startTestWorker(core())
    await eventually(async () => expect((await get(id)).last_24_hours.delivered).toBe(9))
  })

  test('a removed webhook gets no further attempt, even if deliveries are in flight', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(() => new Promise((resolve) => open.push(() => resolve(200))))
    const { subscribe, api } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 6)
    const worker = await startTestWorker(core())
    await receiver.until(4)
    await api.remove({ id })
    for (const respond of open) respond()
    await worker.stop()
    expect(receiver.received).toHaveLength(4)
    expect(await execute(core().store.db, sql`select 1 from deliveries`)).toEqual([])
  })

  test('an event is deleted with its deliveries and attempts after 30 days, unless a delivery waits', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 2)
    const worker = await startTestWorker(core())
    await receiver.until(2)
    await worker.stop()
    await writeFinals(core(), 1, 2)
    await execute(core().store.db, sql`update webhook_events set created_at = created_at - interval '31 days'`)
    await execute(core().store.db, sql`update deliveries set due_at = now() + interval '1 hour' where outcome is null`)
    await startTestWorker(core())
    const remaining = () =>
      execute(core().store.db, sql`select outcome from webhook_events join deliveries on event_id = id`)
    await eventually(async () => expect(await remaining()).toEqual([{ outcome: null }]))
    expect(await selectAttempts(core())).toEqual([])
  })

  test('a worker gives no result to games that are still scheduled 30 days after their day', async () => {
    const { db } = core().store
    await writeGames(core(), { id: 'g1', status: 'scheduled' })
    await execute(db, sql`update games set date = date - 60`)
    await startTestWorker(core())
    await eventually(async () =>
      expect(await execute(db, sql`select status from games`)).toEqual([{ status: 'no_result' }]),
    )
  })
})

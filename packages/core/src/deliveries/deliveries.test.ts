import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createCore, type Core } from '../core.ts'
import { ATTEMPT_ERRORS, describeAttemptError } from './send.ts'
import { execute, selectRows, type Database } from '../store/index.ts'
import { anyDatabase, catchServiceError, sharedCore, testDatabase, openCore, writeGames } from '../testing/index.ts'
import { startProcess } from '../testing/process.ts'
import { claimDeliveries } from './claim-queries.ts'
import { pruneDeliveries } from './outbox-queries.ts'
import { selectDeliveries, type DeliveryFilter, type ListPosition } from './delivery-queries.ts'
import { startReceiver } from './testing/recording-receiver.ts'
import { createSubscriber, LOCAL_WEBHOOKS, startTestWorker } from './testing/subscribers.ts'

const eventually = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 240_000, interval: 20 })

/** Writes final games with a delivery each to every webhook. */
const writeFinals = (core: Core, count: number, from = 0) =>
  writeGames(core, ...Array.from({ length: count }, (_, n) => ({ id: `game ${from + n}` })))

const readFailures = async (core: Core): Promise<unknown> =>
  (await execute(core.store.db, sql`select consecutive_failures from webhooks`))[0]?.['consecutive_failures']

/** The identifier of the nth event that `insertDeliveries` inserts. */
const eventId = (n: number): string => `evt_${n.toString(16).padStart(16, '0')}`

/** Inserts ended deliveries, the nth of which ended n seconds ago, with an attempt each. */
const insertDeliveries = async (core: Core, webhook: string, count: number, outcomeSql: ReturnType<typeof sql>) => {
  await writeGames(core, { id: 'g1', status: 'scheduled' })
  const body = JSON.stringify({
    data: {
      game: {
        id: 'gm_00000000',
        date: '2026-11-20',
        home: { name: 'Home' },
        away: { name: 'Away' },
        home_score: 1,
        away_score: 0,
      },
    },
  })
  await execute(
    core.store.db,
    sql`with event as (
          insert into webhook_events (id, type, game_id, body, created_at)
          select 'evt_' || lpad(to_hex(n), 16, '0'), 'game.final', (select min(id) from games), ${body}, now()
          from generate_series(0, ${count - 1}::integer) as n returning id
        ), delivery as (
          insert into deliveries (webhook_id, event_id, attempts, outcome, ended_at)
          select ${webhook}, 'evt_' || lpad(to_hex(n), 16, '0'), 1, ${outcomeSql}, now() - make_interval(secs => n)
          from generate_series(0, ${count - 1}::integer) as n returning event_id
        )
        insert into delivery_attempts (webhook_id, event_id, number, at, duration, status)
        select ${webhook}, event_id, 1, now(), 1, 500 from delivery`,
  )
  await execute(core.store.db, sql`analyze deliveries, webhook_events, delivery_attempts`)
}

test.each(ATTEMPT_ERRORS)('the error %s of an attempt is described by a sentence', (error) => {
  expect(describeAttemptError(error)).toMatch(/^[A-Z].+\.$/)
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  /** A webhook whose receiver responds with `status()`, and the account with its only delivery. */
  const oneDelivery = async (status: () => number) => {
    const receiver = await startReceiver(status)
    const subscriber = await createSubscriber(core())
    const webhook = await subscriber.subscribe({ url: receiver.url('/') })
    await writeFinals(core(), 1)
    const only = async () => {
      const { deliveries } = await core().deliveries.list(subscriber.id)
      const [delivery] = deliveries
      if (delivery === undefined || deliveries.length > 1) throw new RangeError('there is not one delivery')
      return delivery
    }
    const { event } = await only()
    return {
      receiver,
      account: subscriber.id,
      webhook,
      event,
      only,
      resend: () => core().deliveries.resend(subscriber.id, webhook.id, event),
      get: () => core().deliveries.get(subscriber.id, webhook.id, event),
      counts: async () => (await subscriber.get(webhook.id)).last_24_hours,
      /** Waits until the delivery has so many attempts and none is in progress. */
      attempted: (count: number) =>
        eventually(async () => {
          const delivery = await only()
          expect([delivery.last_attempt?.number, delivery.resending]).toEqual([count, false])
        }),
    }
  }

  test('a delivery shows every attempt with its status or its error in words, and the body as sent', async () => {
    const statuses = [500, undefined, 204]
    const receiver = await startReceiver((_, response) => {
      const status = statuses[receiver.received.length - 1]
      if (status !== undefined) return status
      response.destroy()
    })
    const { id: account, subscribe } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeGames(core(), { id: 'g1', score: [81, 80] })
    await startTestWorker(core())
    await receiver.until(3)
    await eventually(async () =>
      expect((await core().deliveries.list(account)).deliveries).toMatchObject([{ state: 'delivered' }]),
    )
    const { deliveries, next } = await core().deliveries.list(account)
    expect(next).toBeNull()
    expect(deliveries).toEqual([
      {
        webhook: id,
        event: expect.stringMatching(/^evt_/),
        type: 'game.final',
        created_at: expect.any(Date),
        game: expect.objectContaining({ home_score: 81, away_score: 80, period: null, home: expect.any(String) }),
        test: false,
        state: 'delivered',
        resending: false,
        at: expect.any(Date),
        last_attempt: { number: 3, at: expect.any(Date), status: 204, duration: expect.any(Number), error: null },
      },
    ])
    const event = deliveries[0]?.event ?? ''
    const { attempts, body, ...rest } = await core().deliveries.get(account, id, event)
    expect(rest).toEqual({ ...deliveries[0], last_attempt: undefined })
    expect(attempts.map(({ number, status, error }) => [number, status, error])).toEqual([
      [1, 500, null],
      [2, null, describeAttemptError('connection')],
      [3, 204, null],
    ])
    expect(body).toBe(receiver.received[0]?.body)
  })

  test('deliveries are listed by state and webhook, the latest first, and only to their account', async () => {
    const receiver = await startReceiver(({ path }) => (path === '/bad' ? 404 : 200))
    const { id: account, subscribe } = await createSubscriber(core())
    const good = await subscribe({ url: receiver.url('/good') })
    const bad = await subscribe({ url: receiver.url('/bad') })
    const other = await createSubscriber(core(), 'two@example.org')
    const worker = await startTestWorker(core())
    for (let n = 0; n < 3; n++) {
      await writeFinals(core(), 1, n)
      await receiver.until(2 * n + 2)
    }
    const list = async (options = {}) =>
      (await core().deliveries.list(account, options)).deliveries.map(({ webhook, state }) => [webhook, state])
    await eventually(async () => expect(await list({ state: 'waiting' })).toEqual([]))
    await worker.stop()
    await writeFinals(core(), 1, 3)
    expect((await list()).slice(0, 2).map(([, state]) => state)).toEqual(['waiting', 'waiting'])
    expect(await list({ state: 'delivered' })).toEqual([0, 1, 2].map(() => [good.id, 'delivered']))
    expect(await list({ state: 'failed' })).toEqual([0, 1, 2].map(() => [bad.id, 'failed']))
    expect(await list({ state: 'waiting', webhook: bad.id })).toEqual([[bad.id, 'waiting']])
    expect(await list({ webhook: good.id })).toHaveLength(4)
    const ended = (await core().deliveries.list(account, { webhook: good.id, state: 'delivered' })).deliveries
    expect(ended.map(({ at }) => at)).toEqual(ended.map(({ at }) => at).toSorted((a, b) => Number(b) - Number(a)))
    expect(await core().deliveries.list(other.id)).toEqual({ deliveries: [], next: null })
    const wrong = { code: 'not_found', message: `There is no webhook ${good.id}.` }
    expect(await catchServiceError(core().deliveries.list(other.id, { webhook: good.id }))).toEqual(wrong)
  })

  test.each([undefined, 'failed'] as const)('pages of a list (state: %s) have each delivery once', async (state) => {
    const { id: account, subscribe } = await createSubscriber(core())
    const { id } = await subscribe({ url: 'http://127.0.0.1:1/' })
    await insertDeliveries(core(), id, 25, sql`case when n % 3 = 0 then 'delivered' else 'failed' end`)
    // Several ended in the same microsecond.
    await execute(
      core().store.db,
      sql`update deliveries set ended_at = (select max(ended_at) from deliveries) where event_id < ${eventId(12)}`,
    )
    const all = (await core().deliveries.list(account, { state })).deliveries
    const paged = []
    let next: string | null = null
    do {
      const page = await core().deliveries.list(account, { state, limit: 4, ...(next !== null && { before: next }) })
      paged.push(...page.deliveries)
      next = page.next
    } while (next !== null)
    expect(paged).toEqual(all)
    expect(new Set(all.map(({ event }) => event)).size).toBe(state === undefined ? 25 : 16)
  })

  test.each([
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { before: '' },
    { before: 'x' },
    { before: Buffer.from('["2026-01-01","a","b"]').toString('base64url') },
    { before: Buffer.from(JSON.stringify(['2026-01-01T00:00:00Z', "a' or ''='", '\0'])).toString('base64url') },
  ])('the list refuses %j', async (options) => {
    const { id: account } = await createSubscriber(core())
    expect(await catchServiceError(core().deliveries.list(account, options))).toMatchObject({ code: 'bad_request' })
  })

  test('a list reads as little of 10,000 deliveries as of a hundred', async () => {
    const { id: account, subscribe } = await createSubscriber(core())
    /** The rows that the connection has read so far. */
    const rowsRead = async (tx: Database): Promise<number> => {
      const [read] = await selectRows(
        tx,
        z.object({ rows: z.int() }),
        sql`select sum(seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables
            where relname in ('deliveries', 'webhook_events', 'delivery_attempts')`,
      )
      return read?.rows ?? Number.NaN
    }
    const countListRows = (webhook: string, filter?: DeliveryFilter): Promise<number> =>
      core().store.transaction(async (tx) => {
        const earlier = await rowsRead(tx)
        const before: ListPosition = [new Date(Date.now() - 40_000).toISOString(), 'evt_z', 'wh_z']
        const listed = await selectDeliveries(tx, account, { webhook, filter, before, limit: 20 })
        expect(listed).toHaveLength(filter === 'waiting' ? 0 : 20)
        return (await rowsRead(tx)) - earlier
      })
    const { id } = await subscribe({ url: 'http://127.0.0.1:1/' })
    await insertDeliveries(core(), id, 10_000, sql`case when n % 2 = 0 then 'delivered' else 'failed' end`)
    for (const filter of [undefined, 'delivered', 'failed', 'waiting'] as const)
      expect([filter, await countListRows(id, filter)]).toEqual([filter, expect.toSatisfy((rows) => rows < 150)])
  })

  test('a failed delivery is sent again with the same id and body and a new signature', async () => {
    let status = 404
    const { receiver, webhook, event, resend, attempted, only, counts } = await oneDelivery(() => status)
    await startTestWorker(core())
    await attempted(1)
    expect(await counts()).toEqual({ delivered: 0, failed: 1, waiting: 0 })
    status = 204
    await resend()
    await attempted(2)
    expect(await only()).toMatchObject({ state: 'delivered', last_attempt: { status: 204 } })
    expect(await counts()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['x-service-delivery']).toBe(event)
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(second?.headers['x-service-signature'])) ?? []
    expect(
      createHmac('sha256', webhook.secret ?? '')
        .update(`${t}.${second?.body}`)
        .digest('hex'),
    ).toBe(v1)
  })

  test.each([404, 500, 200])(
    'sending again with the response %i is one attempt and changes no count of failures',
    async (status) => {
      let current = 404
      const { receiver, account, webhook, resend, attempted, only } = await oneDelivery(() => current)
      await execute(core().store.db, sql`update webhooks set consecutive_failures = 8`)
      const emails: string[] = []
      await startTestWorker(core(), { sendEmail: async ({ subject }) => void emails.push(subject) })
      await attempted(1)
      expect(await readFailures(core())).toBe(9)
      const { at } = await only()
      current = status
      for (let n = 0; n < 15; n++) {
        await resend()
        await attempted(n + 2)
      }
      expect(receiver.received).toHaveLength(16)
      expect(await readFailures(core())).toBe(9)
      expect(emails).toEqual([])
      const [listed] = (await (await core().callerFor(account)).webhooks.list({})).data
      expect(listed).toMatchObject({ id: webhook.id, status: 'active', last_status: status })
      expect(await only()).toMatchObject(status === 200 ? { state: 'delivered' } : { state: 'failed', at })
    },
  )

  test('a delivered delivery that is sent again without success remains delivered', async () => {
    let status = 200
    const { resend, attempted, only, counts } = await oneDelivery(() => status)
    await startTestWorker(core())
    await attempted(1)
    const { at } = await only()
    status = 500
    await resend()
    await attempted(2)
    expect(await only()).toMatchObject({ state: 'delivered', at, last_attempt: { status: 500 } })
    expect(await counts()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
    expect(await readFailures(core())).toBe(0)
  })

  test('a waiting delivery is sent now, and its retries follow as if it had not been', async () => {
    const { receiver, resend, attempted, only, get, counts } = await oneDelivery(() => 500)
    const schedule = { delays: [3600, ...Array<number>(6).fill(0.01)], jitter: 0, maxRetryAfterFactor: 2 }
    await startTestWorker(core(), { schedule })
    await attempted(1)
    const waiting = await only()
    expect(waiting.state).toBe('waiting')
    await resend()
    await attempted(2)
    expect(await only()).toMatchObject({ state: 'waiting', at: waiting.at })
    expect(await counts()).toEqual({ delivered: 0, failed: 0, waiting: 1 })
    await execute(core().store.db, sql`update deliveries set due_at = now()`)
    await eventually(async () => expect((await only()).state).toBe('failed'))
    expect((await get()).attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(receiver.received).toHaveLength(9)
    expect(await readFailures(core())).toBe(1)
  })

  test('a waiting delivery that is sent now and accepted is delivered', async () => {
    let status = 500
    const { resend, attempted, only } = await oneDelivery(() => status)
    await startTestWorker(core(), { schedule: { delays: [3600], jitter: 0, maxRetryAfterFactor: 1 } })
    await attempted(1)
    status = 200
    await resend()
    await attempted(2)
    expect((await only()).state).toBe('delivered')
  })

  test('sending again twice at once is one attempt, and stands in the audit log once', async () => {
    const { account, event, webhook, receiver, resend, attempted } = await oneDelivery(() => 404)
    const worker = await startTestWorker(core())
    await attempted(1)
    await worker.stop()
    await Promise.all([resend(), core().deliveries.resend(account, webhook.id, event, { by: account }), resend()])
    await startTestWorker(core())
    await attempted(2)
    expect(receiver.received).toHaveLength(2)
    expect(
      await execute(core().store.db, sql`select detail from audit_log where action = 'delivery sent again'`),
    ).toEqual([{ detail: `${event} to webhook ${webhook.id}` }])
  })

  test('the audit log says who has sent a delivery again', async () => {
    const { account, event, webhook, attempted } = await oneDelivery(() => 404)
    const worker = await startTestWorker(core())
    await attempted(1)
    await worker.stop()
    await core().deliveries.resend(account, webhook.id, event, { by: account })
    expect(
      await execute(core().store.db, sql`select account_id, actor_id from audit_log where action like 'delivery%'`),
    ).toEqual([{ account_id: account, actor_id: account }])
  })

  test('a delivery in flight is refused', async () => {
    let respond = () => {}
    const { receiver, event, resend, attempted } = await oneDelivery(() => 0)
    receiver.received.length = 0
    const blocking = await startReceiver(() => new Promise((resolve) => (respond = () => resolve(404))))
    await execute(core().store.db, sql`update webhooks set url = ${blocking.url('/')}`)
    await startTestWorker(core())
    await blocking.until(1)
    const message = `Delivery ${event} is being sent; wait for the end of this attempt.`
    expect(await catchServiceError(resend())).toEqual({ code: 'bad_request', message })
    respond()
    await attempted(1)
    expect(await catchServiceError(resend())).toBeNull()
    await blocking.until(2)
    respond()
  })

  test('nothing is sent again to a disabled webhook', async () => {
    const { account, webhook, resend, attempted } = await oneDelivery(() => 404)
    await startTestWorker(core())
    await attempted(1)
    await execute(core().store.db, sql`update webhooks set status = 'disabled', consecutive_failures = 20`)
    const refused = {
      code: 'bad_request',
      message: `Webhook ${webhook.id} is disabled, so nothing is sent to it again; add a new one in its place.`,
    }
    expect(await catchServiceError(resend())).toEqual(refused)
    expect(await catchServiceError(core().deliveries.resendFailed(account, webhook.id, new Date(0)))).toEqual(refused)
  })

  test('a test delivery is not sent again', async () => {
    const { account, webhook, event } = await oneDelivery(() => 404)
    await (await core().callerFor(account)).webhooks.test({ id: webhook.id })
    const { deliveries } = await core().deliveries.list(account, { state: 'failed' })
    expect(deliveries).toMatchObject([{ test: true, last_attempt: { number: 1, status: 404 } }])
    const id = deliveries[0]?.event ?? ''
    expect(id).not.toBe(event)
    const message = `Delivery ${id} is a test, which is not sent again; send a new test.`
    expect(await catchServiceError(core().deliveries.resend(account, webhook.id, id))).toEqual({
      code: 'bad_request',
      message,
    })
    expect(await core().deliveries.resendFailed(account, webhook.id, new Date(0))).toBe(0)
  })

  test('deliveries of another account, and identifiers that are none, are not found', async () => {
    const { webhook, event } = await oneDelivery(() => 404)
    const { id: other, subscribe } = await createSubscriber(core(), 'two@example.org')
    const own = await subscribe({ url: 'http://127.0.0.1:1/' })
    const { deliveries } = core()
    for (const [hook, id] of [
      [webhook.id, event],
      [own.id, event],
      [webhook.id, 'evt_0'],
      ['wh_0', event],
      [`${webhook.id}\0`, event],
      [webhook.id, `${event}\0`],
    ] as const) {
      expect(await catchServiceError(deliveries.get(other, hook, id))).toMatchObject({ code: 'not_found' })
      expect(await catchServiceError(deliveries.resend(other, hook, id))).toMatchObject({ code: 'not_found' })
    }
    for (const hook of [webhook.id, 'wh_0', '\0'])
      expect(await catchServiceError(deliveries.resendFailed(other, hook, new Date(0)))).toMatchObject({
        code: 'not_found',
      })
    expect(await execute(core().store.db, sql`select 1 from deliveries where former_at is not null`)).toEqual([])
  })

  test('all deliveries that have failed since a moment are sent again, each once, four at a time', async () => {
    let [inFlight, max] = [0, 0]
    const receiver = await startReceiver(async () => {
      max = Math.max(max, ++inFlight)
      await new Promise((resolve) => setTimeout(resolve, 1))
      inFlight--
      return 500
    })
    const { id: account, subscribe } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await insertDeliveries(core(), id, 2300, sql`case when n % 2 = 0 then 'delivered' else 'failed' end`)
    const { rows } = await z
      .tuple([z.object({ rows: z.int() })])
      .transform(([row]) => row)
      .parseAsync(
        await execute(
          core().store.db,
          sql`select count(*)::integer as rows from deliveries where outcome = 'failed' and ended_at >= now() - interval '2200 s'`,
        ),
      )
    const worker = await startTestWorker(core())
    const since = new Date(Date.now() - 2200_000)
    const resent = await core().deliveries.resendFailed(account, id, since)
    expect(Math.abs(resent - rows)).toBeLessThan(60)
    expect(resent).toBeGreaterThan(1000)
    await receiver.until(resent)
    await eventually(async () =>
      expect((await core().deliveries.list(account, { state: 'waiting', limit: 1 })).deliveries).toEqual([]),
    )
    await worker.stop()
    expect(receiver.received).toHaveLength(resent)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(resent)
    expect(max).toBeLessThanOrEqual(4)
    expect(await readFailures(core())).toBe(0)
    expect(
      await execute(core().store.db, sql`select count(*)::integer as count from deliveries where outcome = 'failed'`),
    ).toEqual([{ count: 1150 }])
  })

  test.each([new Date(Number.NaN), new Date('2999-01-01T00:00:00Z'), new Date(8.64e15)])(
    'since %s is refused',
    async (since) => {
      const { account, webhook } = await oneDelivery(() => 404)
      expect(await catchServiceError(core().deliveries.resendFailed(account, webhook.id, since))).toMatchObject({
        code: 'bad_request',
        message: 'since must be a moment in the past.',
      })
    },
  )

  test('failed deliveries since the year −1 are those since ever', async () => {
    const { account, webhook, attempted } = await oneDelivery(() => 404)
    await startTestWorker(core())
    await attempted(1)
    expect(await core().deliveries.resendFailed(account, webhook.id, new Date(-8.64e15))).toBe(1)
  })

  test.each(['by the worker that disables it', 'before'])(
    'a webhook that is disabled %s leaves deliveries that were to be sent again as they were',
    async (when) => {
      const receiver = await startReceiver(() => 404)
      const { id: account, subscribe } = await createSubscriber(core())
      const { id } = await subscribe({ url: receiver.url('/') })
      await insertDeliveries(core(), id, 3, sql`case n when 0 then 'delivered' else 'failed' end`)
      await execute(
        core().store.db,
        sql`update deliveries set outcome = null, ended_at = null, due_at = now() + interval '1 h' where event_id = ${eventId(2)}`,
      )
      const ended = (await core().deliveries.list(account)).deliveries.filter(({ state }) => state !== 'waiting')
      for (const n of [0, 1, 2]) await core().deliveries.resend(account, id, eventId(n))
      expect((await core().deliveries.list(account, { state: 'waiting' })).deliveries).toHaveLength(3)
      if (when === 'before') {
        await execute(core().store.db, sql`update webhooks set status = 'disabled', consecutive_failures = 20`)
      } else {
        await writeFinals(core(), 1)
        await execute(core().store.db, sql`update webhooks set consecutive_failures = 19`)
        await execute(core().store.db, sql`update deliveries set due_at = due_at - interval '1 h' where attempts = 0`)
      }
      await startTestWorker(core(), { concurrencyPerWebhook: 1 })
      await eventually(async () =>
        expect((await core().deliveries.list(account, { state: 'waiting' })).deliveries).toEqual([]),
      )
      const { deliveries } = await core().deliveries.list(account)
      const getState = (n: number) => deliveries.find(({ event }) => event === eventId(n))?.state
      expect(deliveries.filter(({ event }) => [eventId(0), eventId(1)].includes(event))).toEqual(ended)
      expect(getState(2)).toBe('cancelled')
      expect(receiver.received).toHaveLength(when === 'before' ? 0 : 1)
    },
  )

  test('a claim of a delivery that is sent again says so, and the next one after a dead worker too', async () => {
    const { resend, attempted, webhook, event } = await oneDelivery(() => 404)
    const worker = await startTestWorker(core())
    await attempted(1)
    await worker.stop()
    await resend()
    const options = { after: '', max: 4, maxInFlightPerWebhook: 4, lease: 0, heardAt: 'infinity', maxSilence: 0 }
    for (const claim_number of [2, 3]) {
      const { claimed } = await claimDeliveries(core().store, options)
      expect(claimed).toMatchObject([
        { webhook_id: webhook.id, event_id: event, claim_number, attempts: 1, resends: 0, resent: true },
      ])
    }
  })

  test('deliveries are deleted after 30 days, or as many as the option says', async () => {
    const database = await testDatabase(kind)
    /** Prunes as workers do every hour, and returns how many deliveries are left. */
    const deliveriesAfter = async (options: { deliveryDays?: number }): Promise<number> => {
      const opened = await createCore({ database, ...LOCAL_WEBHOOKS, ...options })
      await pruneDeliveries(opened.store, opened.context().webhooks.deliveryDays, new AbortController().signal)
      const rows = await execute(opened.store.db, sql`select 1 from deliveries`)
      await opened.close()
      return rows.length
    }
    const first = await createCore({ database, ...LOCAL_WEBHOOKS })
    const { subscribe } = await createSubscriber(first)
    const { id } = await subscribe({ url: 'http://127.0.0.1:1/' })
    await insertDeliveries(first, id, 3, sql`'failed'`)
    const age = sql`make_interval(days => 8 + 23 * (id = ${eventId(0)})::integer)`
    await execute(first.store.db, sql`update webhook_events set created_at = created_at - ${age}`)
    await first.close()
    expect(await deliveriesAfter({})).toBe(2)
    expect(await deliveriesAfter({ deliveryDays: 9 })).toBe(2)
    expect(await deliveriesAfter({ deliveryDays: 7 })).toBe(0)
  })
})

test('a delivery that is sent again by a worker that dies is sent again by another, as the same attempt', async () => {
  const database = await testDatabase('Postgres')
  const core = await openCore(database, LOCAL_WEBHOOKS)
  let status: number | undefined = 404
  const receiver = await startReceiver(() => status)
  const { id: account, subscribe } = await createSubscriber(core)
  const { id } = await subscribe({ url: receiver.url('/') })
  await writeFinals(core, 1)
  const only = async () => (await core.deliveries.list(account)).deliveries[0]
  const first = startProcess('deliver', [database, '/dev/null'])
  await first.next()
  await eventually(async () => expect(await only()).toMatchObject({ state: 'failed' }))
  status = undefined
  await core.deliveries.resend(account, id, (await only())?.event ?? '')
  await receiver.until(2)
  await first.kill()
  status = 500
  await startTestWorker(core)
  await receiver.until(3)
  await eventually(async () => expect(await only()).toMatchObject({ state: 'failed', resending: false }))
  expect(await only()).toMatchObject({ last_attempt: { number: 2, status: 500 } })
  expect(receiver.received).toHaveLength(3)
  expect(await readFailures(core)).toBe(1)
})

import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { WebhookEvent } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { databases, idOf, sharedCore, writeGames } from '../testing/index.ts'
import { acknowledge } from './acknowledge-queries.ts'
import { claimDeliveries, type Claimed } from './claim-queries.ts'
import type { Email } from './emails.ts'
import { startReceiver } from './testing/recording-receiver.ts'
import { LOCAL, subscriber, work } from './testing/subscribers.ts'
import type { TryEntry } from './try-delivery.ts'

/** Waits for what becomes true soon. */
const soon = async (what: () => Promise<void>) =>
  expect
    .poll(
      () =>
        what().then(
          () => true,
          (error: Error) => error.message,
        ),
      { timeout: 10_000, interval: 20 },
    )
    .toBe(true)

const triesOf = (core: Core) =>
  execute(
    core.store.db,
    sql`select webhook_id, number, status, error from delivery_tries order by webhook_id, at, number`,
  )

/** Games that are final, one after the other. */
const finals = (core: Core, count: number, from = 0) =>
  writeGames(core, ...Array.from({ length: count }, (_, n) => ({ id: `game ${from + n}` })))

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL)

  test('a final score is sent to every webhook that hears it, signed, under the id of the event', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await subscriber(core())
    const hooks = await Promise.all(['/a', '/b'].map((path) => subscribe({ url: receiver.url(path) })))
    await subscribe({ url: receiver.url('/other'), competitions: [await leagueOf('CUP')] })
    await work(core())
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

  /** The competition of a league that has one game to come. */
  const leagueOf = async (league: string) => {
    await writeGames(core(), { id: `first of ${league}`, league, status: 'scheduled' })
    return idOf('competition', league)
  }

  test('5xx, 408, 429 and no answer are tried again with the same body, until it is delivered', async () => {
    const answers = [500, 503, 408, 429, undefined, 204]
    const receiver = await startReceiver((_, response) => {
      const status = answers[receiver.received.length - 1]
      if (status !== undefined) return status
      response.destroy()
    })
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await finals(core(), 1)
    await work(core())
    await soon(async () => expect((await look(id)).last_24_hours).toEqual({ delivered: 1, failed: 0, waiting: 0 }))
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1)
    expect((await triesOf(core())).map(({ number, status, error }) => [number, status, error])).toEqual([
      [1, 500, null],
      [2, 503, null],
      [3, 408, null],
      [4, 429, null],
      [5, null, 'connection'],
      [6, 204, null],
    ])
    expect(await look(id)).toMatchObject({ last_status: 204, last_delivery_at: expect.any(String) })
  })

  test('any other 4xx and a redirect end it at once, 8 tries otherwise', async () => {
    const receiver = await startReceiver(({ path }, response) => {
      if (path === '/302') response.setHeader('location', '/elsewhere')
      return Number(path.slice(1))
    })
    const { subscribe, look } = await subscriber(core())
    const tries: Record<string, number> = { 404: 1, 410: 1, 302: 1, 500: 8 }
    const hooks = await Promise.all(Object.keys(tries).map((status) => subscribe({ url: receiver.url(`/${status}`) })))
    await finals(core(), 1)
    await work(core())
    for (const { id, url } of hooks) {
      const status = url.slice(url.lastIndexOf('/') + 1)
      await soon(async () => expect((await look(id)).last_24_hours).toEqual({ delivered: 0, failed: 1, waiting: 0 }))
      expect(receiver.received.filter(({ path }) => path === `/${status}`)).toHaveLength(tries[status] ?? 0)
      expect((await look(id)).last_status).toBe(Number(status))
    }
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  test.each([1, 99])(
    'a secret that cannot be decrypted (%i bytes) is a try that failed, and ends like any other; other webhooks get theirs',
    async (length) => {
      const receiver = await startReceiver()
      const { subscribe, look } = await subscriber(core())
      const broken = await subscribe({ url: receiver.url('/broken') })
      await subscribe({ url: receiver.url('/') })
      await execute(
        core().store.db,
        sql`update webhooks set secret = decode(${'00'.repeat(length)}, 'hex') where id = ${broken.id}`,
      )
      const told: TryEntry[] = []
      await work(core(), { onTry: (entry) => told.push(entry) })
      await finals(core(), 1)
      await soon(async () =>
        expect((await look(broken.id)).last_24_hours).toEqual({ delivered: 0, failed: 1, waiting: 0 }),
      )
      const tries = (await triesOf(core())).filter(({ webhook_id }) => webhook_id === broken.id)
      expect(tries.map(({ number, status, error }) => [number, status, error])).toEqual(
        Array.from({ length: 8 }, (_, n) => [n + 1, null, 'secret']),
      )
      expect(told.filter(({ error }) => error === 'secret')).toContainEqual(
        expect.objectContaining({ webhook: broken.id, delivery: expect.stringMatching(/^evt_/), number: 8 }),
      )
      expect(receiver.received.map(({ path }) => path)).toEqual(['/'])
    },
  )

  test('20 failed deliveries in a row disable a webhook: what waits is cancelled, e-mails go out at 10 and at 20', async () => {
    const emails: Email[] = []
    const receiver = await startReceiver(() => 404)
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/secret/path') })
    const options = { sendEmail: async (email: Email) => void emails.push(email), per_webhook: 1 }
    const first = await work(core(), options)
    await finals(core(), 19)
    await soon(async () => expect((await look(id)).last_24_hours.failed).toBe(19))
    expect((await look(id)).status).toBe('active')
    await soon(async () => expect(emails.map(({ subject }) => subject)).toEqual([`Your webhook ${id} is failing`]))
    await first.stop()
    await finals(core(), 3, 19)
    expect((await look(id)).last_24_hours.waiting).toBe(3)
    await work(core(), options)
    await soon(async () => expect(await look(id)).toMatchObject({ status: 'disabled' }))
    await soon(async () => expect(emails).toHaveLength(2))
    expect(emails[1]).toMatchObject({ recipient: 'one@example.org', subject: `Your webhook ${id} was disabled` })
    expect(JSON.stringify(emails)).not.toMatch(/secret/)
    expect((await look(id)).last_24_hours).toEqual({ delivered: 0, failed: 20, waiting: 0 })
    await finals(core(), 1, 30)
    expect(await execute(core().store.db, sql`select 1 from deliveries where outcome is null`)).toEqual([])
    expect(receiver.received).toHaveLength(20)
  })

  test('what is under way while a webhook is disabled comes to its own end, every try recorded', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(async () => {
      const place = receiver.received.length
      if (place > 19) await new Promise<void>((resolve) => open.push(resolve))
      return place === 20 ? 404 : place === 21 ? 200 : 500
    })
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await execute(core().store.db, sql`update webhooks set failures = 19 where id = ${id}`)
    receiver.received.push(...Array.from({ length: 19 }, () => ({ path: '', headers: {}, body: '', at: 0 })))
    const worker = await work(core())
    await finals(core(), 3)
    await receiver.until(22)
    for (const answer of open) {
      answer()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await worker.stop()
    expect(await look(id)).toMatchObject({ status: 'disabled', last_24_hours: { delivered: 1, failed: 1, waiting: 0 } })
    const outcomes = await execute(core().store.db, sql`select outcome from deliveries order by outcome`)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['cancelled', 'delivered', 'failed'])
    expect((await triesOf(core())).map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([
      200, 404, 500,
    ])
  })

  test('what was written while its webhook was disabled is cancelled, not sent', async () => {
    const receiver = await startReceiver()
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await finals(core(), 2)
    await execute(core().store.db, sql`update webhooks set status = 'disabled', failures = 20 where id = ${id}`)
    await work(core())
    await soon(async () => expect((await look(id)).last_24_hours.waiting).toBe(0))
    expect(receiver.received).toEqual([])
  })

  test('an acknowledgement that the database does not take is repeated, and the delivery not sent again', async () => {
    const rename = (from: string, to: string) =>
      execute(core().store.db, sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
    const receiver = await startReceiver(async () => {
      await rename('delivery_tries', 'away')
      return 200
    })
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await work(core())
    await finals(core(), 1)
    await receiver.until(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await look(id)).last_24_hours).toMatchObject({ delivered: 0, waiting: 1 })
    await rename('away', 'delivery_tries')
    await soon(async () => expect((await look(id)).last_24_hours).toMatchObject({ delivered: 1, waiting: 0 }))
    expect(receiver.received).toHaveLength(1)
    expect(await triesOf(core())).toHaveLength(1)
  })

  test('a delivered one begins the count anew; test deliveries never count', async () => {
    const receiver = await startReceiver(() => (receiver.received.length === 20 ? 200 : 404))
    const { subscribe, look, api } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await work(core(), { per_webhook: 1 })
    await finals(core(), 19)
    await soon(async () => expect((await look(id)).last_24_hours.failed).toBe(19))
    await finals(core(), 1, 19)
    await soon(async () => expect((await look(id)).last_24_hours.delivered).toBe(1))
    await finals(core(), 19, 20)
    await soon(async () => expect((await look(id)).last_24_hours.failed).toBe(38))
    for (let n = 0; n < 5; n++) await api.test({ id })
    expect(await look(id)).toMatchObject({ status: 'active', last_status: 404 })
  })

  test('no more than 4 are under way to one webhook, and a slow one delays no other', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(async ({ path }) => {
      if (path === '/slow') await new Promise<void>((resolve) => open.push(resolve))
      return 200
    })
    const { subscribe, look } = await subscriber(core())
    const slow = await subscribe({ url: receiver.url('/slow') })
    const quick = await subscribe({ url: receiver.url('/quick') })
    await work(core(), { concurrency: 5 })
    await work(core(), { concurrency: 5 })
    await finals(core(), 12)
    await soon(async () => expect((await look(quick.id)).last_24_hours.delivered).toBe(12))
    expect(open).toHaveLength(4)
    expect((await look(slow.id)).last_24_hours).toEqual({ delivered: 0, failed: 0, waiting: 12 })
    for (let released = 0; released < 12; released++) {
      await expect.poll(() => open.length).toBeGreaterThan(0)
      open.shift()?.()
    }
    await soon(async () => expect((await look(slow.id)).last_24_hours.delivered).toBe(12))
  })

  test('is sent as soon as it is committed, without waiting for the next look', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await subscriber(core())
    await subscribe({ url: receiver.url('/') })
    await work(core(), { poll: 3_600_000 })
    await finals(core(), 3)
    await receiver.until(3)
    expect(receiver.received).toHaveLength(3)
  })

  test('what a dead worker had claimed is sent by another after its lease; the word of the dead one counts no more', async () => {
    const receiver = await startReceiver()
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await finals(core(), 1)
    const claim = (lease: number) => claimDeliveries(core().store, { past: '', most: 10, per_webhook: 4, lease })
    const [dead] = await claim(0)
    if (dead === undefined) throw new RangeError('nothing was claimed')
    expect(dead).toMatchObject({ webhook_id: id, claim: 1, tries: 0 })
    const [second] = await claim(3600)
    expect(second).toMatchObject({ event_id: dead.event_id, claim: 2 })
    expect(await claim(3600)).toEqual([])

    await acknowledge(core().store, [told(dead, 404)])
    expect((await look(id)).last_24_hours).toEqual({ delivered: 0, failed: 0, waiting: 1 })
    expect(await triesOf(core())).toEqual([])
    await acknowledge(core().store, [told({ ...dead, claim: 2 }, 200)])
    expect(await look(id)).toMatchObject({ last_status: 200, last_24_hours: { delivered: 1, waiting: 0 } })
    await acknowledge(core().store, [told({ ...dead, claim: 2 }, 404)])
    expect(await look(id)).toMatchObject({ last_status: 200, last_24_hours: { delivered: 1, failed: 0 } })
  })

  const told = (claimed: Claimed, status: number) => ({
    claimed,
    made: { at: new Date(), duration: 1, status, error: null, retry_after: null },
    verdict: { outcome: status === 200 ? ('delivered' as const) : ('failed' as const), wait: null },
  })

  test('a worker that stops finishes what is under way and leaves the rest to others', async () => {
    const receiver = await startReceiver(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return 200
    })
    const { subscribe, look } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await finals(core(), 9)
    const worker = await work(core())
    await receiver.until(1)
    await worker.stop()
    const { delivered, waiting } = (await look(id)).last_24_hours
    expect([delivered, delivered + waiting]).toEqual([receiver.received.length, 9])
    expect(waiting).toBeGreaterThan(0)
    expect(await execute(core().store.db, sql`select 1 from deliveries where sending`)).toEqual([])
    await work(core())
    await soon(async () => expect((await look(id)).last_24_hours.delivered).toBe(9))
  })

  test('what was removed gets nothing more, also while it is being sent to', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(() => new Promise((resolve) => open.push(() => resolve(200))))
    const { subscribe, api } = await subscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await finals(core(), 6)
    const worker = await work(core())
    await receiver.until(4)
    await api.remove({ id })
    for (const answer of open) answer()
    await worker.stop()
    expect(receiver.received).toHaveLength(4)
    expect(await execute(core().store.db, sql`select 1 from deliveries`)).toEqual([])
  })

  test('an event, its deliveries and tries are forgotten 30 days after, what waits is not', async () => {
    const receiver = await startReceiver()
    const { subscribe } = await subscriber(core())
    await subscribe({ url: receiver.url('/') })
    await finals(core(), 2)
    const worker = await work(core())
    await receiver.until(2)
    await worker.stop()
    await finals(core(), 1, 2)
    await execute(core().store.db, sql`update webhook_events set created_at = created_at - interval '31 days'`)
    await execute(core().store.db, sql`update deliveries set due_at = now() + interval '1 hour' where outcome is null`)
    await work(core())
    const left = () =>
      execute(core().store.db, sql`select outcome from webhook_events join deliveries on event_id = id`)
    await soon(async () => expect(await left()).toEqual([{ outcome: null }]))
    expect(await triesOf(core())).toEqual([])
  })
})

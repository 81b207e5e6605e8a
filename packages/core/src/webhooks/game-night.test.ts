import { sql } from 'drizzle-orm'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { GameBundle } from '../contract/index.ts'
import { createCore, type Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { ingestOrThrow, scheduledGame, newDatabase } from '../testing/index.ts'
import { launch, type TestProcess } from '../testing/process.ts'
import { certificateFor } from './testing/receiver.ts'
import { LOCAL } from './testing/subscribers.ts'

const GAMES = 40
const WEBHOOKS = 500
const KILLS = 10
const PER_ACCOUNT = 10

/** What a receiver does with the `time`th arrival (from 1) of one delivery. */
type Behaviour = (response: ServerResponse, time: number) => unknown

const answer =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end()
const ok = answer(200)
const firstThenOk =
  (first: Behaviour, times = 1): Behaviour =>
  (response, time) =>
    time <= times ? first(response, time) : ok(response)

/** Receivers that get every delivery in the end, however often it takes. */
const RELIABLE: Record<string, Behaviour> = {
  ok,
  secure: ok,
  slow: firstThenOk((response) => setTimeout(() => ok(response), 3000).unref()),
  error: firstThenOk(answer(500), 3),
  busy: firstThenOk(answer(408), 2),
  limited: firstThenOk(answer(429, { 'retry-after': '1' })),
  reset: firstThenOk((response) => response.destroy()),
  'cut short': firstThenOk((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    response.socket?.end()
  }),
  endless: (response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    response.writeHead(200)
    more()
  },
}
/** Receivers that never take a delivery. */
const HOPELESS: Record<string, Behaviour> = {
  'not found': answer(404),
  elsewhere: answer(302, { location: '/ok/0' }),
  broken: answer(500),
}
/** Receivers to which no connection comes about: nobody listens, or under a certificate of another name. */
const UNREACHABLE = { refused: null, misnamed: null }

/** Half of the webhooks work at once, the others fail in one way each. */
const KINDS = [...Object.keys(RELIABLE), ...Object.keys(HOPELESS), ...Object.keys(UNREACHABLE)]
const kindOf = (place: number): string => (place % 2 === 0 ? 'ok' : (KINDS[((place - 1) / 2) % KINDS.length] ?? 'ok'))

const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port
const listening = async <Listener extends Server | ReturnType<typeof createSocketServer>>(server: Listener) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** One receiver for all, that counts how often each delivery came to each path. */
const startReceivers = async () => {
  const arrivals = new Map<string, Map<string, number>>()
  const receive: RequestListener = (request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const delivery = String(request.headers['x-service-delivery'])
    const counted = arrivals.get(path) ?? new Map<string, number>()
    arrivals.set(path, counted)
    const time = (counted.get(delivery) ?? 0) + 1
    counted.set(delivery, time)
    const kind = path.split('/')[1] ?? ''
    request.resume().on('end', () => ({ ...RELIABLE, ...HOPELESS })[kind]?.(response, time))
  }
  const [named, other] = [await certificateFor('localhost'), await certificateFor('elsewhere.example.org')]
  const server = await listening(createServer(receive))
  const secure = await listening(createTlsServer(named, receive))
  const misnamed = await listening(createTlsServer(other, receive))
  const gone = await listening(createSocketServer())
  const refused = portOf(gone)
  await new Promise((resolve) => gone.close(resolve))
  const addressOf = (kind: string, place: number): string => {
    if (kind === 'refused') return `http://127.0.0.1:${refused}/${place}`
    if (kind === 'misnamed') return `https://localhost:${portOf(misnamed)}/${kind}/${place}`
    if (kind === 'secure') return `https://localhost:${portOf(secure)}/${kind}/${place}`
    return `http://127.0.0.1:${portOf(server)}/${encodeURIComponent(kind)}/${place}`
  }
  return {
    arrivals,
    addressOf,
    /** Whom workers are to trust: so that the name alone is wrong with the certificate of a misnamed receiver. */
    authorities: [named.cert, other.cert].join('\n'),
    misnamed: portOf(misnamed),
    close: () => {
      for (const each of [server, secure, misnamed]) {
        each.closeAllConnections()
        each.close()
      }
    },
  }
}

/** Results of one night, each between two teams that play no other game. */
const gameNight = (): GameBundle[] =>
  Array.from({ length: GAMES }, (_, n) =>
    scheduledGame({
      game: { external_id: `night-${n}`, status: 'final', home_score: 81 + n, away_score: 80 },
      home: { team: { external_id: `home-${n}`, name: `Home ${n}` } },
      away: { team: { external_id: `away-${n}`, name: `Away ${n}` } },
    }),
  )

const addWebhooks = async (core: Core, addressOf: (kind: string, place: number) => string) => {
  const webhooks: { id: string; kind: string; place: number }[] = []
  for (let place = 0; place < WEBHOOKS; place += PER_ACCOUNT) {
    const { id: account } = await core.accounts.create({ email: `holder${place}@example.org`, plan: 'live' })
    const api = await core.callerOf(account)
    for (let n = place; n < place + PER_ACCOUNT; n++) {
      const { data } = await api.webhooks.create({ url: addressOf(kindOf(n), n), events: ['game.final'] })
      webhooks.push({ id: data.id, kind: kindOf(n), place: n })
    }
  }
  return webhooks
}

/** Two workers in processes of their own, one of which is killed every now and then and another started. */
const killWorkers = async (start: () => TestProcess): Promise<TestProcess[]> => {
  const workers = [start(), start()]
  for (const { next } of workers) await next()
  for (let n = 0; n < KILLS; n++) {
    await sleep(200 + Math.random() * 400)
    await workers.shift()?.kill()
    const worker = start()
    workers.push(worker)
    await worker.next()
  }
  return workers
}

/** Writes down every e-mail that is queued: those that are sent are gone. */
const keepEmails = async ({ store: { db } }: Core): Promise<void> => {
  await execute(db, sql`create table queued_emails (subject text not null)`)
  await execute(
    db,
    sql`create function keep_email() returns trigger language plpgsql as
        'begin insert into queued_emails values (new.subject); return new; end'`,
  )
  await execute(db, sql`create trigger keep_email before insert on emails for each row execute function keep_email()`)
}

/** Lets the five minutes pass after which an e-mail is sent again that a killed worker had in its hands. */
const sendEmails = async ({ store: { db } }: Core): Promise<void> => {
  await sleep(1000) // what a worker that lives has in its hands is sent by then
  await execute(db, sql`update emails set due_at = now()`)
  await vi.waitUntil(async () => (await execute(db, sql`select 1 from emails`)).length === 0, { timeout: 10_000 })
}

/** Why a connection to a port of this machine under the name localhost is refused by one who trusts `ca`. */
const refusalOfTls = (port: number, ca: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', servername: 'localhost', port, ca })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    socket.once('secureConnect', () => {
      socket.destroy()
      resolve(null)
    })
  })

const row = async (core: Core, query: ReturnType<typeof sql>) => (await execute(core.store.db, query))[0] ?? {}

describe(`a night of ${GAMES} games, ${WEBHOOKS} webhooks that fail in every way, workers killed ${KILLS} times`, () => {
  let core: Core
  let arrivals: Map<string, Map<string, number>>
  let webhooks: Awaited<ReturnType<typeof addWebhooks>>
  let events: string[]
  let refusedTls: unknown
  let sent: string[]

  beforeAll(async () => {
    const { address, drop } = await newDatabase('Postgres')
    core = await createCore({ database: address, ...LOCAL })
    await keepEmails(core)
    const receivers = await startReceivers()
    arrivals = receivers.arrivals
    refusedTls = await refusalOfTls(receivers.misnamed, receivers.authorities)
    webhooks = await addWebhooks(core, receivers.addressOf)
    const folder = mkdtempSync(join(tmpdir(), 'game-night-'))
    const [outbox, authorities] = [join(folder, 'outbox'), join(folder, 'authorities.pem')]
    writeFileSync(authorities, receivers.authorities)
    const killing = killWorkers(() => launch('deliver', [address, outbox], { NODE_EXTRA_CA_CERTS: authorities }))
    for (const game of gameNight()) {
      await ingestOrThrow(core, game)
      await sleep(100)
    }
    const workers = await killing
    const left = () =>
      row(
        core,
        sql`select (select count(*) from deliveries where outcome is null) + (select count(*) from emails where attempts = 0) as left`,
      )
    await vi.waitUntil(async () => Number((await left())['left']) === 0, { timeout: 120_000, interval: 200 })
    await sendEmails(core)
    await Promise.all(workers.map(({ kill }) => kill()))
    receivers.close()
    sent = readFileSync(outbox, 'utf8').split('\n').slice(0, -1)
    events = (await execute(core.store.db, sql`select id from webhook_events order by id`)).map(({ id }) => String(id))
    return async () => {
      rmSync(folder, { recursive: true })
      await core.close()
      await drop()
    }
  }, 240_000)

  const ofKinds = (kinds: Record<string, unknown>) => webhooks.filter(({ kind }) => Object.hasOwn(kinds, kind))
  const outcomesOf = async (id: string) =>
    row(
      core,
      sql`select w.status, w.consecutive_failures as failures, count(*) filter (where outcome = 'delivered')::integer as delivered,
            count(*) filter (where outcome = 'failed')::integer as failed,
            count(*) filter (where outcome = 'cancelled')::integer as cancelled
          from webhooks w join deliveries on webhook_id = w.id where w.id = ${id} group by w.id`,
    )

  test('every event arrives wherever it can, under one id however often it comes', async () => {
    expect(events).toHaveLength(GAMES)
    const reliable = ofKinds(RELIABLE)
    expect(new Set(reliable.map(({ kind }) => kind)).size).toBe(Object.keys(RELIABLE).length)
    for (const { id, kind, place } of reliable) {
      const arrived = [...(arrivals.get(`/${kind}/${place}`)?.keys() ?? [])].toSorted()
      expect([kind, arrived]).toEqual([kind, events])
      expect(await outcomesOf(id)).toEqual({ status: 'active', failures: 0, delivered: GAMES, failed: 0, cancelled: 0 })
    }
  })

  test('a webhook that never takes one is disabled with its 20th failed delivery, no earlier and no later', async () => {
    const hopeless = ofKinds({ ...HOPELESS, ...UNREACHABLE })
    expect(new Set(hopeless.map(({ kind }) => kind)).size).toBe(5)
    for (const { id } of hopeless) {
      const { status, failures, delivered, failed } = await outcomesOf(id)
      expect([status, failures, delivered]).toEqual(['disabled', 20, 0])
      // Up to three others were under way when the 20th ended, and came to their own end.
      expect(failed).toBeOneOf([20, 21, 22, 23])
    }
  })

  test('each of them has one warning and one notice queued, no other has any, and all are sent', async () => {
    const queued = (await execute(core.store.db, sql`select subject from queued_emails order by subject`)).map(
      ({ subject }) => String(subject),
    )
    const expected = ofKinds({ ...HOPELESS, ...UNREACHABLE }).flatMap(({ id }) => [
      `Your webhook ${id} is failing`,
      `Your webhook ${id} was disabled`,
    ])
    expect(queued).toEqual(expected.toSorted())
    // A worker that is killed between sending one and saying so has it sent again.
    expect([...new Set(sent)].toSorted()).toEqual(queued)
    expect(sent.length - queued.length).toBeLessThanOrEqual(KILLS)
  })

  test('a certificate of another name is refused for its name alone, before anything is sent', async () => {
    expect(refusedTls).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    const errorsOf = async (kind: string) => {
      const ids = JSON.stringify(webhooks.flatMap((webhook) => (webhook.kind === kind ? [webhook.id] : [])))
      const rows = await execute(
        core.store.db,
        sql`select distinct error from delivery_attempts where error is not null
            and webhook_id in (select value from json_array_elements_text(${ids}::json))`,
      )
      return rows.map(({ error }) => error)
    }
    expect(await errorsOf('misnamed')).toContain('tls')
    expect(await errorsOf('secure')).not.toContain('tls')
    expect([...arrivals.keys()].filter((path) => path.startsWith('/misnamed'))).toEqual([])
  })

  test('a redirect leads nowhere', () => {
    expect([...(arrivals.get('/ok/0')?.keys() ?? [])].toSorted()).toEqual(events)
    expect(Math.max(...(arrivals.get('/ok/0')?.values() ?? []))).toBeLessThanOrEqual(KILLS + 1)
  })
})

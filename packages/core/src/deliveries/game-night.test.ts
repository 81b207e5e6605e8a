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
import { z } from 'zod'
import { createCore, type Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { newDatabase, writeGames } from '../testing/index.ts'
import { launch, type TestProcess } from '../testing/process.ts'
import { certificateFor } from './testing/receiver.ts'
import { LOCAL_WEBHOOKS } from './testing/subscribers.ts'

// Games, webhooks and killed workers: GAME_NIGHT has larger numbers, separated by commas.
const [GAMES, WEBHOOKS, KILLS] = z
  .tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()])
  .parse((process.env['GAME_NIGHT'] ?? '22,14,2').split(','))
const WEBHOOKS_PER_ACCOUNT = 7

/** Responds to an attempt of a delivery; `attempt` counts from 1. */
type Behaviour = (response: ServerResponse, attempt: number) => unknown

const respondWith =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end()
const ok = respondWith(200)
const firstThenOk =
  (first: Behaviour, times = 1): Behaviour =>
  (response, attempt) =>
    attempt <= times ? first(response, attempt) : ok(response)

/** Receivers that eventually accept every delivery. */
const RELIABLE: Record<string, Behaviour> = {
  ok,
  secure: ok,
  slow: firstThenOk((response) => setTimeout(() => ok(response), 3000).unref()),
  error: firstThenOk(respondWith(500), 3),
  busy: firstThenOk(respondWith(408), 2),
  limited: firstThenOk(respondWith(429, { 'retry-after': '1' })),
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
/** Receivers that accept no delivery. */
const FAILING: Record<string, Behaviour> = {
  'not found': respondWith(404),
  elsewhere: respondWith(302, { location: '/ok/0' }),
  broken: respondWith(500),
}
/** Receivers that cannot be connected to: a closed port, and a certificate for another name. */
const UNREACHABLE = { refused: null, misnamed: null }

/** Webhooks cycle through all kinds; the first responds with 200. */
const KINDS = [...Object.keys(RELIABLE), ...Object.keys(FAILING), ...Object.keys(UNREACHABLE)]
const getKind = (index: number): string => KINDS[index % KINDS.length] ?? 'ok'

const getPort = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port
const listening = async <Listener extends Server | ReturnType<typeof createSocketServer>>(server: Listener) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Starts the receivers of all webhooks. `arrivals` counts the attempts of each delivery by path. */
const startReceivers = async () => {
  const arrivals = new Map<string, Map<string, number>>()
  const receive: RequestListener = (request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const delivery = String(request.headers['x-service-delivery'])
    const counted = arrivals.get(path) ?? new Map<string, number>()
    arrivals.set(path, counted)
    const attempt = (counted.get(delivery) ?? 0) + 1
    counted.set(delivery, attempt)
    const kind = path.split('/')[1] ?? ''
    request.resume().on('end', () => ({ ...RELIABLE, ...FAILING })[kind]?.(response, attempt))
  }
  const [named, other] = [await certificateFor('localhost'), await certificateFor('elsewhere.example.org')]
  const server = await listening(createServer(receive))
  const secure = await listening(createTlsServer(named, receive))
  const misnamed = await listening(createTlsServer(other, receive))
  const closed = await listening(createSocketServer())
  const refused = getPort(closed)
  await new Promise((resolve) => closed.close(resolve))
  const toUrl = (kind: string, index: number): string => {
    if (kind === 'refused') return `http://127.0.0.1:${refused}/${index}`
    if (kind === 'misnamed') return `https://localhost:${getPort(misnamed)}/${kind}/${index}`
    if (kind === 'secure') return `https://localhost:${getPort(secure)}/${kind}/${index}`
    return `http://127.0.0.1:${getPort(server)}/${encodeURIComponent(kind)}/${index}`
  }
  return {
    arrivals,
    toUrl,
    /** The certificates that workers trust. That of the misnamed receiver is wrong only in its name. */
    authorities: [named.cert, other.cert].join('\n'),
    misnamed: getPort(misnamed),
    close: () => {
      for (const each of [server, secure, misnamed]) {
        each.closeAllConnections()
        each.close()
      }
    },
  }
}

const addWebhooks = async (core: Core, toUrl: (kind: string, index: number) => string) => {
  const webhooks: { id: string; kind: string; index: number }[] = []
  for (let first = 0; first < WEBHOOKS; first += WEBHOOKS_PER_ACCOUNT) {
    const { id: account } = await core.accounts.create({ email: `holder${first}@example.org`, plan: 'live' })
    const api = await core.callerFor(account)
    for (let index = first; index < first + WEBHOOKS_PER_ACCOUNT; index++) {
      const { data } = await api.webhooks.create({ url: toUrl(getKind(index), index), events: ['game.final'] })
      webhooks.push({ id: data.id, kind: getKind(index), index })
    }
  }
  return webhooks
}

/** Runs two workers in child processes, and repeatedly kills and replaces one of them. */
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

/** Records every e-mail that is queued, because rows of sent ones are deleted. */
const recordEmails = async ({ store: { db } }: Core): Promise<void> => {
  await execute(db, sql`create table queued_emails (subject text not null)`)
  await execute(
    db,
    sql`create function record_email() returns trigger language plpgsql as
        'begin insert into queued_emails values (new.subject); return new; end'`,
  )
  await execute(
    db,
    sql`create trigger record_email before insert on emails for each row execute function record_email()`,
  )
}

/** Makes the e-mails due that killed workers had claimed, instead of waiting 5 minutes. */
const sendClaimedEmails = async ({ store: { db } }: Core): Promise<void> => {
  await sleep(1000) // lets the running workers finish theirs
  await execute(db, sql`update emails set due_at = now()`)
  await vi.waitUntil(async () => (await execute(db, sql`select 1 from emails`)).length === 0, { timeout: 240_000 })
}

/** The code of the TLS error of a client that trusts `ca` and connects to localhost; null without an error. */
const catchTlsError = (port: number, ca: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', servername: 'localhost', port, ca })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    socket.once('secureConnect', () => {
      socket.destroy()
      resolve(null)
    })
  })

const row = async (core: Core, query: ReturnType<typeof sql>) => (await execute(core.store.db, query))[0] ?? {}

describe(`${GAMES} games, ${WEBHOOKS} webhooks that fail in every way, workers killed ${KILLS} times`, () => {
  let core: Core
  let arrivals: Map<string, Map<string, number>>
  let webhooks: Awaited<ReturnType<typeof addWebhooks>>
  let events: string[]
  let tlsError: unknown
  let sent: string[]

  beforeAll(async () => {
    const { address, drop } = await newDatabase('Postgres')
    core = await createCore({ database: address, ...LOCAL_WEBHOOKS })
    await recordEmails(core)
    const receivers = await startReceivers()
    arrivals = receivers.arrivals
    tlsError = await catchTlsError(receivers.misnamed, receivers.authorities)
    webhooks = await addWebhooks(core, receivers.toUrl)
    const folder = mkdtempSync(join(tmpdir(), 'game-night-'))
    const [outbox, authorities] = [join(folder, 'outbox'), join(folder, 'authorities.pem')]
    writeFileSync(authorities, receivers.authorities)
    const killing = killWorkers(() => launch('deliver', [address, outbox], { NODE_EXTRA_CA_CERTS: authorities }))
    for (let n = 0; n < GAMES; n++) {
      await writeGames(core, { id: `game ${n}` })
      await sleep(100)
    }
    const workers = await killing
    const unfinished = () =>
      row(
        core,
        sql`select (select count(*) from deliveries where outcome is null) + (select count(*) from emails where attempts = 0) as count`,
      )
    await vi.waitUntil(async () => Number((await unfinished())['count']) === 0, { timeout: 200_000, interval: 200 })
    await sendClaimedEmails(core)
    await Promise.all(workers.map(({ kill }) => kill()))
    receivers.close()
    sent = readFileSync(outbox, 'utf8').split('\n').slice(0, -1)
    events = (await execute(core.store.db, sql`select id from webhook_events order by id`)).map(({ id }) => String(id))
    return async () => {
      rmSync(folder, { recursive: true })
      await core.close()
      await drop()
    }
  })

  const ofKinds = (kinds: Record<string, unknown>) => webhooks.filter(({ kind }) => Object.hasOwn(kinds, kind))
  const readOutcomes = async (id: string) =>
    row(
      core,
      sql`select w.status, w.consecutive_failures as failures, count(*) filter (where outcome = 'delivered')::integer as delivered,
            count(*) filter (where outcome = 'failed')::integer as failed,
            count(*) filter (where outcome = 'cancelled')::integer as cancelled
          from webhooks w join deliveries on webhook_id = w.id where w.id = ${id} group by w.id`,
    )

  test('every event is delivered to every working receiver, with the same id at every attempt', async () => {
    expect(events).toHaveLength(GAMES)
    const reliable = ofKinds(RELIABLE)
    expect(new Set(reliable.map(({ kind }) => kind)).size).toBe(Object.keys(RELIABLE).length)
    for (const { id, kind, index } of reliable) {
      const arrived = [...(arrivals.get(`/${kind}/${index}`)?.keys() ?? [])].toSorted()
      expect([kind, arrived]).toEqual([kind, events])
      expect(await readOutcomes(id)).toEqual({
        status: 'active',
        failures: 0,
        delivered: GAMES,
        failed: 0,
        cancelled: 0,
      })
    }
  })

  test('a webhook whose deliveries all fail is disabled by the 20th', async () => {
    const failing = ofKinds({ ...FAILING, ...UNREACHABLE })
    expect(new Set(failing.map(({ kind }) => kind)).size).toBe(5)
    for (const { id } of failing) {
      const { status, failures, delivered, failed } = await readOutcomes(id)
      expect([status, failures, delivered]).toEqual(['disabled', 20, 0])
      // Up to three others were in flight when the 20th ended.
      expect(failed).toBeOneOf([20, 21, 22, 23])
    }
  })

  test('each disabled webhook leads to one warning and one notice, which are sent', async () => {
    const queued = (await execute(core.store.db, sql`select subject from queued_emails order by subject`)).map(
      ({ subject }) => String(subject),
    )
    const expected = ofKinds({ ...FAILING, ...UNREACHABLE }).flatMap(({ id }) => [
      `Your webhook ${id} is failing`,
      `Your webhook ${id} was disabled`,
    ])
    expect(queued).toEqual(expected.toSorted())
    // An e-mail is sent twice if its worker is killed between sending and deleting it.
    expect([...new Set(sent)].toSorted()).toEqual(queued)
    expect(sent.length - queued.length).toBeLessThanOrEqual(KILLS)
  })

  test('a certificate for another name is refused before anything is sent', async () => {
    expect(tlsError).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    const listErrors = async (kind: string) => {
      const ids = JSON.stringify(webhooks.flatMap((webhook) => (webhook.kind === kind ? [webhook.id] : [])))
      const rows = await execute(
        core.store.db,
        sql`select distinct error from delivery_attempts where error is not null
            and webhook_id in (select value from json_array_elements_text(${ids}::json))`,
      )
      return rows.map(({ error }) => error)
    }
    expect(await listErrors('misnamed')).toContain('certificate_name')
    expect(await listErrors('secure')).not.toContain('certificate_name')
    expect([...arrivals.keys()].filter((path) => path.startsWith('/misnamed'))).toEqual([])
  })

  test('a redirect is not followed', () => {
    expect([...(arrivals.get('/ok/0')?.keys() ?? [])].toSorted()).toEqual(events)
    expect(Math.max(...(arrivals.get('/ok/0')?.values() ?? []))).toBeLessThanOrEqual(KILLS + 1)
  })
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { WrittenLine } from '@basketball-data/core/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { createLogger } from '../server.ts'
import { finalGame } from '../testing/databases.ts'
import { lockGames, sharedService, testService, type TestService } from '../testing/services.ts'

const service = sharedService('Postgres', { ingest: true, writesPerMinute: 1000 })

let key: string
let id: string
beforeEach(async () => {
  ;({ id, key } = await service().core.writeKeys.create({ source: 'test' }))
})

const newName = () => `g${randomBytes(6).toString('hex')}`
const toLine = (external_id: string) => JSON.stringify(finalGame([8, 6], { game: { external_id } }))

/** Statements that wait for a lock. */
const WAITING = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/** Opens a stream of games. */
const open = async ({ origin }: Pick<TestService, 'origin'> = service(), path = '/ingest/v1/games') => {
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  const sent: ClientRequest = httpRequest(origin + path, { method: 'POST', headers })
  sent.on('error', () => {})
  onTestFinished(() => void sent.destroy())
  const answered = new Promise<IncomingMessage>((resolve) => void sent.once('response', resolve))
  sent.write('\n') // Node sends the headers with the first bytes
  const response = await answered
  response.on('error', () => {})
  const lines = createInterface(response)[Symbol.asyncIterator]()
  const next = async (): Promise<WrittenLine | undefined> => {
    const { value, done } = await lines.next()
    return done === true ? undefined : WrittenLine.parse(JSON.parse(value))
  }
  const rest = async (): Promise<WrittenLine[]> => {
    const all: WrittenLine[] = []
    for (let line = await next(); line !== undefined; line = await next()) all.push(line)
    return all
  }
  return { sent, response, next, rest }
}

const isStored = async (name: string): Promise<boolean> =>
  (await service().core.externalIds('game', 'test')).size > 0 &&
  [...(await service().core.externalIds('game', 'test')).values()].includes(name)

test('each game gets its line while the next ones are still to be sent', async () => {
  const { sent, response, next, rest } = await open()
  expect(response.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  const names = [newName(), newName(), newName()]
  for (const name of names) {
    sent.write(`${toLine(name)}\n`)
    expect(await next()).toMatchObject({ external_id: name, outcome: 'created' })
    expect(await isStored(name)).toBe(true)
  }
  sent.end()
  expect(await rest()).toEqual([])
})

test('lines are read whatever chunks they come in; a line that cannot be read costs only itself', async () => {
  const { sent, rest } = await open()
  const names = Array.from({ length: 3 }, () => `${newName()}ü日`)
  const [first = '', second = '', last = ''] = names.map(toLine)
  const bytes = Buffer.concat([
    Buffer.from(`\uFEFF${first}\r\n\n  \t\r\nnot JSON\n[1]\nnull\n`),
    Buffer.from([0x22, 0xff, 0x22, 10]),
    Buffer.from(`{"game":"${'x'.repeat(8 * 2 ** 20)}"}\n${second}\n{"game":\n${last}`),
  ])
  for (let at = 0; at < bytes.length; at += 1 + (at % 7919) * 13) {
    const end = at + 1 + (at % 7919) * 13
    if (!sent.write(bytes.subarray(at, end))) await new Promise((resolve) => sent.once('drain', resolve))
  }
  sent.end()
  const [one, two, three] = names
  expect(
    (await rest()).map((line) => [line.external_id, line.outcome === 'refused' ? line.error.message : '']),
  ).toEqual([
    [one, ''],
    [null, 'The body is refused: is not JSON.'],
    [null, 'The body is refused: must be a JSON object.'],
    [null, 'The body is refused: must be a JSON object.'],
    [null, 'The body is refused: is not UTF-8.'],
    [null, 'The body is refused: must have at most 8388608 bytes.'],
    [two, ''],
    [null, 'The body is refused: is not JSON.'],
    [three, ''],
  ])
})

test('of a client that disconnects, what is written stays, a broken line is not, and nothing is left open', async () => {
  for (let round = 0; round < 12; round++) {
    const { sent, next } = await open()
    const [written, broken] = [newName(), newName()]
    sent.write(`${toLine(written)}\n${toLine(broken).slice(0, -1)}`)
    expect(await next()).toMatchObject({ external_id: written, outcome: 'created' })
    sent.destroy()
    expect(await isStored(written)).toBe(true)
    // More rounds than calls of a key may run at the same time.
    await expect
      .poll(async () => (await service().request('/ingest/v1/games/none', { method: 'DELETE', key })).status)
      .toBe(404)
    expect(await isStored(broken)).toBe(false)
  }
})

test('a client that disconnects while its game is written is no failure in the log', async () => {
  const failures: unknown[] = []
  const write = (line: string): void => {
    const { status, err }: { status: number; err?: unknown } = JSON.parse(line)
    if (status >= 500) failures.push(err)
  }
  const logged = await testService('Postgres', { ingest: true, logger: createLogger('info', { write }) })
  ;({ key } = await logged.core.writeKeys.create({ source: 'test' }))
  const unlock = await lockGames(logged.core)
  const first = await open(logged)
  first.sent.write(`${toLine('g1')}\n`)
  const countWaiting = async () => (await logged.core.store.counting.execute(WAITING)).length
  await expect.poll(countWaiting).toBe(1)
  first.sent.destroy()
  await once(first.sent, 'close')
  await fetch(`${logged.origin}/healthz`) // so that the service has seen it
  await unlock()
  const second = await open(logged)
  second.sent.end(toLine('g1'))
  expect(await second.rest()).toMatchObject([{ outcome: 'unchanged' }])
  expect(failures).toEqual([])
})

test('a dry run of a stream writes nothing', async () => {
  const name = newName()
  const { sent, rest } = await open(service(), '/ingest/v1/games?dry_run=true')
  sent.end(`${toLine(name)}\n`)
  expect(await rest()).toMatchObject([{ external_id: name, outcome: 'created' }])
  expect(await isStored(name)).toBe(false)
})

test('a stream ends with an error soon after its key is revoked', async () => {
  const { sent, next } = await open()
  await service().core.writeKeys.revoke(id)
  await expect
    .poll(
      async () => {
        sent.write(`${toLine(newName())}\n`)
        return await next()
      },
      { timeout: 240_000 },
    )
    .toMatchObject({ outcome: 'refused', error: { code: 'unauthorized' } })
  expect(await next()).toBeUndefined()
})

test('a stream ends with an error when the service stops, after everything that it has read', async () => {
  const stopped = await testService('Postgres', { ingest: true })
  ;({ key } = await stopped.core.writeKeys.create({ source: 'test' }))
  const { sent, next, rest } = await open(stopped)
  sent.write(`${toLine('g1')}\n`)
  expect(await next()).toMatchObject({ external_id: 'g1' })
  const closed = stopped.server.close()
  expect(await rest()).toMatchObject([{ external_id: null, outcome: 'refused', error: { code: 'server_error' } }])
  await closed
})

test('of a client that does not read, no more is read', async () => {
  const app = createApp(service().core, { ingest: true })
  let pulled = 0
  const lines = new TextEncoder().encode('x\n'.repeat(1000))
  const body = new ReadableStream<Uint8Array>({
    pull: (sent) => {
      pulled += 1
      if (pulled > 500) sent.error(new Error('too much was read'))
      else sent.enqueue(lines)
    },
  })
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  const response = await app.request('/ingest/v1/games', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  })
  let before = -1
  await expect
    .poll(
      () => {
        const isStill = pulled === before
        before = pulled
        return isStill
      },
      { interval: 200 },
    )
    .toBe(true)
  expect(pulled).toBeLessThan(100)
  await response.body?.cancel()
})

test('a client that sends nothing for 30 seconds is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = createApp(service().core, { ingest: true })
  const name = newName()
  const body = new ReadableStream<Uint8Array>({
    start: (sent) => sent.enqueue(new TextEncoder().encode(`${toLine(name)}\n{`)),
  })
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  const response = await app.request('/ingest/v1/games', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  })
  const text = response.text()
  await expect.poll(() => isStored(name)).toBe(true)
  vi.advanceTimersByTime(30_000)
  expect(
    (await text)
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toMatchObject([
    { external_id: name, outcome: 'created' },
    {
      external_id: null,
      outcome: 'refused',
      error: { code: 'bad_request', message: 'Nothing has arrived for 30 seconds.' },
    },
  ])
})

test.each<[string, Record<string, string>, string, number]>([
  ['another type', { 'content-type': 'application/json' }, '', 400],
  ['no type', {}, '', 400],
  ['a compressed stream', { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }, '', 400],
  ['an Idempotency-Key', { 'content-type': 'application/x-ndjson', 'idempotency-key': 'k' }, '', 400],
  ['an unknown parameter', { 'content-type': 'application/x-ndjson' }, '?notify=false', 422],
])('a stream with %s is refused before it is read', async (_, headers, query, status) => {
  const response = await service().request(`/ingest/v1/games${query}`, { method: 'POST', key, headers, content: 'x' })
  expect(response.status).toBe(status)
})

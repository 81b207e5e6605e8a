import { setTimeout } from 'node:timers/promises'
import { createCore } from '@basketball-data/core'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLogger, startServer } from './server.ts'
import { newDatabase } from './testing/databases.ts'
import { checkRefusal, openSocket, rawRequest, readResponses, sendBytes } from './testing/raw-requests.ts'
import { sendOverHttp } from './testing/request.ts'
import { sharedService } from './testing/services.ts'

const Line = z.object({
  level: z.number(),
  request_id: z.string(),
  method: z.string().nullable(),
  path: z.string().nullable(),
  status: z.number(),
  duration_ms: z.number(),
  reason: z.string().optional(),
})
const lines: z.infer<typeof Line>[] = []
const logger = createLogger('info', { write: (line) => void lines.push(Line.parse(JSON.parse(line))) })
beforeEach(() => {
  lines.length = 0
})

const service = sharedService('Postgres', { logger })
let key: string
beforeAll(async () => {
  key = await service().newKey('free')
})

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n${headers}\r\n`

describe('every refusal is logged as one line with the request id of its response', () => {
  test.each<[string, () => string | Uint8Array, object]>([
    ['an unknown method', () => 'BREW /v1 HTTP/1.1\r\nHost: a\r\n\r\n', { reason: 'HPE_INVALID_METHOD' }],
    ['a malformed line', () => 'GET /v1 HTTP\r\nHost: a\r\n\r\n', { status: 400, method: null }],
    ['a line without a version', () => 'GET /v1\r\nHost: a\r\n\r\n', { status: 400, reason: 'unknown_version' }],
    ['headers that are too large', () => get('/v1', `X-A: ${'a'.repeat(20_000)}\r\n`), { status: 431 }],
    [
      'chunk extensions that are too long',
      () => `${get('/v1', 'Transfer-Encoding: chunked\r\n')}1;${'a'.repeat(20_000)}\r\n`,
      { status: 413 },
    ],
    ['two lengths', () => get('/v1', 'Content-Length: 1\r\nContent-Length: 2\r\n'), { status: 400 }],
    [
      'no Host',
      () => 'GET /v1/games?a=1 HTTP/1.1\r\n\r\n',
      { status: 400, method: 'GET', path: '/v1/games', reason: 'missing_host' },
    ],
    [
      'two Hosts',
      () => `GET /v1/${key}?a=1 HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n`,
      { status: 400, method: 'GET', path: '/v1/bd_…', reason: 'repeated_host' },
    ],
    [
      'an unreadable Host',
      () => get('/v1').replace('Host: a', 'Host: a/b'),
      { status: 400, method: 'GET', path: '/v1' },
    ],
    ['an unknown Expect', () => get('/v1', 'Expect: a\r\n'), { status: 417, method: 'GET', path: '/v1' }],
    [
      'a password in the address',
      () => 'GET http://user:password@a/v1?a=1 HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n',
      { status: 400, path: '/v1' },
    ],
    ['CONNECT', () => 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', { status: 400, method: 'CONNECT', path: 'a:443' }],
    ['CONNECT with a password', () => 'CONNECT user:password@a:443 HTTP/1.1\r\nHost: a\r\n\r\n', { path: 'a:443' }],
  ])('%s', async (_, sent, logged) => {
    const { responses, closed } = await sendBytes(service().origin, sent())
    expect(closed).toBe(true)
    expect(responses).toHaveLength(1)
    for (const response of responses) {
      checkRefusal(response)
      const id = response.headers.get('x-request-id')
      expect(lines.filter(({ request_id }) => request_id === id)).toMatchObject([
        { level: 30, status: response.status, ...logged },
      ])
    }
  })
})

test('the request id of a request that can be read is repeated', async () => {
  for (const headers of ['X-Request-Id: call-1\r\n', 'X-Request-Id: call-1\r\nHost: a\r\nHost: b\r\n']) {
    const { responses } = await sendBytes(service().origin, rawRequest('/v1', { headers }))
    expect(responses.map(({ headers: received }) => received.get('x-request-id'))).toEqual(['call-1'])
  }
})

test.each(['BREW / HTTP/1.1\r\n\r\n', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'])(
  'a refusal answers a request on its connection in order: requests before it get their responses: %j',
  async (refused) => {
    const sent = [get('/v1/games'), get('/v1/seasons'), refused, get('/v1/usage')].join('')
    const { responses, closed } = await sendBytes(service().origin, sent)
    expect([responses.map(({ status }) => status), closed]).toEqual([[200, 200, 400], true])
  },
)

test('a HEAD that cannot be read gets its error without a body', async () => {
  const send = sendOverHttp(service().origin)
  const { status, bytes } = await send({ method: 'HEAD', path: '/v1', headers: { 'content-length': '-1' } })
  expect([status, bytes.length]).toEqual([400, 0])
})

test('a request that was answered before its body broke gets no second response', async () => {
  const socket = await openSocket(service().origin)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  socket.write(get('/v1/games', 'Transfer-Encoding: chunked\r\n'))
  while (chunks.length === 0) await setTimeout(10)
  socket.write('ZZ\r\n')
  while (!socket.closed) await setTimeout(10)
  expect(readResponses(Buffer.concat(chunks)).map(({ status }) => status)).toEqual([400])
})

test('a client that sends on without reading is disconnected', async () => {
  const socket = await openSocket(service().origin)
  socket.on('error', () => {})
  socket.write('BREW / HTTP/1.1\r\n\r\n')
  while (!socket.closed) {
    socket.write('a'.repeat(100))
    await setTimeout(20)
  }
  expect(socket.closed).toBe(true) // as long as it is open, the test goes on until its deadline
})

describe('a request that does not arrive in time', () => {
  const impatientServer = async () => {
    const { address, drop } = await newDatabase('embedded')
    onTestFinished(drop)
    const core = await createCore({ database: address })
    onTestFinished(() => core.close())
    const timeouts = { requestTimeout: 300, headersTimeout: 200, connectionsCheckingInterval: 50 }
    const server = await startServer({ core, host: '127.0.0.1', port: 0, logger, timeouts })
    onTestFinished(() => server.close())
    return { core, origin: new URL(server.url).origin }
  }

  test('at all gets no response and no line in the log: a proxy may hold the connection open', async () => {
    const { origin } = await impatientServer()
    expect(await sendBytes(origin)).toEqual({ responses: [], closed: true })
    expect(lines).toEqual([])
  })

  test('with all of its headers or its body is 408', async () => {
    const { core, origin } = await impatientServer()
    const { id } = await core.accounts.create({ email: 'slow@example.org', plan: 'live' })
    const { key: own } = await core.keys.create(id)
    for (const sent of [
      'GET /v1 HTTP/1.1\r\nHost: a\r\n',
      `POST /v1/webhooks HTTP/1.1\r\nHost: a\r\nX-API-Key: ${own}\r\nContent-Length: 9\r\n\r\n{`,
    ]) {
      const { responses, closed } = await sendBytes(origin, sent)
      expect(responses.map(checkRefusal)).toMatchObject([{ message: 'The request did not arrive in time.' }])
      expect([responses.map(({ status }) => status), closed]).toEqual([[408], true])
    }
    expect(lines.map(({ reason }) => reason)).toContain('ERR_HTTP_REQUEST_TIMEOUT')
  })
})

import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkResponse } from './testing/request.ts'
import { GAMES, readLeagueIds, NOW } from './testing/league.ts'
import { checkRefusal, openSocket, rawRequest, sendBytes } from './testing/raw-requests.ts'
import { sharedService } from './testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let final: string
beforeAll(async () => {
  key = await service().newKey('complete')
  final = (await readLeagueIds(service().core)).final
})

const statusNow = async (): Promise<number> => (await service().request('/v1/games', { key })).status
afterEach(async ({ task }) => {
  const status = await statusNow()
  if (status !== 200) throw new Error(`after ${task.name} the service returns ${status}`)
})

test('responses to pipelined requests arrive in the order of the requests', async () => {
  const paths = ['/v1/games', '/v1/games?page=0', '/v1/nothing', `/v1/games/${final}/boxscore`, '/v1/games?no=1', '/v1']
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`
  const { responses } = await sendBytes(service().origin, paths.map(line).join(''), rawRequest('/v1/usage', { key }))
  expect(responses.map(({ status }) => status)).toEqual([200, 400, 404, 200, 422, 200, 200])
  for (const [index, response] of responses.entries())
    checkResponse({ method: 'GET', path: paths[index] ?? '/v1/usage' }, response)
})

describe('a connection that the client closes', () => {
  const reset = async (...sent: (string | Uint8Array)[]) => {
    const socket = await openSocket(service().origin)
    for (const each of sent) socket.write(each)
    await setTimeout(2)
    socket.resetAndDestroy()
  }

  test('during the request does not affect other connections', async () => {
    const whole = rawRequest(`/v1/games/${final}/playbyplay`, { key })
    for (let length = 0; length < whole.length; length += 9) await reset(whole.subarray(0, length))
    await reset(rawRequest('/v1/games', { headers: 'Host: a\r\nContent-Length: 1000\r\n', key }), 'half')
    expect(await statusNow()).toBe(200)
  })

  test('during the response does not affect other connections', async () => {
    const paths = ['/v1/openapi.json', `/v1/games/${final}/playbyplay`, '/v1/games']
    for (let i = 0; i < 30; i++) await reset(rawRequest(paths[i % 3] ?? '', { key }))
    await setTimeout(50)
    expect(await statusNow()).toBe(200)
  })

  test('after its request is closed by the server after the response', async () => {
    const socket = await openSocket(service().origin)
    const closed = once(socket.resume(), 'close')
    socket.end(rawRequest('/v1/games', { key }))
    await closed
    expect(socket.destroyed).toBe(true)
  })
})

test.each<[string, string | Uint8Array]>([
  ['zeros', Buffer.alloc(10_000)],
  ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc])],
  ['a word', 'hello\r\n\r\n'],
  ['half a line', 'GET\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['SSH', 'SSH-2.0-client\r\n'],
])('bytes that are not HTTP/1 are refused, and the connection is closed: %s', async (_, sent) => {
  const { responses, closed } = await sendBytes(service().origin, sent)
  expect(responses.map(({ status }) => status)).toEqual([400])
  expect(responses.map(checkRefusal)).toHaveLength(1)
  expect(closed).toBe(true)
})

test('empty lines alone get no response', async () => {
  expect((await sendBytes(service().origin, '\r\n\r\n\r\n')).responses).toEqual([])
})

describe('a method', () => {
  const sent = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`

  test('of HTTP that the path does not support returns 405', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'M-SEARCH', 'TRACE', 'DELETE']) {
      const { responses } = await sendBytes(service().origin, sent(`${method} /v1/games`))
      expect(responses.map((response) => checkResponse({ method, path: '/v1/games' }, response).status)).toEqual([405])
    }
  })

  test.each(['BREW /v1/games', 'get /v1/games', 'GET/v1/games', 'CONNECT a.example:443'])(
    'that the service does not know is refused, and the connection is closed: %s',
    async (line) => {
      const { responses, closed } = await sendBytes(service().origin, sent(line))
      expect(responses.map(({ status }) => status)).toEqual([400])
      expect(responses.map(checkRefusal)).toHaveLength(1)
      expect(closed).toBe(true)
    },
  )
})

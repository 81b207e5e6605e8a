import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkRefusal, rawRequest, sendBytes, requestStatuses } from './testing/raw-requests.ts'
import { sharedService } from './testing/services.ts'

const service = sharedService('Postgres')
let key: string
beforeAll(async () => {
  key = await service().newKey('complete')
})
afterEach(async ({ task }) => {
  const { status } = await service().request('/v1/games', { key })
  if (status !== 200) throw new Error(`after ${task.name} the service returns ${status}`)
})

const statuses = (headers: string, ...body: string[]) =>
  requestStatuses(service().origin, '/v1/games', rawRequest('/v1/games', { headers, key }), ...body)

describe('headers', () => {
  test('ten thousand are refused', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1\r\n`).join('')
    expect(await statuses(`Host: a\r\n${many}`)).toEqual([431])
  })

  test('hundreds are accepted', async () => {
    expect(await statuses(`Host: a\r\n${'X-A:\r\n'.repeat(900)}`)).toEqual([200])
  })

  test.each<[string, string]>([
    ['a name with a blank', 'Host: a\r\nBad Name: 1\r\n'],
    ['a line without a colon', 'Host: a\r\nnothing\r\n'],
    ['an empty name', 'Host: a\r\n: 1\r\n'],
    ['a NUL', 'Host: a\r\nX-Request-Id: a\0b\r\n'],
    ['a lone line feed', 'Host: a\nX-A: 1\n'],
    ['a folded line', 'Host: a\r\nX-A: 1\r\n 2\r\n'],
    ['two lengths', 'Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n'],
    ['a length and chunks', 'Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks and a length', 'Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n'],
    ['a negative length', 'Host: a\r\nContent-Length: -1\r\n'],
    ['a length in words', 'Host: a\r\nContent-Length: five\r\n'],
  ])('with %s are refused, and the connection is closed', async (_, headers) => {
    const { responses, closed } = await sendBytes(service().origin, rawRequest('/v1/games', { headers, key }), 'hello')
    expect(responses.map(checkRefusal)).toHaveLength(1)
    expect([responses.map(({ status }) => status), closed]).toEqual([[400], true])
  })

  test.each<[string, string]>([
    ['an upgrade', 'Upgrade: websocket\r\n'],
    ['another protocol', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'],
    ['bytes that are not ASCII', 'X-A: \xff\xfe\x80\r\n'],
    ['a Range', 'Range: bytes=0-1\r\n'],
    ['If-Modified-Since', 'If-Modified-Since: Fri, 20 Nov 2026 00:00:00 GMT\r\n'],
    ['a method override', 'X-HTTP-Method-Override: DELETE\r\n'],
    [
      'headers of a proxy',
      'X-Forwarded-Host: elsewhere.example\r\nX-Forwarded-Proto: ftp\r\nForwarded: host=elsewhere\r\n',
    ],
  ])('with %s do not change the response', async (_, headers) => {
    expect(await statuses(`Host: a\r\n${headers}`)).toEqual([200])
  })

  test('with an unsupported Expect are refused with 417', async () => {
    const headers = 'Host: a\r\nExpect: nothing\r\n'
    const { responses } = await sendBytes(service().origin, rawRequest('/v1/games', { headers, key }))
    expect(responses.map(checkRefusal)).toMatchObject([{ message: expect.stringContaining('100-continue') }])
    expect(responses.map(({ status }) => status)).toEqual([417])
  })

  test('a request id cannot inject another header', async () => {
    for (const id of ['a\r\n\tX-Evil: 1', 'a\rX-Evil: 1', 'a%0d%0aX-Evil: 1', 'a\u0085X-Evil: 1']) {
      const headers = `Host: a\r\nX-Request-Id: ${id}\r\n`
      const { responses } = await sendBytes(service().origin, rawRequest('/v1/games', { headers, key }))
      expect(responses.filter((response) => response.headers.has('x-evil'))).toEqual([])
    }
  })
})

describe('Host', () => {
  test.each<[string, string]>([
    ['a path', 'a/b?c'],
    ['a user', 'user:password@a'],
    ['a port too high', 'a:99999'],
    ['half an IPv6 address', '[::1'],
    ['punctuation', '<>"{}|^`'],
    ['bytes that are not ASCII', '\xff\xfe'],
  ])('that is %s is 400 bad_request', async (_, host) => {
    expect(await statuses(`Host: ${host}\r\n`)).toEqual([400])
  })

  test.each<[string, string]>([
    ['an IPv6 address', 'Host: [::1]:3000\r\n'],
    ['another name', 'Host: elsewhere.example\r\n'],
    ['empty', 'Host:\r\n'],
    ['blank', 'Host:    \r\n'],
  ])('that is %s does not change the response', async (_, headers) => {
    expect(await statuses(headers)).toEqual([200])
  })

  test.each<[string, string]>([
    ['missing', ''],
    ['sent twice', 'Host: a\r\nHost: b\r\n'],
    ['sent twice, and the same', 'Host: a\r\nX-A: 1\r\nHost: a\r\n'],
  ])('that is %s is 400 bad_request', async (_, headers) => {
    const { responses, closed } = await sendBytes(service().origin, rawRequest('/v1/games', { headers, key }))
    expect(responses.map(checkRefusal)).toMatchObject([{ message: expect.stringContaining('Host') }])
    expect([responses.map(({ status }) => status), closed]).toEqual([[400], true])
  })
})

describe('a body on a GET is 400', () => {
  const length = (bytes: number) => `Host: a\r\nContent-Length: ${bytes}\r\n`
  const CHUNKS = 'Host: a\r\nTransfer-Encoding: chunked\r\n'

  test('with a Content-Length', async () => {
    expect(await statuses(length(5), 'hello')).toEqual([400])
  })

  test('in chunks', async () => {
    expect(await statuses(CHUNKS, '5\r\nhello\r\n0\r\n\r\n')).toEqual([400])
  })

  test('even if most of it never arrives', async () => {
    expect(await statuses(length(999_999_999), 'a')).toEqual([400])
    expect(await statuses(CHUNKS, '5\r\nhel')).toEqual([400])
  })

  test('or closes the connection after an invalid chunk', async () => {
    expect(await statuses(CHUNKS, 'ZZ\r\nnonsense')).toEqual([400])
  })

  test('unless its Content-Length is 0', async () => {
    expect(await statuses(length(0))).toEqual([200])
  })

  test('and does not affect the next request on the connection', async () => {
    const first = `GET /v1/games HTTP/1.1\r\nX-API-Key: ${key}\r\n${length(5)}\r\nhello`
    const sent = [first, rawRequest('/v1/seasons', { key })]
    expect(await requestStatuses(service().origin, '/v1/seasons', ...sent)).toEqual([400, 200])
  })
})

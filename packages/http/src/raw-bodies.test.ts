import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBodyError } from './testing/response.ts'
import { checkResponse } from './testing/request.ts'
import { sharedService, WEBHOOKS } from './testing/services.ts'
import { checkRefusal, openSocket, sendBytes } from './testing/raw-requests.ts'

const service = sharedService('Postgres', WEBHOOKS)
let key: string
beforeAll(async () => {
  key = await service().newKey('live')
})
afterEach(async ({ task }) => {
  const { status, body } = await service().request('/v1/webhooks', { key })
  if (status !== 200) throw new Error(`after ${task.name} the service returns ${status}`)
  if (!JSON.stringify(body).startsWith('{"data":[],')) throw new Error(`${task.name} has created a webhook`)
})

const PATH = '/v1/webhooks'
const head = (headers: string, path = PATH) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n${headers}\r\n`
const sized = (body: string | Uint8Array) =>
  [head(`Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`), body] as const
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

/** The errors in the responses, each checked against the document. */
const errors = async (...sent: (string | Uint8Array)[]) => {
  const { responses, closed } = await sendBytes(service().origin, ...sent)
  return {
    closed,
    refusals: responses.map((response) => getBodyError(checkResponse({ method: 'POST', path: PATH }, response))),
  }
}
const badRequest = (message: string) => [{ code: 'bad_request', message: expect.stringContaining(message) }]

describe('a body is refused', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['that is not JSON', '{"url":', 'not JSON'],
    ['that is nested without end', '['.repeat(60_000), 'not JSON'],
    ['that is nested deeply', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'JSON object'],
    ['that is nested deeply in a field', `{"url":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`, 'url'],
    [
      'that is nested deeply in a list',
      `{"url":"https://a.example","events":${'['.repeat(9000)}${']'.repeat(9000)}}`,
      'events',
    ],
    ['that is not UTF-8', Buffer.from('{"url":"\xff\xfe"}', 'latin1'), 'UTF-8'],
    ['of zero bytes', new Uint8Array(1000), 'not JSON'],
    ['with a lone surrogate and a NUL', '{"url":"\\ud800\\u0000"}', 'url'],
    ['with an infinite number', '{"url":1e999999}', 'url'],
  ])('%s', async (_, body, message) => {
    expect((await errors(...sized(body))).refusals).toMatchObject(badRequest(message))
  })

  test.each([
    '{"__proto__":{"url":"https://a.example"}}',
    '{"url":"https://a.example","constructor":{"prototype":{}}}',
  ])('with an unknown field: %s', async (body) => {
    expect((await errors(...sized(body))).refusals).toMatchObject([
      { code: 'unknown_parameter', allowed: ['url', 'events', 'competitions'] },
    ])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('a body that is too large is refused before all of it arrives', () => {
  test('because of its Content-Length', async () => {
    const { refusals } = await errors(head('Content-Length: 99999999999\r\n'), '{"url":')
    expect(refusals).toMatchObject(badRequest('at most 65536 bytes'))
  })

  test('because of its chunks', async () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    const { refusals } = await errors(head(`${CHUNKED}Connection: close\r\n`), chunk, '2\r\n{}\r\n0\r\n\r\n')
    expect(refusals).toMatchObject(badRequest('at most 65536 bytes'))
  })

  test('even if its chunks never end', async () => {
    const socket = await openSocket(service().origin)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
    socket.write(head(CHUNKED))
    const chunk = `1000\r\n${'['.repeat(4096)}\r\n`
    let sent = 0
    while (!socket.destroyed && sent < 100_000_000) {
      sent += chunk.length
      if (!socket.write(chunk)) await setTimeout(1)
    }
    socket.destroy()
    expect(sent).toBeLessThan(100_000_000)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 [^]*at most 65536 bytes/)
  })
})

describe('a body with a Content-Encoding', () => {
  const encoded = (encoding: string, body = '{"url":1}') =>
    errors(head(`Content-Length: ${body.length}\r\nConnection: close\r\nContent-Encoding: ${encoding}\r\n`), body)

  test.each(['gzip', 'GZIP', 'br', 'deflate', 'x-gzip', 'identity, gzip', 'nothing'])(
    'is refused, even if it is not encoded at all: %s',
    async (encoding) => {
      expect((await encoded(encoding)).refusals).toMatchObject(badRequest('without Content-Encoding'))
    },
  )

  test.each(['identity', 'Identity', 'identity, identity', ''])(
    'is read if it is not encoded: %j',
    async (encoding) => {
      expect((await encoded(encoding)).refusals).toMatchObject(badRequest('url'))
    },
  )

  test('is refused in tRPC too', async () => {
    const headers = { 'content-encoding': 'gzip', 'x-api-key': key }
    const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{"json":{}}' }
    const call = await fetch(`${service().origin}/trpc/webhooks.test`, json)
    expect([call.status, await call.text()]).toEqual([400, expect.stringContaining('without Content-Encoding')])
  })

  test('has none if it is empty', async () => {
    const { refusals } = await encoded('gzip', '')
    expect(refusals).toMatchObject(badRequest('empty'))
  })
})

describe('a Transfer-Encoding', () => {
  test('of HTTP/1.0 is refused, and closes the connection although the client would keep it open', async () => {
    const start = head(`${CHUNKED}Connection: keep-alive\r\n`).replace('HTTP/1.1', 'HTTP/1.0')
    const { responses, closed } = await sendBytes(service().origin, start, '2\r\n{}\r\n0\r\n\r\n', start)
    expect([responses.map(checkRefusal), closed]).toMatchObject([
      [{ message: expect.stringContaining('HTTP/1.0 has no Transfer-Encoding') }],
      true,
    ])
  })

  test.each(['gzip, chunked', 'identity, chunked', 'chunked, chunked', 'chunked, gzip', 'gzip', 'xchunked'])(
    'of another kind than chunked is refused, and closes the connection: %s',
    async (encoding) => {
      const start = head(`Transfer-Encoding: ${encoding}\r\n`)
      const { responses, closed } = await sendBytes(service().origin, start, '2\r\n{}\r\n0\r\n\r\n')
      expect([responses.map(checkRefusal), closed]).toMatchObject([[{ message: expect.any(String) }], true])
    },
  )

  test.each(['gzip', 'xchunked', 'chunked, gzip'])('of HTTP/1.0 is refused whatever it is: %s', async (encoding) => {
    const start = head(`Transfer-Encoding: ${encoding}\r\n`).replace('HTTP/1.1', 'HTTP/1.0')
    const { responses, closed } = await sendBytes(service().origin, start, '{}')
    expect([responses.map(({ status }) => status), closed]).toEqual([[400], true])
  })

  test('of chunked is read in any letter case', async () => {
    const { refusals } = await errors(head('transfer-encoding:  Chunked \r\nConnection: close\r\n'), '0\r\n\r\n')
    expect(refusals).toMatchObject(badRequest('empty'))
  })
})

describe('a wrong Content-Length', () => {
  test('that is larger than the body: the server waits for the rest, and sends no error when the connection ends', async () => {
    const { refusals } = await errors(head('Content-Length: 100\r\n'), '{"url":1}')
    expect(refusals).toEqual([])
  })

  test('that is smaller than the body: the rest is not a request, and the connection is closed', async () => {
    const { refusals, closed } = await errors(head('Content-Length: 5\r\n'), '{"url":1}\r\n\r\n')
    expect(refusals).toMatchObject([{ code: 'bad_request' }, { code: 'bad_request' }])
    expect(closed).toBe(true)
  })

  test.each(['Content-Length: -1\r\n', 'Content-Length: 1e3\r\n', `Content-Length: 5\r\n${CHUNKED}`])(
    'that is invalid is refused, and closes the connection: %j',
    async (headers) => {
      expect(await errors(head(headers), '{"url":1}')).toMatchObject({
        refusals: badRequest('not valid HTTP/1.1'),
        closed: true,
      })
    },
  )

  test('invalid chunks are refused, and close the connection', async () => {
    expect(await errors(head(CHUNKED), 'ZZ\r\n{"url":1}')).toMatchObject({
      refusals: badRequest('not valid HTTP/1.1'),
      closed: true,
    })
  })
})

test('a connection that is lost in the middle of a body does not affect other requests', async () => {
  for (const length of [0, 1, 5, 20]) {
    const socket = await openSocket(service().origin)
    socket.on('error', () => {})
    socket.write(head('Content-Length: 100\r\n') + '{"url":"https://a.example'.slice(0, length))
    await setTimeout(5)
    socket.resetAndDestroy()
  }
  await setTimeout(50)
  expect((await service().request(PATH, { key })).status).toBe(200)
})

test('a chunked body is read like any other', async () => {
  const chunks = ['{"ur', 'l":1,"no":', '1}'].map((text) => `${text.length.toString(16)}\r\n${text}\r\n`)
  const { refusals } = await errors(head(`${CHUNKED}Connection: close\r\n`), ...chunks, '0\r\n\r\n')
  expect(refusals).toMatchObject([{ code: 'unknown_parameter' }])
})

describe('DELETE, and POST of a test', () => {
  const paths = [
    ['DELETE', '/v1/webhooks/wh_0000000000000000'],
    ['POST', '/v1/webhooks/wh_0000000000000000/test'],
  ] as const
  const codes = async (method: string, path: string, headers: string, body: string) => {
    const start = `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n${headers}\r\n`
    const { responses } = await sendBytes(service().origin, start, body)
    return responses.map((response) => getBodyError(checkResponse({ method, path }, response)).code)
  }
  const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n`

  test('accept an empty body and an empty JSON object, of any content type', async () => {
    for (const [method, path] of paths)
      for (const body of ['', '{}', ' {\r\n } '])
        for (const type of ['', 'Content-Type: application/json\r\n', 'Content-Type: text/plain\r\n'])
          expect(await codes(method, path, length(body) + type, body)).toEqual(['not_found'])
    for (const [method, path] of paths) {
      expect(await codes(method, path, CHUNKED, '0\r\n\r\n')).toEqual(['not_found'])
      expect(await codes(method, path, CHUNKED, '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n')).toEqual(['not_found'])
    }
  })

  test.each(['[]', 'null', '""', '{}{}', '{', '{"a":1}', 'a=1', '\xff', `${' '.repeat(65_000)}x`, ' '.repeat(70_000)])(
    'refuse any other body: %j',
    async (body) => {
      for (const [method, path] of paths) expect(await codes(method, path, length(body), body)).toEqual(['bad_request'])
    },
  )
})

test('a refused body does not affect the next request on the connection', async () => {
  const path = '/v1/webhooks/wh_0000000000000000/test'
  const { responses } = await sendBytes(service().origin, head('Content-Length: 2\r\n', path), '[]', ...sized('{}'))
  const own = responses.map((response, index) =>
    getBodyError(checkResponse({ method: 'POST', path: index === 0 ? path : PATH }, response)),
  )
  expect(own.map(({ message }) => message)).toEqual([
    'A POST request to this path takes no body, or an empty JSON object.',
    'url is required.',
  ])
})

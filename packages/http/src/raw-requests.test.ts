import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { held } from './testing/answers.ts'
import { errorOf } from './testing/bodies.ts'
import { GAMES, idsOf, NOW } from './testing/league.ts'
import { sharedService } from './testing/services.ts'
import { openSocket, speak, type Spoken } from './testing/sockets.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let final: string
beforeAll(async () => {
  key = await service().newKey('complete')
  final = (await idsOf(service().core)).final
})

afterEach(async () => {
  expect((await service().ask('/v1/games', { key })).status).toBe(200)
})

const LAST = 'Connection: close\r\n\r\n'
const request = (target: string | Buffer, headers = 'Host: 127.0.0.1\r\n', version = 'HTTP/1.1'): Buffer =>
  Buffer.concat([
    Buffer.from('GET '),
    Buffer.from(target),
    Buffer.from(` ${version}\r\n${headers}X-API-Key: ${key}\r\n${LAST}`, 'latin1'),
  ])

/** The answers of the app, held against the document; what Node refuses before it is no answer of the app. */
const answersOf = ({ answers, closed }: Spoken, path: string) =>
  answers.flatMap((received) => {
    if (received.headers.has('x-request-id')) return [held({ method: 'GET', path }, received)]
    expect([400, 414, 417, 431]).toContain(received.status)
    expect([received.bytes.length, closed]).toEqual([0, true])
    return []
  })

const statusesOf = async (path: string, ...sent: (string | Uint8Array)[]) =>
  answersOf(await speak(service().origin, ...sent), path).map(({ status }) => status)

describe('a target', () => {
  test.each<[string, number, string?]>([
    ['//', 404],
    ['///v1/games', 404],
    ['/v1//games', 404],
    ['/v1/games?__proto__=1', 422],
    ['/v1/games?status=%FF', 400],
    ['/v1/games?status=%C3%28', 400],
    ['/v1/games?status=%', 400],
    ['/v1/games?status=%ZZ', 400],
    ['/v1/games/%E0%A4%A', 400],
    ['/v1/games/%FF', 400],
    ['/v1/games/%00', 400],
    ['/v1/games/%2F', 400],
    ['/v1/games/%2e%2e%2fusage', 400],
    ['/v1/%00', 404],
    ['/v1/games%2F', 404],
    ['/v1/games/..%5Cusage', 400],
    ['/v1/games?a', 422],
    ['/v1/games??', 422],
    ['/v1/games?&&&', 200],
    ['/v1/games?', 200],
  ])('%s is answered %i', async (target, status) => {
    expect(await statusesOf(target, request(target))).toEqual([status])
  })

  test.each<[string, string, number]>([
    ['path', `/v1/games/${'a'.repeat(8000)}`, 400],
    ['path of many parts', `/v1/${'a/'.repeat(3000)}`, 404],
    ['query of many names', `/v1/games?${'a=1&'.repeat(2000)}`, 422],
    ['query of many signs', `/v1/games?status=${'%41'.repeat(2500)}`, 400],
  ])('with a long %s is answered', async (_, target, status) => {
    expect(await statusesOf(target, request(target))).toEqual([status])
  })

  test('in absolute form is answered as its path', async () => {
    for (const target of [
      'http://127.0.0.1/v1/games',
      'http://elsewhere.example/v1/games',
      'HTTPS://a.example/v1/games',
    ])
      expect([[200], [400], []]).toContainEqual(await statusesOf('/v1/games', request(target)))
    expect(await statusesOf('/v1/games', request('http://elsewhere.example/v1/games'))).toEqual([200])
  })

  test.each([
    'http://[::1',
    'http://',
    'http://a b/',
    '*',
    'v1/games',
    '/v1\\games',
    '?',
    'ftp://a/v1/games',
    'javascript:1',
    '',
  ])('that is none is 400 or cut off: %s', async (target) => {
    const answers = answersOf(await speak(service().origin, request(target)), '/v1/games')
    expect([[], [400], [404]]).toContainEqual(answers.map(({ status }) => status))
  })

  test('that cannot be read is a bad_request with its envelope', async () => {
    for (const target of ['http://[::1', 'http://', '/v1\\games']) {
      const { answers } = await speak(service().origin, request(target))
      expect(answers.map(({ status }) => status)).toEqual([400])
      for (const { bytes } of answers)
        expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: 'bad_request' } })
    }
  })

  test('of raw bytes is 400 or read as the UTF-8 it is', async () => {
    const zalgiris = Buffer.from('/v1/teams?q=Žalgiris')
    expect([[200], [400], []]).toContainEqual(await statusesOf('/v1/teams', request(zalgiris)))
    const [answer] = answersOf(await speak(service().origin, request(zalgiris)), '/v1/teams')
    if (answer?.status === 200) expect(answer.text).toContain('Žalgiris')
    for (const bytes of [[0xff], [0xc3, 0x28], [0x80, 0x81], [0xed, 0xa0, 0x80]]) {
      const target = Buffer.concat([Buffer.from('/v1/teams?q=a'), Buffer.from(bytes)])
      expect([[400], []]).toContainEqual(await statusesOf('/v1/teams', request(target)))
    }
  })

  test('with bytes that no target has is refused', async () => {
    for (const byte of ['\0', '\x01', '\x7f', '\t']) {
      const statuses = await statusesOf('/v1/games', request(`/v1/games?status=final${byte}`))
      expect([[400], []]).toContainEqual(statuses)
    }
  })

  test('of a megabyte is refused', async () => {
    expect(await statusesOf('/v1/games', request(`/v1/games?q=${'a'.repeat(1_000_000)}`))).toEqual([])
    expect(await statusesOf('/v1/x', request(`/${'a'.repeat(1_000_000)}`))).toEqual([])
  })
})

describe('headers', () => {
  test('ten thousand are refused', async () => {
    const many = Array.from({ length: 10_000 }, (_, place) => `X-${place}: 1\r\n`).join('')
    expect(await statusesOf('/v1/games', request('/v1/games', `Host: a\r\n${many}`))).toEqual([])
  })

  test('as many as fit are answered', async () => {
    const many = 'a:\r\n'.repeat(900)
    expect(await statusesOf('/v1/games', request('/v1/games', `Host: a\r\n${many}`))).toEqual([200])
  })

  test.each<[string, string, number[]]>([
    ['no Host', '', []],
    ['two of them', 'Host: a\r\nHost: b\r\n', [200]],
    ['an empty one', 'Host:\r\n', [200]],
    ['a blank one', 'Host:    \r\n', [200]],
    ['a path', 'Host: a/b?c\r\n', [400]],
    ['a user', 'Host: user:password@a\r\n', [400]],
    ['a port too many', 'Host: a:99999\r\n', [400]],
    ['half an address', 'Host: [::1\r\n', [400]],
    ['signs', 'Host: <>"{}|^`\r\n', [400]],
    ['bytes', 'Host: \xff\xfe\r\n', [400]],
    ['an address', 'Host: [::1]:3000\r\n', [200]],
    ['another host', 'Host: elsewhere.example\r\n', [200]],
  ])('Host: %s', async (_, host, statuses) => {
    expect(await statusesOf('/v1/games', request('/v1/games', host))).toEqual(statuses)
  })

  test.each<[string, string]>([
    ['a name with a blank', 'Host: a\r\nBad Name: 1\r\n'],
    ['no colon', 'Host: a\r\nnothing\r\n'],
    ['a NUL', 'Host: a\r\nX-Request-Id: a\0b\r\n'],
    ['a lone line feed', 'Host: a\nX-A: 1\n'],
    ['a folded line', 'Host: a\r\nX-A: 1\r\n 2\r\n'],
    ['two lengths', 'Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n'],
    ['a length and chunks', 'Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['a negative length', 'Host: a\r\nContent-Length: -1\r\n'],
    ['a length in words', 'Host: a\r\nContent-Length: five\r\n'],
    ['an unknown transfer coding', 'Host: a\r\nTransfer-Encoding: gzip\r\n'],
    ['an expectation', 'Host: a\r\nExpect: nothing\r\n'],
    ['an upgrade', 'Host: a\r\nUpgrade: websocket\r\n'],
    [
      'another protocol',
      'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
    ],
  ])('with %s: an answer or the end', async (_, headers) => {
    const { answers, closed } = await speak(service().origin, request('/v1/games', headers))
    expect(closed || answers.length > 0).toBe(true)
    for (const { status } of answers) expect([200, 400, 417]).toContain(status)
  })

  test('a request id cannot carry another header', async () => {
    const { answers } = await speak(
      service().origin,
      request('/v1/games', 'Host: a\r\nX-Request-Id: a\r\n\tX-Evil: 1\r\n'),
    )
    for (const { headers } of answers) expect(headers.get('x-evil')).toBeNull()
  })
})

describe('a body on a GET is 400', () => {
  test('with its length', async () => {
    const sent = request('/v1/games', 'Host: a\r\nContent-Length: 5\r\n')
    expect(await statusesOf('/v1/games', sent, 'hello')).toEqual([400])
  })

  test('in chunks', async () => {
    const sent = request('/v1/games', 'Host: a\r\nTransfer-Encoding: chunked\r\n')
    expect(await statusesOf('/v1/games', sent, '5\r\nhello\r\n0\r\n\r\n')).toEqual([400])
  })

  test('though most of it never comes, or what comes is no chunk', async () => {
    expect(
      await statusesOf('/v1/games', request('/v1/games', 'Host: a\r\nContent-Length: 999999999\r\n'), 'a'),
    ).toEqual([400])
    const chunks = request('/v1/games', 'Host: a\r\nTransfer-Encoding: chunked\r\n')
    for (const status of await statusesOf('/v1/games', chunks, 'ZZ\r\nnonsense')) expect(status).toBe(400)
  })
})

describe('HTTP/1.0', () => {
  test('is answered, with and without Host', async () => {
    expect(await statusesOf('/v1/games', request('/v1/games', 'Host: a\r\n', 'HTTP/1.0'))).toEqual([200])
    expect(await statusesOf('/v1/games', request('/v1/games', '', 'HTTP/1.0'))).toEqual([200])
  })

  test.each(['HTTP/9.9', 'HTTP/1.', 'HTTQ/1.1', ''])('%s is refused', async (version) => {
    expect(await statusesOf('/v1/games', request('/v1/games', 'Host: a\r\n', version))).toEqual([])
  })
})

test('pipelined requests are answered in their order', async () => {
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n`
  const paths = ['/v1/games', '/v1/games?page=0', '/v1/nothing', `/v1/games/${final}/boxscore`, '/v1/games?no=1', '/v1']
  const sent = `${paths.map((path) => `${line(path)}\r\n`).join('')}${line('/v1/usage')}${LAST}`
  const { answers } = await speak(service().origin, sent)
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 200, 422, 200, 200])
  for (const [place, answer] of answers.entries()) held({ method: 'GET', path: paths[place] ?? '/v1/usage' }, answer)
})

test('a refused body does not spoil the request after it', async () => {
  const first = `GET /v1/games HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Length: 5\r\n\r\nhello`
  const { answers } = await speak(service().origin, first, request('/v1/seasons'))
  expect(answers.map(({ status }) => status)).toEqual([400, 200])
})

describe('a connection that is cut', () => {
  const cut = async (...sent: (string | Uint8Array)[]) => {
    const socket = await openSocket(service().origin)
    for (const each of sent) socket.write(each)
    socket.resetAndDestroy()
  }

  test('in the middle of the request harms nobody else', async () => {
    const whole = request(`/v1/games/${final}/playbyplay`)
    for (let length = 0; length < whole.length; length += 7) await cut(whole.subarray(0, length))
    await cut(request('/v1/games', 'Host: a\r\nContent-Length: 1000\r\n'), 'half')
  })

  test('while the answer is on its way harms nobody else', async () => {
    for (let i = 0; i < 30; i++) await cut(request(i % 2 === 0 ? '/v1/openapi.json' : `/v1/games/${final}/playbyplay`))
    await setTimeout(50)
  })

  test('or half closed is answered or ended', async () => {
    const socket = await openSocket(service().origin)
    socket.end(request('/v1/games'))
    await new Promise((resolve) => socket.on('close', resolve).resume())
  })
})

test('what is no HTTP at all is ended', async () => {
  const noise = [
    Buffer.alloc(10_000),
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]),
    'hello\r\n\r\n',
    '\r\n\r\n\r\n',
    'GET\r\n\r\n',
  ]
  for (const sent of noise)
    for (const { status } of (await speak(service().origin, sent)).answers) expect(status).toBe(400)
})

test.each(['CONNECT a.example:443', 'BREW /v1/games', 'get /v1/games', 'QUERY /v1/games'])(
  '%s: no method of ours',
  async (line) => {
    const { answers, closed } = await speak(service().origin, `${line} HTTP/1.1\r\nHost: a\r\n${LAST}`)
    expect(closed).toBe(true)
    for (const received of answers) {
      expect([400, 405]).toContain(received.status)
      if (received.status === 405)
        expect(errorOf(held({ method: 'QUERY', path: '/v1/games' }, received)).code).toBe('bad_request')
    }
  },
)

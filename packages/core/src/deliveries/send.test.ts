import { channel } from 'node:diagnostics_channel'
import { createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TLSSocket } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AttemptError, RESPONSE_TIMEOUT, send, type SendOptions } from './send.ts'
import { checkTarget } from './target.ts'
import { acceptRaw, certificateFor, receive, receiveSecurely, reply, type Receiver } from './testing/receiver.ts'

const STRICT = { allowPrivate: false }
const LENIENT = { allowPrivate: true }
const NAME = 'hooks.example.org'
const LOCAL = () => Promise.resolve(['127.0.0.1'])
const BODY = '{"type":"game.final","team":"Žalgiris 🏀"}'

const sendTo = (url: string, options: Partial<SendOptions> = {}, body = BODY) =>
  send(
    { url, headers: { 'X-Service-Event': 'game.final' }, body },
    { rules: LENIENT, resolve: LOCAL, timeout: 20_000, ...options },
  )

const sendToPort = ({ port }: Receiver, options: Partial<SendOptions> = {}, body = BODY) =>
  sendTo(`http://127.0.0.1:${port}/games`, options, body)

const failed = (error: AttemptError) => ({ status: null, error, retry_after: null })
const responded = (status: number) => ({ status, error: null, retry_after: null })

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const empty = (head: string): string => `HTTP/1.1 ${head}\r\nContent-Length: 0\r\n\r\n`

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    socket.once('close', () => resolve())
  })

/** Writes `start`, then the same text repeatedly as fast as it is read. `written` counts the bytes. */
const replyForever = (socket: Socket, start: string, text: string): { written: () => number } => {
  let written = start.length
  socket.write(start)
  const more = () => {
    do written += text.length
    while (!socket.destroyed && socket.write(text))
  }
  socket.on('drain', more)
  more()
  return { written: () => written }
}

/** Counts the connections that this process opens. */
const countConnections = (): { count: () => number } => {
  let count = 0
  const sockets = channel('net.client.socket')
  const listener = () => {
    count++
  }
  sockets.subscribe(listener)
  onTestFinished(() => {
    sockets.unsubscribe(listener)
  })
  return { count: () => count }
}

describe('the request', () => {
  test('is one POST with the headers of the message, the standard headers, and the body in UTF-8', async () => {
    const receiver = await receive(reply(OK))
    expect(await sendTo(`http://127.0.0.1:${receiver.port}/games?team=1#part`)).toMatchObject(responded(200))
    const [head, body] = receiver.received().split('\r\n\r\n')
    expect(body).toBe(BODY)
    expect(head?.split('\r\n')).toEqual([
      'POST /games?team=1 HTTP/1.1',
      'X-Service-Event: game.final',
      `host: 127.0.0.1:${receiver.port}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(BODY)}`,
      'user-agent: basketball-data-webhooks/1',
      'connection: close',
    ])
  })

  test('has the name of the url in its Host header', async () => {
    const receiver = await receive(reply(OK))
    await sendTo(`http://${NAME}:${receiver.port}/`)
    expect(receiver.received()).toContain(`host: ${NAME}:${receiver.port}\r\n`)
  })

  test('uses a new connection each time', async () => {
    const receiver = await receive((socket) => socket.write(OK))
    await sendToPort(receiver)
    await sendToPort(receiver)
    expect(receiver.connections).toHaveLength(2)
  })
})

describe('the status is recorded', () => {
  test.each([200, 201, 204, 299, 301, 304, 400, 404, 408, 410, 429, 500, 503, 599])('%i', async (status) => {
    const receiver = await receive(reply(empty(`${status} Status`)))
    const outcome = await sendToPort(receiver)
    expect(outcome).toMatchObject(responded(status))
    expect(Date.now() - outcome.at.getTime()).toBeGreaterThanOrEqual(outcome.duration - 1)
  })

  test('of a redirect, which is not followed', async () => {
    const elsewhere = await receive(reply(OK))
    const receiver = await receive(reply(empty(`302 Found\r\nLocation: http://127.0.0.1:${elsewhere.port}/`)))
    expect(await sendToPort(receiver)).toMatchObject(responded(302))
    expect(elsewhere.connections).toHaveLength(0)
  })

  test('after informational responses', async () => {
    const receiver = await receive(
      reply(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${OK}`),
    )
    expect(await sendToPort(receiver)).toMatchObject(responded(200))
  })

  test('of a response that ends with the connection', async () => {
    expect(await sendToPort(await receive(reply('HTTP/1.1 202 Accepted\r\n\r\nthanks')))).toMatchObject(responded(202))
  })

  test('of a chunked response', async () => {
    expect(await sendToPort(await receive(reply(`${CHUNKED}2\r\nok\r\n0\r\n\r\n`)))).toMatchObject(responded(200))
  })

  test('of a complete response that is followed by more bytes', async () => {
    expect(await sendToPort(await receive(reply(`${OK} and more`)))).toMatchObject(responded(200))
  })

  test('of a response that is sent before the request is read', async () => {
    const receiver = await acceptRaw((socket) => socket.write(empty('413 Content Too Large')))
    expect(await sendToPort(receiver, {}, 'a'.repeat(50_000_000))).toMatchObject(responded(413))
  })

  test('of an endless response, of which 64 kB are read', async () => {
    const chunk = 'a'.repeat(16_384)
    let written = () => 0
    const receiver = await receive((socket) => {
      ;({ written } = replyForever(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n', chunk))
    })
    expect(await sendToPort(receiver)).toMatchObject(responded(200))
    const [connection] = receiver.connections
    if (connection !== undefined) await closed(connection)
    // The other written bytes are in the buffers of the two sockets.
    expect(written()).toBeLessThan(20_000_000)
  })

  test('of an endless chunked response', async () => {
    const receiver = await receive((socket) => replyForever(socket, CHUNKED, '2\r\nok\r\n'.repeat(1000)))
    expect(await sendToPort(receiver)).toMatchObject(responded(200))
  })
})

describe('Retry-After', () => {
  // Dates in the format of asctime are in UTC but do not contain a time zone.
  beforeAll(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    return () => vi.unstubAllEnvs()
  })

  const date = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const imf = (seconds: number) => date(seconds).toUTCString()
  // 'Sun, 06 Nov 1994 08:49:37 GMT' → 'Sunday, 06-Nov-94 08:49:37 GMT' and 'Sun Nov  6 08:49:37 1994'
  const [weekday = '', day = '', month = '', year = '', time = ''] = imf(300).replace(',', '').split(' ')
  const rfc850 = `${weekday}day, ${day}-${month}-${year.slice(2)} ${time} GMT`
  const asctime = `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`
  const inFiveMinutes = { from: 100, to: 300 }
  test.each([
    ['in seconds', '120', { from: 120, to: 120 }],
    ['of no seconds', '0', { from: 0, to: 0 }],
    ['of more seconds than an integer column can store', '9'.repeat(400), { from: 2 ** 31 - 1, to: 2 ** 31 - 1 }],
    ['as a date', imf(300), inFiveMinutes],
    ['as a date of RFC 850', rfc850, inFiveMinutes],
    ['as a date of asctime', asctime, inFiveMinutes],
    ['as a date in the past', imf(-300), { from: 0, to: 0 }],
    ['as a date of 1994', 'Sun, 06 Nov 1994 08:49:37 GMT', { from: 0, to: 0 }],
  ])('%s', async (_form, value, { from, to }) => {
    const { retry_after, status } = await sendToPort(
      await receive(reply(empty(`429 Too Many Requests\r\nRetry-After: ${value}`))),
    )
    expect(status).toBe(429)
    expect(retry_after).toBeGreaterThanOrEqual(from)
    expect(retry_after).toBeLessThanOrEqual(to)
  })

  test.each(['', 'soon', '-1', '1.5', '0x10', '1e3', 'Sunday', '2030-01-01', 'Sun, 99 Nov 2030 08:49:37 GMT'])(
    'that is malformed is ignored: "%s"',
    async (value) => {
      const receiver = await receive(reply(empty(`503 Unavailable\r\nRetry-After: ${value}`)))
      expect(await sendToPort(receiver)).toMatchObject(responded(503))
    },
  )
})

describe('timeout', () => {
  /** In ms. An attempt that ignores its own, much shorter timeout takes at least twice as long. */
  const MAX_DURATION = RESPONSE_TIMEOUT / 2

  const silent = () => {}
  const writeSlowly = (socket: Socket, start: string, text: string) => {
    socket.write(start)
    const timer = setInterval(() => socket.write(text), 20)
    socket.once('close', () => clearInterval(timer))
  }
  test.each([
    ['sends nothing', silent],
    ['sends its headers slowly', (socket: Socket) => writeSlowly(socket, 'HTTP/1.1 200 OK\r\n', 'A: b\r\n')],
    [
      'sends its body slowly',
      (socket: Socket) => writeSlowly(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n', 'a'),
    ],
    [
      'sends informational responses slowly',
      (socket: Socket) => writeSlowly(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
    ],
  ])('of a receiver that %s', async (_what, respond: (socket: Socket) => void) => {
    const receiver = await receive(respond)
    const outcome = await sendToPort(receiver, { timeout: 200 })
    expect(outcome).toMatchObject(failed('timeout'))
    expect(outcome.duration).toBeGreaterThanOrEqual(199)
    expect(outcome.duration).toBeLessThan(MAX_DURATION)
    await Promise.all(receiver.connections.map(closed))
  })

  test('of a receiver that never reads', async () => {
    const receiver = await acceptRaw(silent)
    expect(await sendToPort(receiver, { timeout: 200 }, 'a'.repeat(50_000_000))).toMatchObject(failed('timeout'))
  })

  test('of a TLS handshake without a response', async () => {
    const { port } = await acceptRaw(silent)
    expect(await sendTo(`https://${NAME}:${port}/`, { timeout: 200 })).toMatchObject(failed('timeout'))
  })

  test('of a lookup that takes too long', async () => {
    const { count } = countConnections()
    const { promise: lookup, resolve: finish } = Promise.withResolvers<string[]>()
    const outcome = await sendTo(`http://${NAME}/`, { timeout: 100, resolve: () => lookup })
    expect(outcome).toMatchObject(failed('timeout'))
    expect(outcome.duration).toBeLessThan(MAX_DURATION)
    finish(['127.0.0.1'])
    await sleep(10)
    expect(count()).toBe(0)
  })
})

describe('connection', () => {
  test('to a closed port', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    const address = await new Promise((resolve) => server.once('listening', () => resolve(server.address())))
    await new Promise((resolve) => server.close(resolve))
    const { port } = address as { port: number }
    expect(await sendTo(`http://127.0.0.1:${port}/`)).toMatchObject(failed('refused'))
    const resolve = () => Promise.resolve(['127.0.0.1', '127.0.0.1'])
    expect(await sendTo(`http://${NAME}:${port}/`, { resolve })).toMatchObject(failed('refused'))
  })

  test.each([
    ['closed without a response', reply('')],
    ['closed in the first line', reply('HTTP/1.1 20')],
    ['closed in the headers', reply('HTTP/1.1 200 OK\r\nContent-')],
    ['closed after an informational response', reply('HTTP/1.1 100 Continue\r\n\r\n')],
    ['closed before the end of the body', reply('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok')],
    ['closed before the body', reply('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n')],
    ['closed between chunks', reply(`${CHUNKED}2\r\nok\r\n`)],
    ['closed in a chunk', reply(`${CHUNKED}100\r\nok`)],
    ['closed before the last line', reply(`${CHUNKED}2\r\nok\r\n0\r\n`)],
    ['reset without a response', (socket: Socket) => socket.resetAndDestroy()],
    [
      'reset in a chunk',
      (socket: Socket) => socket.write(`${CHUNKED}100\r\nok`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
    ],
  ])('%s', async (_how, respond) => {
    expect(await sendToPort(await receive(respond))).toMatchObject(failed('connection'))
  })

  test('reset immediately', async () => {
    const receiver = await acceptRaw((socket) => socket.resetAndDestroy())
    expect(await sendToPort(receiver)).toMatchObject(failed('connection'))
  })
})

describe('a response that is not HTTP', () => {
  test.each([
    ['another protocol', '220 mail.example.org ESMTP\r\n'],
    ['garbage', '\u0000\u0001\u0002\u00ff\u00fe'.repeat(100)],
    ['a page without headers', '<html>hello</html>'],
    ['an unknown version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a status below 100', empty('099 Odd')],
    ['a status beyond 599', empty('600 Odd')],
    ['a status of 999', empty('999 Odd')],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'],
    ['a switch to an unnamed protocol', 'HTTP/1.1 101 Switching\r\n\r\n'],
    ['two Content-Lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'],
    ['a header with a zero byte', 'HTTP/1.1 200 OK\r\nA: \u0000\r\n\r\n'],
    ['a malformed chunk size', `${CHUNKED}zz\r\nok\r\n`],
    ['headers beyond 16 kB', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('%s', async (_what, text) => {
    expect(await sendToPort(await receive(reply(text)))).toMatchObject(failed('response'))
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'A: b\r\n'.repeat(1000)],
    ['one header', 'HTTP/1.1 200 OK\r\nA: ', 'a'.repeat(10_000)],
    ['the first line', 'HTTP/1.1 200 ', 'a'.repeat(10_000)],
    ['informational responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)],
    ['trailers', `${CHUNKED}0\r\n`, 'A: b\r\n'.repeat(1000)],
    ['a chunk extension', `${CHUNKED}1;`, 'a'.repeat(10_000)],
  ])('endless: %s', async (_what, start, text) => {
    const receiver = await receive((socket) => replyForever(socket, start, text))
    expect(await sendToPort(receiver)).toMatchObject(failed('response'))
    await Promise.all(receiver.connections.map(closed))
  })
})

describe('tls', () => {
  const names = (receiver: Receiver) => receiver.connections.map((socket) => (socket as TLSSocket).servername)

  test.each([NAME, `${NAME}.`, NAME.toUpperCase()])('a certificate for the name is accepted: %s', async (host) => {
    const { cert, key } = await certificateFor(NAME)
    const receiver = await receiveSecurely({ cert, key }, reply(OK))
    expect(await sendTo(`https://${host}:${receiver.port}/`, { ca: cert })).toMatchObject(responded(200))
    expect(names(receiver)).toEqual([NAME])
    expect(receiver.received()).toContain(BODY)
  })

  test('a certificate for the address is accepted, and no server name is sent', async () => {
    const { cert, key } = await certificateFor(NAME)
    const receiver = await receiveSecurely({ cert, key }, reply(OK))
    expect(await sendTo(`https://127.0.0.1:${receiver.port}/`, { ca: cert })).toMatchObject(responded(200))
    expect(names(receiver)).toEqual([false])
  })

  test('a certificate for another name is refused before a byte is sent', async () => {
    const { cert, key } = await certificateFor('other.example.org')
    const receiver = await receiveSecurely({ cert, key }, reply(OK))
    expect(await sendTo(`https://${NAME}:${receiver.port}/`, { ca: cert })).toMatchObject(failed('certificate_name'))
    expect(receiver.received()).toBe('')
  })

  test('an untrusted certificate is refused', async () => {
    const receiver = await receiveSecurely(await certificateFor(NAME), reply(OK))
    expect(await sendTo(`https://${NAME}:${receiver.port}/`)).toMatchObject(failed('certificate_untrusted'))
    expect(receiver.received()).toBe('')
  })

  test('an expired certificate is refused', async () => {
    const { cert, key } = await certificateFor(NAME, -1)
    const { port } = await receiveSecurely({ cert, key }, reply(OK))
    expect(await sendTo(`https://${NAME}:${port}/`, { ca: cert })).toMatchObject(failed('certificate_expired'))
  })

  test('a receiver that demands a client certificate is an error', async () => {
    const { cert, key } = await certificateFor(NAME)
    const { port } = await receiveSecurely({ cert, key, requestCert: true, rejectUnauthorized: true }, reply(OK))
    expect(await sendTo(`https://${NAME}:${port}/`, { ca: cert })).toMatchObject(failed('tls'))
  })

  test.each([
    ['closed', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['continued without TLS', (socket: Socket) => socket.end(OK)],
    ['continued with garbage', (socket: Socket) => socket.end(Buffer.alloc(5000, 0x16))],
  ])('a handshake that is %s is an error', async (_how, respond) => {
    const { port } = await acceptRaw((socket) => socket.once('data', () => respond(socket)))
    expect(await sendTo(`https://${NAME}:${port}/`)).toMatchObject(failed('tls'))
  })

  test('errors after the handshake are not tls', async () => {
    const { cert, key } = await certificateFor(NAME)
    const readOutcome = async (respond: (socket: Socket) => unknown, timeout = 3000) => {
      const { port } = await receiveSecurely({ cert, key }, respond)
      return sendTo(`https://${NAME}:${port}/`, { ca: cert, timeout })
    }
    expect(await readOutcome(reply('garbage'))).toMatchObject(failed('response'))
    expect(await readOutcome(reply(`${CHUNKED}100\r\nok`))).toMatchObject(failed('connection'))
    expect(await readOutcome((socket) => socket.destroy())).toMatchObject(failed('connection'))
    expect(await readOutcome(() => {}, 300)).toMatchObject(failed('timeout'))
    const endless = (socket: Socket) => replyForever(socket, CHUNKED, '2\r\nok\r\n'.repeat(1000))
    expect(await readOutcome(endless)).toMatchObject(responded(200))
  })
})

const mayListenOn443 = await new Promise<boolean>((resolve) => {
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(443, '127.0.0.1', () => server.close(() => resolve(true)))
})

describe('address', () => {
  /** Resolves to a public address once, then to this machine (DNS rebinding). */
  const rebinding = () => {
    const lookups = [['93.184.215.14']]
    return () => Promise.resolve(lookups.shift() ?? ['127.0.0.1'])
  }

  test.each([
    ['http://hooks.example.org/', LOCAL],
    ['https://127.0.0.1/', LOCAL],
    ['https://localhost/', LOCAL],
    ['https://hooks.example.org/', LOCAL],
    ['https://hooks.example.org/', () => Promise.resolve(['93.184.215.14', '127.0.0.1'])],
    ['ftp://hooks.example.org/', LOCAL],
  ])('%s is not connected to', async (url, resolve) => {
    const { count } = countConnections()
    expect(await sendTo(url, { rules: STRICT, resolve })).toMatchObject(failed('address'))
    expect(count()).toBe(0)
  })

  test('DNS rebinding to this machine opens no connection', async () => {
    const { count } = countConnections()
    const resolve = rebinding()
    await checkTarget(`https://${NAME}/`, STRICT, resolve)
    expect(await sendTo(`https://${NAME}/`, { rules: STRICT, resolve })).toMatchObject(failed('address'))
    expect(count()).toBe(0)
    // Checks that the counter counts connections.
    await sendToPort(await receive(reply(OK)))
    expect(count()).toBe(1)
  })

  test.skipIf(!mayListenOn443)(
    'DNS rebinding to this machine reaches no listener (needs permission to listen on port 443)',
    async () => {
      const receiver = await receive(reply(OK), { port: 443 })
      const resolve = rebinding()
      await checkTarget(`https://${NAME}/`, STRICT, resolve)
      expect(await sendTo(`https://${NAME}/`, { rules: STRICT, resolve })).toMatchObject(failed('address'))
      await sleep(50)
      expect(receiver.connections).toHaveLength(0)
      // The listener can be reached: without the strict rules, the same url opens one connection.
      const attempt = sendTo(`https://${NAME}/`, { resolve })
      await expect.poll(() => receiver.connections.length).toBeGreaterThan(0)
      for (const connection of receiver.connections) connection.destroy()
      expect(await attempt).toMatchObject(failed('tls'))
      expect(receiver.connections).toHaveLength(1)
    },
  )

  test('a name is resolved once per attempt, and only its addresses are connected to', async () => {
    const receiver = await receive(reply(OK))
    const lookups: string[] = []
    const resolve = (name: string) => {
      lookups.push(name)
      return Promise.resolve(lookups.length === 1 ? ['127.0.0.1'] : ['127.0.0.9'])
    }
    expect(await sendTo(`http://${NAME}:${receiver.port}/`, { resolve })).toMatchObject(responded(200))
    expect(lookups).toEqual([NAME])
  })

  test.skipIf(process.platform !== 'linux')(
    'a connection to another address than the checked one is closed before a byte is sent (Linux connects 0.0.0.0 to loopback)',
    async () => {
      const receiver = await receive(reply(OK))
      expect(await sendTo(`http://0.0.0.0:${receiver.port}/`)).toMatchObject(failed('address'))
      await Promise.all(receiver.connections.map(closed))
      expect(receiver.received()).toBe('')
    },
  )
})

describe('several addresses', () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

  test.skipIf(process.platform !== 'linux')(
    'are tried in turn until one accepts (127.0.0.2 must be this machine)',
    async () => {
      const receiver = await receive(reply(OK))
      const resolve = () => Promise.resolve(['127.0.0.2', '127.0.0.3', '127.0.0.1'])
      expect(await sendTo(`http://${NAME}:${receiver.port}/`, { resolve })).toMatchObject(responded(200))
    },
  )

  test.skipIf(!hasIpv6)('of both families are tried (needs IPv6)', async () => {
    const { port } = await receive(reply(OK))
    const resolve = () => Promise.resolve(['::1', '127.0.0.1'])
    expect(await sendTo(`http://${NAME}:${port}/`, { resolve })).toMatchObject(responded(200))
  })

  test.skipIf(!hasIpv6)('IPv6 alone works, by name and in the url (needs IPv6)', async () => {
    const { port } = await receive(reply(OK), { host: '::1' })
    const resolve = () => Promise.resolve(['0:0::1'])
    expect(await sendTo(`http://${NAME}:${port}/`, { resolve })).toMatchObject(responded(200))
    expect(await sendTo(`http://[::1]:${port}/`)).toMatchObject(responded(200))
  })
})

describe('dns', () => {
  test.each([
    ['has no address', 'dns', () => Promise.resolve([])],
    ['does not exist', 'dns', () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' }))],
    ['cannot be looked up', 'lookup', () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ESERVFAIL' }))],
  ] as const)('a name that %s: %s', async (_case, error, resolve) => {
    expect(await sendTo(`http://${NAME}/`, { resolve })).toMatchObject(failed(error))
  })
})

test('an invalid header throws, and leaves no connection open', async () => {
  const receiver = await receive(reply(OK))
  const message = { url: `http://127.0.0.1:${receiver.port}/`, headers: { 'X-Bad': 'a\r\nb' }, body: BODY }
  await expect(send(message, { rules: LENIENT })).rejects.toThrow('X-Bad')
  await Promise.all(receiver.connections.map(closed))
})

const count = (kind: string) => process.getActiveResourcesInfo().filter((resource) => resource === kind).length

test('an attempt leaves no timer', async () => {
  const receiver = await receive(reply(OK))
  const before = count('Timeout')
  await Promise.all(Array.from({ length: 20 }, () => sendToPort(receiver, { timeout: 60_000 })))
  expect(count('Timeout')).toBeLessThan(before + 20)
})

test('a hundred concurrent attempts leave no socket', async () => {
  const { cert, key } = await certificateFor(NAME)
  const receivers = [
    await receive(reply(OK)),
    await receive(reply('garbage')),
    await receive((socket) => socket.resetAndDestroy()),
    await receive(() => {}),
    await receive((socket) => replyForever(socket, '', OK)),
    await acceptRaw((socket) => socket.resetAndDestroy()),
  ]
  const secure = await receiveSecurely({ cert, key }, reply(OK))
  const sockets = count('TCPSocketWrap')
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const receiver = receivers[index % receivers.length]
      return index % 7 === 0 || receiver === undefined
        ? sendTo(`https://${NAME}:${secure.port}/`, index % 2 === 0 ? { ca: cert } : {})
        : sendToPort(receiver, { timeout: 300 })
    }),
  )
  await expect
    .poll(() => receivers.flatMap(({ connections }) => connections).every(({ destroyed }) => destroyed))
    .toBe(true)
  await expect.poll(() => count('TCPSocketWrap')).toBeLessThanOrEqual(sockets)
})

import { channel } from 'node:diagnostics_channel'
import { createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TLSSocket } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { send, type SendOptions, type TryError } from './send.ts'
import { checkTarget } from './target.ts'
import { acceptRaw, certificateFor, receive, receiveSecurely, say, type Receiver } from './testing/receiver.ts'

const STRICT = { allowPrivate: false }
const LENIENT = { allowPrivate: true }
const NAME = 'hooks.example.org'
const LOCAL = () => Promise.resolve(['127.0.0.1'])
const BODY = '{"type":"game.final","team":"Žalgiris 🏀"}'

const sendTo = (url: string, options: Partial<SendOptions> = {}, body = BODY) =>
  send(
    { url, headers: { 'X-Service-Event': 'game.final' }, body },
    { rules: LENIENT, resolve: LOCAL, timeout: 3000, ...options },
  )

const sendToPort = ({ port }: Receiver, options: Partial<SendOptions> = {}, body = BODY) =>
  sendTo(`http://127.0.0.1:${port}/games`, options, body)

const failed = (error: TryError) => ({ status: null, error, retry_after: null })
const answered = (status: number) => ({ status, error: null, retry_after: null })

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const empty = (head: string): string => `HTTP/1.1 ${head}\r\nContent-Length: 0\r\n\r\n`

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    socket.once('close', () => resolve())
  })

/** Says the same again and again after a start, as fast as it is read; answers how many bytes were said. */
const sayForever = (socket: Socket, start: string, text: string): { said: () => number } => {
  let said = start.length
  socket.write(start)
  const more = () => {
    do said += text.length
    while (!socket.destroyed && socket.write(text))
  }
  socket.on('drain', more)
  more()
  return { said: () => said }
}

/** Counts the connections that this process begins, to whatever place. */
const begun = (): { count: () => number } => {
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
  test('is one POST with the headers given, its own, and the body in UTF-8', async () => {
    const receiver = await receive(say(OK))
    expect(await sendTo(`http://127.0.0.1:${receiver.port}/games?team=1#part`)).toMatchObject(answered(200))
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

  test('has the name of the url as host, wherever the name leads', async () => {
    const receiver = await receive(say(OK))
    await sendTo(`http://${NAME}:${receiver.port}/`)
    expect(receiver.received()).toContain(`host: ${NAME}:${receiver.port}\r\n`)
  })

  test('is a connection of its own each time', async () => {
    const receiver = await receive((socket) => socket.write(OK))
    await sendToPort(receiver)
    await sendToPort(receiver)
    expect(receiver.connections).toHaveLength(2)
  })
})

describe('the status counts', () => {
  test.each([200, 201, 204, 299, 301, 304, 400, 404, 408, 410, 429, 500, 503, 599])('%i', async (status) => {
    const receiver = await receive(say(empty(`${status} Status`)))
    const outcome = await sendToPort(receiver)
    expect(outcome).toMatchObject(answered(status))
    expect(Date.now() - outcome.at.getTime()).toBeLessThan(3000)
    expect(outcome.duration).toBeLessThan(3000)
  })

  test('of a redirect, which is not followed', async () => {
    const elsewhere = await receive(say(OK))
    const receiver = await receive(say(empty(`302 Found\r\nLocation: http://127.0.0.1:${elsewhere.port}/`)))
    expect(await sendToPort(receiver)).toMatchObject(answered(302))
    expect(elsewhere.connections).toHaveLength(0)
  })

  test('after answers that are only informational', async () => {
    const receiver = await receive(say(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${OK}`))
    expect(await sendToPort(receiver)).toMatchObject(answered(200))
  })

  test('of an answer whose end is the end of the connection', async () => {
    expect(await sendToPort(await receive(say('HTTP/1.1 202 Accepted\r\n\r\nthanks')))).toMatchObject(answered(202))
  })

  test('of an answer in chunks', async () => {
    expect(await sendToPort(await receive(say(`${CHUNKED}2\r\nok\r\n0\r\n\r\n`)))).toMatchObject(answered(200))
  })

  test('of a whole answer that more bytes follow', async () => {
    expect(await sendToPort(await receive(say(`${OK} and more`)))).toMatchObject(answered(200))
  })

  test('of an answer given before the request was read', async () => {
    const receiver = await acceptRaw((socket) => socket.write(empty('413 Content Too Large')))
    expect(await sendToPort(receiver, {}, 'a'.repeat(50_000_000))).toMatchObject(answered(413))
  })

  test('of an answer without end, of which 64 kB are read', async () => {
    const chunk = 'a'.repeat(16_384)
    let said = () => 0
    const receiver = await receive((socket) => {
      ;({ said } = sayForever(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n', chunk))
    })
    expect(await sendToPort(receiver)).toMatchObject(answered(200))
    const [connection] = receiver.connections
    if (connection !== undefined) await closed(connection)
    // What was said and not read waits in the buffers of the two sockets.
    expect(said()).toBeLessThan(20_000_000)
  })

  test('of an answer in chunks without end', async () => {
    const receiver = await receive((socket) => sayForever(socket, CHUNKED, '2\r\nok\r\n'.repeat(1000)))
    expect(await sendToPort(receiver)).toMatchObject(answered(200))
  })
})

describe('Retry-After', () => {
  // The dates of asctime do not say that they are in UTC.
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
  const inFiveMinutes = { from: 290, to: 300 }
  test.each([
    ['in seconds', '120', { from: 120, to: 120 }],
    ['of no seconds', '0', { from: 0, to: 0 }],
    ['of more seconds than a column takes', '9'.repeat(400), { from: 2 ** 31 - 1, to: 2 ** 31 - 1 }],
    ['as a date', imf(300), inFiveMinutes],
    ['as a date of RFC 850', rfc850, inFiveMinutes],
    ['as a date of asctime', asctime, inFiveMinutes],
    ['as a date gone by', imf(-300), { from: 0, to: 0 }],
    ['as a date of long ago', 'Sun, 06 Nov 1994 08:49:37 GMT', { from: 0, to: 0 }],
  ])('%s', async (_form, value, { from, to }) => {
    const { retry_after, status } = await sendToPort(
      await receive(say(empty(`429 Too Many Requests\r\nRetry-After: ${value}`))),
    )
    expect(status).toBe(429)
    expect(retry_after).toBeGreaterThanOrEqual(from)
    expect(retry_after).toBeLessThanOrEqual(to)
  })

  test.each(['', 'soon', '-1', '1.5', '0x10', '1e3', 'Sunday', '2030-01-01', 'Sun, 99 Nov 2030 08:49:37 GMT'])(
    'that is wrong is none: "%s"',
    async (value) => {
      const receiver = await receive(say(empty(`503 Unavailable\r\nRetry-After: ${value}`)))
      expect(await sendToPort(receiver)).toMatchObject(answered(503))
    },
  )
})

describe('timeout', () => {
  const silent = () => {}
  const drip = (socket: Socket, start: string, text: string) => {
    socket.write(start)
    const timer = setInterval(() => socket.write(text), 20)
    socket.once('close', () => clearInterval(timer))
  }
  test.each([
    ['says nothing', silent],
    ['says its headers slowly', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'A: b\r\n')],
    ['says its body slowly', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n', 'a')],
    ['says slowly that it goes on', (socket: Socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n')],
  ])('of a receiver that %s', async (_what, answer: (socket: Socket) => void) => {
    const receiver = await receive(answer)
    const outcome = await sendToPort(receiver, { timeout: 200 })
    expect(outcome).toMatchObject(failed('timeout'))
    expect(outcome.duration).toBeGreaterThanOrEqual(199)
    expect(outcome.duration).toBeLessThan(1000)
    await Promise.all(receiver.connections.map(closed))
  })

  test('of a receiver that never reads', async () => {
    const receiver = await acceptRaw(silent)
    expect(await sendToPort(receiver, { timeout: 200 }, 'a'.repeat(50_000_000))).toMatchObject(failed('timeout'))
  })

  test('of a handshake that never comes', async () => {
    const { port } = await acceptRaw(silent)
    expect(await sendTo(`https://${NAME}:${port}/`, { timeout: 200 })).toMatchObject(failed('timeout'))
  })

  test('of a name that takes too long', async () => {
    const { count } = begun()
    const late = sleep(800, ['127.0.0.1'])
    const outcome = await sendTo(`http://${NAME}/`, { timeout: 100, resolve: () => late })
    expect(outcome).toMatchObject(failed('timeout'))
    expect(outcome.duration).toBeLessThan(700)
    await late
    await sleep(10)
    expect(count()).toBe(0)
  })
})

describe('connection', () => {
  test('to a port where nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    const address = await new Promise((resolve) => server.once('listening', () => resolve(server.address())))
    await new Promise((resolve) => server.close(resolve))
    const { port } = address as { port: number }
    expect(await sendTo(`http://127.0.0.1:${port}/`)).toMatchObject(failed('connection'))
  })

  test.each([
    ['closed without an answer', say('')],
    ['closed in the first line', say('HTTP/1.1 20')],
    ['closed in the headers', say('HTTP/1.1 200 OK\r\nContent-')],
    ['closed after an informational answer', say('HTTP/1.1 100 Continue\r\n\r\n')],
    ['closed before the end of the body', say('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok')],
    ['closed before the body', say('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n')],
    ['closed between chunks', say(`${CHUNKED}2\r\nok\r\n`)],
    ['closed in a chunk', say(`${CHUNKED}100\r\nok`)],
    ['closed before the last line', say(`${CHUNKED}2\r\nok\r\n0\r\n`)],
    ['reset without an answer', (socket: Socket) => socket.resetAndDestroy()],
    [
      'reset in a chunk',
      (socket: Socket) => socket.write(`${CHUNKED}100\r\nok`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
    ],
  ])('%s', async (_how, answer) => {
    expect(await sendToPort(await receive(answer))).toMatchObject(failed('connection'))
  })

  test('reset as soon as it is made', async () => {
    const receiver = await acceptRaw((socket) => socket.resetAndDestroy())
    expect(await sendToPort(receiver)).toMatchObject(failed('connection'))
  })
})

describe('an answer that is not HTTP', () => {
  test.each([
    ['another protocol', '220 mail.example.org ESMTP\r\n'],
    ['garbage', '\u0000\u0001\u0002\u00ff\u00fe'.repeat(100)],
    ['a page without headers', '<html>hello</html>'],
    ['a version to come', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a status below 100', empty('099 Odd')],
    ['a status beyond 599', empty('600 Odd')],
    ['a status of 999', empty('999 Odd')],
    ['another protocol from here on', 'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'],
    ['another protocol from here on, without saying which', 'HTTP/1.1 101 Switching\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'],
    ['a header with a zero byte', 'HTTP/1.1 200 OK\r\nA: \u0000\r\n\r\n'],
    ['a chunk of wrong length', `${CHUNKED}zz\r\nok\r\n`],
    ['headers beyond 16 kB', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('%s', async (_what, text) => {
    expect(await sendToPort(await receive(say(text)))).toMatchObject(failed('answer'))
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'A: b\r\n'.repeat(1000)],
    ['one header', 'HTTP/1.1 200 OK\r\nA: ', 'a'.repeat(10_000)],
    ['the first line', 'HTTP/1.1 200 ', 'a'.repeat(10_000)],
    ['informational answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)],
    ['trailers', `${CHUNKED}0\r\n`, 'A: b\r\n'.repeat(1000)],
    ['what a chunk says of itself', `${CHUNKED}1;`, 'a'.repeat(10_000)],
  ])('%s without end', async (_what, start, text) => {
    const receiver = await receive((socket) => sayForever(socket, start, text))
    expect(await sendToPort(receiver)).toMatchObject(failed('answer'))
    await Promise.all(receiver.connections.map(closed))
  })
})

describe('tls', () => {
  const names = (receiver: Receiver) => receiver.connections.map((socket) => (socket as TLSSocket).servername)

  test.each([NAME, `${NAME}.`, NAME.toUpperCase()])('a certificate for the name is right: %s', async (host) => {
    const { cert, key } = await certificateFor(NAME)
    const receiver = await receiveSecurely({ cert, key }, say(OK))
    expect(await sendTo(`https://${host}:${receiver.port}/`, { ca: cert })).toMatchObject(answered(200))
    expect(names(receiver)).toEqual([NAME])
    expect(receiver.received()).toContain(BODY)
  })

  test('a certificate for the address is right, and no name is asked for', async () => {
    const { cert, key } = await certificateFor(NAME)
    const receiver = await receiveSecurely({ cert, key }, say(OK))
    expect(await sendTo(`https://127.0.0.1:${receiver.port}/`, { ca: cert })).toMatchObject(answered(200))
    expect(names(receiver)).toEqual([false])
  })

  test('a certificate for another name is refused before a byte is sent', async () => {
    const { cert, key } = await certificateFor('other.example.org')
    const receiver = await receiveSecurely({ cert, key }, say(OK))
    expect(await sendTo(`https://${NAME}:${receiver.port}/`, { ca: cert })).toMatchObject(failed('tls'))
    expect(receiver.received()).toBe('')
  })

  test('a certificate that nobody vouches for is refused', async () => {
    const receiver = await receiveSecurely(await certificateFor(NAME), say(OK))
    expect(await sendTo(`https://${NAME}:${receiver.port}/`)).toMatchObject(failed('tls'))
    expect(receiver.received()).toBe('')
  })

  test('a certificate that has run out is refused', async () => {
    const { cert, key } = await certificateFor(NAME, -1)
    const { port } = await receiveSecurely({ cert, key }, say(OK))
    expect(await sendTo(`https://${NAME}:${port}/`, { ca: cert })).toMatchObject(failed('tls'))
  })

  test('a receiver that demands a certificate is not answered', async () => {
    const { cert, key } = await certificateFor(NAME)
    const { port } = await receiveSecurely({ cert, key, requestCert: true, rejectUnauthorized: true }, say(OK))
    expect(await sendTo(`https://${NAME}:${port}/`, { ca: cert })).toMatchObject(failed('tls'))
  })

  test.each([
    ['closed', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['answered without TLS', (socket: Socket) => socket.end(OK)],
    ['answered with garbage', (socket: Socket) => socket.end(Buffer.alloc(5000, 0x16))],
  ])('a handshake that is %s has failed', async (_how, answer) => {
    const { port } = await acceptRaw((socket) => socket.once('data', () => answer(socket)))
    expect(await sendTo(`https://${NAME}:${port}/`)).toMatchObject(failed('tls'))
  })

  test('what goes wrong after the handshake is told apart', async () => {
    const { cert, key } = await certificateFor(NAME)
    const outcomeOf = async (answer: (socket: Socket) => unknown, timeout = 3000) => {
      const { port } = await receiveSecurely({ cert, key }, answer)
      return sendTo(`https://${NAME}:${port}/`, { ca: cert, timeout })
    }
    expect(await outcomeOf(say('garbage'))).toMatchObject(failed('answer'))
    expect(await outcomeOf(say(`${CHUNKED}100\r\nok`))).toMatchObject(failed('connection'))
    expect(await outcomeOf((socket) => socket.destroy())).toMatchObject(failed('connection'))
    expect(await outcomeOf(() => {}, 300)).toMatchObject(failed('timeout'))
    const endless = (socket: Socket) => sayForever(socket, CHUNKED, '2\r\nok\r\n'.repeat(1000))
    expect(await outcomeOf(endless)).toMatchObject(answered(200))
  })
})

const mayListenOn443 = await new Promise<boolean>((resolve) => {
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(443, '127.0.0.1', () => server.close(() => resolve(true)))
})

describe('address', () => {
  /** Public when the webhook is made, this machine ever after. */
  const rebinding = () => {
    const answers = [['93.184.215.14']]
    return () => Promise.resolve(answers.shift() ?? ['127.0.0.1'])
  }

  test.each([
    ['http://hooks.example.org/', LOCAL],
    ['https://127.0.0.1/', LOCAL],
    ['https://localhost/', LOCAL],
    ['https://hooks.example.org/', LOCAL],
    ['https://hooks.example.org/', () => Promise.resolve(['93.184.215.14', '127.0.0.1'])],
    ['ftp://hooks.example.org/', LOCAL],
  ])('%s is not connected to', async (url, resolve) => {
    const { count } = begun()
    expect(await sendTo(url, { rules: STRICT, resolve })).toMatchObject(failed('address'))
    expect(count()).toBe(0)
  })

  test('a name that turns to this machine after it was checked begins no connection', async () => {
    const { count } = begun()
    const resolve = rebinding()
    await checkTarget(`https://${NAME}/`, STRICT, resolve)
    expect(await sendTo(`https://${NAME}/`, { rules: STRICT, resolve })).toMatchObject(failed('address'))
    expect(count()).toBe(0)
    // The counter counts.
    await sendToPort(await receive(say(OK)))
    expect(count()).toBe(1)
  })

  test.skipIf(!mayListenOn443)(
    'a name that turns to this machine after it was checked reaches no listener (needs the right to port 443)',
    async () => {
      const receiver = await receive(say(OK), { port: 443 })
      const resolve = rebinding()
      await checkTarget(`https://${NAME}/`, STRICT, resolve)
      expect(await sendTo(`https://${NAME}/`, { rules: STRICT, resolve })).toMatchObject(failed('address'))
      await sleep(50)
      expect(receiver.connections).toHaveLength(0)
      await sendTo(`https://${NAME}/`, { resolve, timeout: 200 })
      expect(receiver.connections).toHaveLength(1)
    },
  )

  test('a name is asked for once a try, and only what was answered is connected to', async () => {
    const receiver = await receive(say(OK))
    const asked: string[] = []
    const resolve = (name: string) => {
      asked.push(name)
      return Promise.resolve(asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.9'])
    }
    expect(await sendTo(`http://${NAME}:${receiver.port}/`, { resolve })).toMatchObject(answered(200))
    expect(asked).toEqual([NAME])
  })

  test.skipIf(process.platform !== 'linux')(
    'a connection that arrives elsewhere than asked is cut before a byte is sent (Linux takes 0.0.0.0 for loopback)',
    async () => {
      const receiver = await receive(say(OK))
      expect(await sendTo(`http://0.0.0.0:${receiver.port}/`)).toMatchObject(failed('address'))
      await Promise.all(receiver.connections.map(closed))
      expect(receiver.received()).toBe('')
    },
  )
})

describe('several addresses', () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

  test.skipIf(process.platform !== 'linux')(
    'are tried in turn until one accepts (needs 127.0.0.2 to be this machine)',
    async () => {
      const receiver = await receive(say(OK))
      const resolve = () => Promise.resolve(['127.0.0.2', '127.0.0.3', '127.0.0.1'])
      expect(await sendTo(`http://${NAME}:${receiver.port}/`, { resolve })).toMatchObject(answered(200))
    },
  )

  test.skipIf(!hasIpv6)('of both families are tried (needs IPv6)', async () => {
    const { port } = await receive(say(OK))
    const resolve = () => Promise.resolve(['::1', '127.0.0.1'])
    expect(await sendTo(`http://${NAME}:${port}/`, { resolve })).toMatchObject(answered(200))
  })

  test.skipIf(!hasIpv6)('IPv6 is enough, as a name and in the url (needs IPv6)', async () => {
    const { port } = await receive(say(OK), { host: '::1' })
    const resolve = () => Promise.resolve(['0:0::1'])
    expect(await sendTo(`http://${NAME}:${port}/`, { resolve })).toMatchObject(answered(200))
    expect(await sendTo(`http://[::1]:${port}/`)).toMatchObject(answered(200))
  })
})

describe('dns', () => {
  test.each([
    ['answers nothing', () => Promise.resolve([])],
    ['is not known', () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' }))],
    ['cannot be looked up', () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ESERVFAIL' }))],
  ])('a name that %s', async (_case, resolve) => {
    expect(await sendTo(`http://${NAME}/`, { resolve })).toMatchObject(failed('dns'))
  })
})

test('a header that cannot be sent is our own mistake, and leaves nothing open', async () => {
  const receiver = await receive(say(OK))
  const message = { url: `http://127.0.0.1:${receiver.port}/`, headers: { 'X-Bad': 'a\r\nb' }, body: BODY }
  await expect(send(message, { rules: LENIENT })).rejects.toThrow('X-Bad')
  await Promise.all(receiver.connections.map(closed))
})

const count = (kind: string) => process.getActiveResourcesInfo().filter((resource) => resource === kind).length

test('a try that has ended leaves no timer', async () => {
  const receiver = await receive(say(OK))
  const before = count('Timeout')
  await Promise.all(Array.from({ length: 20 }, () => sendToPort(receiver, { timeout: 60_000 })))
  expect(count('Timeout')).toBeLessThan(before + 20)
})

test('nothing is left of a hundred tries at once', async () => {
  const { cert, key } = await certificateFor(NAME)
  const receivers = [
    await receive(say(OK)),
    await receive(say('garbage')),
    await receive((socket) => socket.resetAndDestroy()),
    await receive(() => {}),
    await receive((socket) => sayForever(socket, '', OK)),
    await acceptRaw((socket) => socket.resetAndDestroy()),
  ]
  const secure = await receiveSecurely({ cert, key }, say(OK))
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

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from './server.ts'
import { openSocket, readResponses } from './testing/raw-requests.ts'
import { checkResponse, requestAt } from './testing/request.ts'
import { lockGames, sharedService } from './testing/services.ts'

const service = sharedService('Postgres')

const started = async (options: Partial<Parameters<typeof startServer>[0]> = {}) => {
  const server = await startServer({ core: service().core, host: '127.0.0.1', port: 0, ...options })
  onTestFinished(() => server.close())
  return { ...server, origin: new URL(server.url).origin }
}

/** A connection on which the test has received bytes. */
const connected = async (origin: string) => {
  const socket = await openSocket(origin)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { socket, responses: () => readResponses(Buffer.concat(chunks)) }
}

const closed = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'))

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`

describe('more connections than the maximum', () => {
  const full = async () => {
    const server = await started({ maxConnections: 2 })
    const served = [await connected(server.origin), await connected(server.origin)]
    for (const { socket, responses } of served) {
      socket.write(get('/v1'))
      await expect.poll(() => responses().map(({ status }) => status)).toEqual([200])
    }
    return { ...server, served }
  }

  test('get 503 with Retry-After and are closed; those within it are served on', async () => {
    const { origin, served } = await full()
    const { socket, responses } = await connected(origin)
    socket.write(get('/v1'))
    await closed(socket)
    const [response, ...more] = responses()
    if (response === undefined) throw new Error('no response')
    expect(more).toEqual([])
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('connection')).toBe('close')
    const { body } = checkResponse({ method: 'GET', path: '/v1/games' }, response)
    expect(body).toMatchObject({
      error: { code: 'server_error', message: expect.stringMatching(/too many connections.* Request [\w-]+\.$/) },
    })
    for (const { socket, responses } of served) {
      socket.write(get('/v1'))
      await expect.poll(() => responses().map(({ status }) => status)).toEqual([200, 200])
    }
  })

  test.each(['/healthz', '/readyz'])('get the response to %s', async (path) => {
    const { origin } = await full()
    const { socket, responses } = await connected(origin)
    socket.write(get(path))
    await closed(socket)
    expect(responses().map(({ status, headers }) => [status, headers.get('connection')])).toEqual([[200, 'close']])
  })

  test('get the response to a preflight, so that a page can read the 503', async () => {
    const { origin } = await full()
    const { socket, responses } = await connected(origin)
    socket.write('OPTIONS /v1/games HTTP/1.1\r\nHost: a\r\nOrigin: https://pages.example\r\n\r\n')
    await closed(socket)
    expect(responses().map(({ status, headers }) => [status, headers.get('connection')])).toEqual([[204, 'close']])
  })

  test('are served as soon as another one is closed', async () => {
    const { origin, served } = await full()
    const { socket, responses } = await connected(origin)
    served[0]?.socket.destroy()
    await setTimeout(200)
    socket.write(get('/v1') + get('/v1'))
    await expect.poll(() => responses().map(({ status }) => status)).toEqual([200, 200])
    expect(socket.closed).toBe(false)
  })

  test('do not wait long for a request', async () => {
    const { origin } = await full()
    const { socket, responses } = await connected(origin)
    await closed(socket)
    expect(responses()).toEqual([])
  })
})

describe('a client that does not read its responses', () => {
  /** More than the buffers of the system hold, so that the service has to wait for the client. */
  const LARGE = Array.from({ length: 100 }, () => get('/v1/openapi.json')).join('')

  /** Sends bytes again and again until the service has disconnected; a socket that is not read notices it by writing. */
  const sendUntilDisconnected = async (socket: Socket, bytes: string) => {
    while (!socket.destroyed) {
      socket.write(bytes)
      await setTimeout(100)
    }
  }

  test.each([
    ['sends further requests', get('/v1')],
    ['sends a request byte by byte', 'G'],
  ])('is disconnected after the timeout if it %s', async (_, bytes) => {
    const { origin } = await started({ timeouts: { unread: 1000 } })
    const socket = await openSocket(origin)
    socket.on('error', () => {})
    socket.pause()
    socket.write(LARGE)
    await sendUntilDisconnected(socket, bytes)
    expect(await requestAt(origin)('/v1')).toMatchObject({ status: 200 })
  })

  test('stays connected while it reads slowly, for much longer than the timeout', async () => {
    const unread = 3000
    const { origin } = await started({ timeouts: { unread } })
    const socket = await openSocket(origin)
    onTestFinished(() => void socket.destroy())
    const requests = 40
    const size = Number((await requestAt(origin)('/v1/openapi.json')).headers.get('content-length'))
    const duration = 3 * unread
    const began = performance.now()
    const elapsed = () => performance.now() - began
    const chunks: Buffer[] = []
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      received += chunk.length
      const ahead = (received / (requests * size)) * duration - elapsed()
      if (ahead < 1) return
      socket.pause()
      void setTimeout(ahead).then(() => socket.resume())
    })
    socket.write(get('/v1/openapi.json').repeat(requests))
    await expect.poll(() => readResponses(Buffer.concat(chunks)).length, { interval: 500 }).toBe(requests)
    expect(elapsed()).toBeGreaterThan(2 * unread)
  })

  test('may wait longer than the timeout for a response', async () => {
    const { origin } = await started({ timeouts: { unread: 300 } })
    const key = await service().newKey('free')
    const { socket, responses } = await connected(origin)
    const unlock = await lockGames(service().core)
    socket.write(get('/v1/games', `X-API-Key: ${key}\r\n`))
    await setTimeout(1500)
    await unlock()
    await expect.poll(() => responses().map(({ status }) => status)).toEqual([200])
  })
})

describe('pipelined requests', () => {
  test('in large numbers are all answered, in order', async () => {
    const { socket, responses } = await connected(service().origin)
    const paths = Array.from({ length: 1500 }, (_, index) =>
      index % 3 === 0 ? '/healthz' : index % 3 === 1 ? '/v1' : '/v1/usage',
    )
    socket.write(paths.map((path) => get(path)).join(''))
    const expected = paths.map((path) => (path === '/v1/usage' ? 401 : 200))
    await expect.poll(() => responses().length, { interval: 500 }).toBe(paths.length)
    expect(responses().map(({ status }) => status)).toEqual(expected)
  })

  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heap = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1e6
  }

  test('in large numbers take no memory while they wait for the service or for their client', async () => {
    const { socket } = await connected(service().origin)
    const key = await service().newKey('free')
    socket.pause()
    const request = get('/v1/games', `X-API-Key: ${key}\r\nX-Padding: ${'a'.repeat(100)}\r\n`)
    const sent = Buffer.alloc(100_000 * request.length, request)
    const before = heap()
    const unlock = await lockGames(service().core)
    socket.write(sent)
    for (let n = 0; n < 10; n++) {
      await setTimeout(200)
    }
    await unlock()
    await setTimeout(1000)
    expect(heap() - before).toBeLessThan(50)
    expect(await requestAt(service().origin)('/v1')).toMatchObject({ status: 200 })
  })
})

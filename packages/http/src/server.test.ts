import { once } from 'node:events'
import { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { createCore } from '@basketball-data/core'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from './server.ts'
import { requestThrough, sendOverHttp } from './testing/request.ts'
import { newDatabase } from './testing/databases.ts'
import { lockGames, sharedService } from './testing/services.ts'
import { openSocket, readResponses } from './testing/raw-requests.ts'

const service = sharedService('Postgres', { cacheMegabytes: 0 }) // so that calls wait for locked games
afterEach(() => void vi.restoreAllMocks())

const started = async (host = '127.0.0.1', port = 0) => {
  const server = await startServer({ core: service().core, host, port })
  const { origin } = new URL(server.url)
  return { ...server, origin, port: Number(new URL(origin).port), request: requestThrough(sendOverHttp(origin)) }
}

/** Sends a request that waits in the service, on a keep-alive connection; `responses` resolves when that is closed. */
const sendWaitingRequest = async (origin: string) => {
  const key = await service().newKey('free')
  const unlock = await lockGames(service().core)
  const socket = await openSocket(origin)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const responses = once(socket, 'close').then(() => readResponses(Buffer.concat(chunks)))
  socket.write(`GET /v1/games HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`)
  while (!(await isWaiting())) await setTimeout(10)
  return { responses, unlock }
}

const isWaiting = async (): Promise<boolean> => {
  const { store } = service().core
  const waiting = await store.db.execute(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return Array.isArray(waiting) && waiting.length > 0
}

test('port 0 picks a free port, which is in the URL', async () => {
  const [one, two] = await Promise.all([started(), started()])
  expect(one.port).toBeGreaterThan(0)
  expect(two.port).not.toBe(one.port)
  for (const { request, url, port, close } of [one, two]) {
    expect(url).toBe(`http://127.0.0.1:${port}/v1`)
    expect((await request('/v1')).status).toBe(200)
    await close()
  }
})

test('the error for a port in use has the code EADDRINUSE and names the address', async () => {
  const { port, close } = await started()
  await expect(started('127.0.0.1', port)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: expect.stringContaining(`127.0.0.1:${port}`),
  })
  await close()
})

test('the error for an address of another machine has the code EADDRNOTAVAIL', async () => {
  await expect(started('192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})

test('IPv6 addresses are written in brackets', async () => {
  const { url, request, close } = await started('::1')
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
  expect((await request('/v1')).status).toBe(200)
  await close()
})

describe('close', () => {
  test('waits for running requests, and closes their connections', async () => {
    const { origin, close } = await started()
    const { responses, unlock } = await sendWaitingRequest(origin)
    const closeAll = vi.spyOn(Server.prototype, 'closeAllConnections')
    const closed = close()
    await unlock()
    expect((await responses).map(({ status }) => status)).toEqual([200])
    await closed
    expect(closeAll).not.toHaveBeenCalled()
  })

  test('refuses new connections immediately', async () => {
    const { origin, close } = await started()
    const { responses, unlock } = await sendWaitingRequest(origin)
    const closed = close()
    await expect(openSocket(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await unlock()
    await Promise.all([responses, closed])
  })

  test('closes idle connections', async () => {
    const { origin, close } = await started()
    const idle = await openSocket(origin)
    const used = await openSocket(origin)
    used.write('GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(used, 'data')
    const closeAll = vi.spyOn(Server.prototype, 'closeAllConnections')
    await Promise.all([once(idle, 'close'), once(used, 'close'), close()])
    expect(closeAll).not.toHaveBeenCalled()
  })

  test('does not wait for an incomplete request', async () => {
    const { origin, close } = await started()
    const slow = await openSocket(origin)
    slow.write('GET /v1 HTTP/1.1\r\nHost: a\r\n')
    await setTimeout(50)
    const closeAll = vi.spyOn(Server.prototype, 'closeAllConnections')
    await Promise.all([once(slow, 'close'), close()])
    expect(closeAll).not.toHaveBeenCalled()
  })

  test('can be called more than once', async () => {
    const { close } = await started()
    await Promise.all([close(), close()])
    await expect(close()).resolves.toBeUndefined()
  })

  test('frees the port, and does not close the core', async () => {
    const first = await started()
    await first.close()
    const again = await started('127.0.0.1', first.port)
    expect((await again.request('/v1')).status).toBe(200)
    await again.close()
    await service().core.ping()
  })
})

describe('close with drainSeconds', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

  /** A keep-alive connection that has had one response. */
  const idleConnection = async (origin: string) => {
    const socket = await openSocket(origin)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(get('/v1'))
    await once(socket, 'data')
    chunks.length = 0
    const responses = once(socket, 'close').then(() => readResponses(Buffer.concat(chunks)))
    return { socket, responses }
  }

  const outcomes = async (responses: ReturnType<typeof readResponses> | Promise<ReturnType<typeof readResponses>>) =>
    (await responses).map(({ status, headers }) => [status, headers.get('connection')])

  test('serves new connections meanwhile, with Connection: close; /readyz is 503 and /healthz 200', async () => {
    const { origin, request, close } = await started()
    const before = await request('/v1')
    expect(before.headers.get('connection')).toBe('keep-alive')
    const closed = close({ drainSeconds: 3600 })
    const readyz = await fetch(`${origin}/readyz`)
    expect([readyz.status, await readyz.json()]).toEqual([503, { status: 'stopping' }])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    for (const path of ['/v1', '/v1/nothing', '/healthz'])
      expect((await fetch(origin + path)).headers.get('connection')).toBe('close')
    await Promise.all([close(), closed])
    await expect(openSocket(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('ends after that time', async () => {
    const { origin, close } = await started()
    await close({ drainSeconds: 0.1 })
    await expect(openSocket(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('answers requests on idle connections, and only then closes them', async () => {
    const { origin, close } = await started()
    const [used, unused] = [await idleConnection(origin), await idleConnection(origin)]
    const closed = close({ drainSeconds: 3600 })
    await setTimeout(100)
    expect([used.socket.closed, unused.socket.closed]).toEqual([false, false])
    used.socket.write(get('/v1'))
    expect(await outcomes(used.responses)).toEqual([[200, 'close']])
    expect(unused.socket.closed).toBe(false)
    await Promise.all([close(), closed])
    expect(await outcomes(unused.responses)).toEqual([])
  })

  test('answers all pipelined requests of a connection before the last response closes it', async () => {
    const { origin, close } = await started()
    const { socket, responses } = await idleConnection(origin)
    const closed = close({ drainSeconds: 3600 })
    socket.write(get('/v1').repeat(20))
    expect(await outcomes(responses)).toEqual([
      ...Array.from({ length: 19 }, () => [200, 'keep-alive']),
      [200, 'close'],
    ])
    await Promise.all([close(), closed])
  })

  test('closes the connections of requests that began before', async () => {
    const { origin, close } = await started()
    const { responses, unlock } = await sendWaitingRequest(origin)
    const closed = close({ drainSeconds: 3600 })
    await unlock()
    expect(await outcomes(responses)).toEqual([[200, 'close']])
    await Promise.all([close(), closed])
  })

  test('answers requests that have arrived when the time ends but are not read yet', async () => {
    const { origin, close } = await started()
    const connections = await Promise.all(Array.from({ length: 20 }, () => idleConnection(origin)))
    const closed = close({ drainSeconds: 0.3 })
    for (const { socket } of connections) socket.write(get('/v1'))
    const over = performance.now() + 500
    while (performance.now() < over); // the end of the draining is due before anything is read
    for (const { responses } of connections) expect(await outcomes(responses)).toEqual([[200, 'close']])
    await closed
  })
})

test('a server whose database was dropped can be closed', async () => {
  const { address, drop } = await newDatabase('Postgres')
  const core = await createCore({ database: address })
  const server = await startServer({ core, host: '127.0.0.1', port: 0 })
  onTestFinished(() => core.close())
  await drop()
  const request = requestThrough(sendOverHttp(new URL(server.url).origin))
  expect((await request('/v1')).status).toBe(200)
  await server.close()
})

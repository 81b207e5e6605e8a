import { once } from 'node:events'
import { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { createCore } from '@basketball-data/core'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from './server.ts'
import { requestThrough, sendOverHttp } from './testing/request.ts'
import { newDatabase } from './testing/databases.ts'
import { sharedService } from './testing/services.ts'
import { openSocket, readResponses } from './testing/raw-requests.ts'

const service = sharedService('Postgres')
afterEach(() => void vi.restoreAllMocks())

const started = async (host = '127.0.0.1', port = 0) => {
  const server = await startServer({ core: service().core, host, port })
  const { origin } = new URL(server.url)
  return { ...server, origin, port: Number(new URL(origin).port), request: requestThrough(sendOverHttp(origin)) }
}

/** Locks the accounts, so that every counted call waits. Returns a function that unlocks them. */
const lockAccounts = async () => {
  const { store } = service().core
  let unlock = () => {}
  const unlocked = new Promise<void>((resolve) => (unlock = resolve))
  const locked = Promise.withResolvers<void>()
  const done = store.transaction(async (tx) => {
    await tx.execute('lock table accounts in access exclusive mode')
    locked.resolve()
    await unlocked
  })
  await locked.promise
  return async () => {
    unlock()
    await done
  }
}

/** Sends a request that waits in the service, on a keep-alive connection; `responses` resolves when that is closed. */
const sendWaitingRequest = async (origin: string) => {
  const key = await service().newKey('free')
  const unlock = await lockAccounts()
  const socket = await openSocket(origin)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const responses = once(socket, 'close').then(() => readResponses(Buffer.concat(chunks)))
  socket.write(`GET /v1/games HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`)
  while (!(await isCounting())) await setTimeout(10)
  return { responses, unlock }
}

const isCounting = async (): Promise<boolean> => {
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

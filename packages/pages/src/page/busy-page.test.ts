import { once } from 'node:events'
import { startServer } from '@basketball-data/http'
import { expect, onTestFinished, test } from 'vitest'
import { openSocket, readResponses } from '../../../http/src/testing/raw-requests.js'
import { sharedService } from '../../../http/src/testing/services.js'
import { createPages } from '../index.ts'

const service = sharedService('Postgres')

const started = async (options: Partial<Parameters<typeof startServer>[0]>) => {
  const { core } = service()
  const server = await startServer({ core, host: '127.0.0.1', port: 0, pages: createPages(), ...options })
  onTestFinished(() => server.close())
  return new URL(server.url).origin
}

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'

test('a browser that requests a page of an overloaded process gets a page, everybody else JSON', async () => {
  const origin = await started({ limits: { maxInFlight: 0 } })
  const headers = { accept: HTML, 'x-request-id': 'my-page' }
  for (const path of ['/', '/docs', '/account', '/account/keys?x']) {
    const response = await fetch(origin + path, { headers })
    expect(response.status).toBe(503)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
      'retry-after': expect.stringMatching(/^[123]$/),
      'cache-control': 'no-store',
      'x-request-id': 'my-page',
    })
    expect(await response.text()).toContain('<h1>Basketball Data is busy</h1>')
  }
  for (const [path, accept] of [
    ['/v1/games', HTML],
    ['/trpc/games.list', HTML],
    ['/account', 'application/json'],
  ] as const)
    expect(await (await fetch(origin + path, { headers: { accept } })).text()).toMatch(
      /^\{"error":\{"code":"server_error",/,
    )
})

test('a browser on a connection above the maximum gets a page', async () => {
  const origin = await started({ maxConnections: 1 })
  const first = await openSocket(origin)
  onTestFinished(() => void first.destroy())
  first.write('GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(first, 'data')
  const socket = await openSocket(origin)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write('GET /account HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n')
  await once(socket, 'close')
  const [response] = readResponses(Buffer.concat(chunks))
  expect([response?.status, response?.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(response?.headers.get('retry-after')).toBe('5')
  expect(response?.headers.get('connection')).toBe('close')
})

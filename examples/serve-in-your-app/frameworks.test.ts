import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Core } from '@basketball-data/core'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as inExpress from './express.ts'
import * as inFastify from './fastify.ts'
import { getService } from './next-service.ts'
import { POST } from './next.ts'

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const createKey = async (core: Core): Promise<string> => {
  const { id } = await core.accounts.create({ email: `${crypto.randomUUID()}@example.org`, plan: 'live' })
  return (await core.keys.create(id)).key
}

const FRAMEWORKS: Record<string, { start: () => Promise<string>; getCore: () => Core | Promise<Core> }> = {
  express: { start: () => listen(createServer(inExpress.app)), getCore: () => inExpress.core },
  fastify: {
    start: async () => {
      await inFastify.app.ready()
      return listen(inFastify.app.server)
    },
    getCore: () => inFastify.core,
  },
  next: { start: () => listen(createServer(getRequestListener(POST))), getCore: async () => (await getService()).core },
}

test.each(Object.entries(FRAMEWORKS))('%s serves GET and POST of the service', async (_, { start, getCore }) => {
  const origin = await start()
  const headers = { 'x-api-key': await createKey(await getCore()), 'content-type': 'application/json' }
  const games = await fetch(`${origin}/v1/games`, { headers })
  expect([games.status, await games.json()]).toEqual([200, expect.objectContaining({ data: [] })])
  const body = JSON.stringify({ url: 'http://127.0.0.1/hook', events: ['game.final'] })
  const created = await fetch(`${origin}/v1/webhooks`, { method: 'POST', headers, body })
  expect([created.status, await created.text()]).toEqual([400, expect.stringContaining('private')])
})

describe.each(['express', 'fastify'])('a route of the app in %s', (name) => {
  test('answers a ServiceError with its status', async () => {
    const response = await fetch(`${await FRAMEWORKS[name]?.start()}/roster/tm_00000000`)
    expect([response.status, await response.json()]).toEqual([404, { error: 'There is no team tm_00000000.' }])
  })
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createApp } from './app.ts'
import { readBytes } from './body.ts'
import { logged } from './request-log.ts'
import { sharedService, WEBHOOKS } from './testing/services.ts'

const service = sharedService('Postgres', WEBHOOKS)
let key: string
beforeAll(async () => {
  key = await service().newKey('live')
})

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** Serves an app behind a parser that leaves what it returns in `req.body`, as those of Express do. */
const serveBehind = (parse: (incoming: IncomingMessage) => Promise<unknown>, app: Pick<Hono, 'fetch'>) => {
  const listener = getRequestListener(app.fetch)
  return listen(async (incoming, outgoing) => {
    const body = await parse(incoming)
    await listener(body === undefined ? incoming : Object.assign(incoming, { body }), outgoing)
  })
}

const URL = 'http://127.0.0.1:9/hook'
const WEBHOOK = JSON.stringify({ url: URL, events: ['game.final'] })
const Created = z.object({ data: z.object({ id: z.string(), url: z.string() }) })
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const post = (origin: string, path = '/v1/webhooks', body = WEBHOOK) =>
  fetch(origin + path, { method: 'POST', body, headers: { 'x-api-key': key, 'content-type': 'application/json' } })

/** Creates a webhook, deletes it again, and returns its address. */
const createWebhook = async (origin: string): Promise<string> => {
  const { id, url } = Created.parse(await (await post(origin)).json()).data
  await service().request(`/v1/webhooks/${id}`, { method: 'DELETE', key })
  return url
}

const PARSERS: Record<string, (incoming: IncomingMessage) => Promise<unknown>> = {
  'express.json()': async (incoming) => JSON.parse(await text(incoming)),
  'express.text()': text,
  'express.raw()': buffer,
}

describe('a webhook can be created behind', () => {
  test.each(Object.entries(PARSERS))('%s', async (_, parse) => {
    expect(await createWebhook(await serveBehind(parse, createApp(service().core)))).toBe(URL)
  })

  const readers: Record<string, MiddlewareHandler> = {
    'c.req.json()': (c, next) => c.req.json().then(next),
    'c.req.text()': (c, next) => c.req.text().then(next),
  }
  test.each(Object.entries(readers))('a middleware of Hono that calls %s', async (_, read) => {
    const app = new Hono().use(read).route('/', createApp(service().core))
    expect(await createWebhook(await listen(getRequestListener(app.fetch)))).toBe(URL)
  })
})

test('a form is read behind express.urlencoded(), repeated fields included', async () => {
  const read = logged(
    () => {},
    async ({ request }) => new Response(await readBytes(request)),
  )
  const parse = async (incoming: IncomingMessage) => {
    await buffer(incoming)
    return { name: 'a b', events: ['1', '2'] }
  }
  const origin = await serveBehind(parse, new Hono().post('/', read))
  const response = await fetch(origin, { method: 'POST', body: new URLSearchParams({ sent: 'something' }) })
  expect(await response.text()).toBe('name=a%20b&events=1&events=2')
})

describe('a body that was read and kept nowhere is 400, with what to do', () => {
  const message = expect.stringContaining('Mount the service before body parsers')

  test('in a REST call and in a call by tRPC', async () => {
    const origin = await serveBehind(async (incoming) => void (await buffer(incoming)), createApp(service().core))
    const rest = await post(origin)
    expect(rest.status).toBe(400)
    expect(Refused.parse(await rest.json()).error).toEqual(expect.objectContaining({ code: 'bad_request', message }))
    const trpc = await post(origin, '/trpc/webhooks.create')
    expect(trpc.status).toBe(400)
    expect(await trpc.text()).toContain('Mount the service before body parsers')
  })

  test('also if a middleware of Hono has read c.req.raw', async () => {
    const read: MiddlewareHandler = (c, next) => c.req.raw.text().then(next)
    const app = new Hono().use(read).route('/', createApp(service().core))
    const response = await post(await listen(getRequestListener(app.fetch)))
    expect(response.status).toBe(400)
    expect(Refused.parse(await response.json()).error.message).toEqual(message)
  })

  test('but a wrong key is 401 first', async () => {
    const origin = await serveBehind(async (incoming) => void (await buffer(incoming)), createApp(service().core))
    const response = await fetch(`${origin}/v1/webhooks`, { method: 'POST', body: WEBHOOK })
    expect(response.status).toBe(401)
  })
})

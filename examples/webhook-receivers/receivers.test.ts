import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from '@basketball-data/webhooks'
import { webhook as honoWebhook } from '@basketball-data/webhooks/hono'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { fastify } from 'fastify'
import { Hono, type Context } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { finalScore, send } from './send.ts'

const secret = 'whsec_0123456789abcdef0123456789abcdef'
vi.stubEnv('WEBHOOK_SECRET', secret)
vi.stubEnv('WEBHOOK_SECRET_OLD', 'whsec_old')
afterAll(() => void vi.unstubAllEnvs())

const { app: honoApp } = await import('./hono.ts')
const { app: expressApp } = await import('./express.ts')
const { app: fastifyApp } = await import('./fastify.ts')
const { POST } = await import('./next.ts')
const { server: nodeServer } = await import('./node.ts')
const { receive } = await import('./by-hand.ts')

type Listener = RequestListener

const nodeListener: Listener = (request, response) => void nodeServer.emit('request', request, response)

const toListener = (fetch: (request: Request) => Response | Promise<Response>): Listener => {
  const listen = getRequestListener(fetch)
  return (request, response) => void listen(request, response)
}

const fastifyListener = async (app: typeof fastifyApp): Promise<Listener> => {
  await app.ready()
  return (request, response) => app.routing(request, response)
}

/** A Fastify app with a hook that parses every body before the webhook can read it. */
const parsingFastify = async (): Promise<Listener> => {
  const { webhook } = await import('@basketball-data/webhooks/fastify')
  const app = fastify()
  app.addHook('preValidation', async (request) => {
    if (Buffer.isBuffer(request.body)) request.body = JSON.parse(request.body.toString())
  })
  app.register(webhook({ path: '/hook', secret, handle: () => {} }))
  return fastifyListener(app)
}

/** Each example, unchanged and behind a middleware that parses every body. */
const receivers: {
  name: string
  plain: () => Listener | Promise<Listener>
  parsed: () => Listener | Promise<Listener>
}[] = [
  {
    name: 'hono',
    plain: () => toListener(honoApp.fetch),
    parsed: () => {
      const outer = new Hono().use(async (c, next) => {
        await c.req.json()
        await next()
      })
      return toListener(outer.route('/', honoApp).fetch)
    },
  },
  {
    name: 'express',
    plain: () => expressApp,
    parsed: () => express().use(express.json()).use(expressApp),
  },
  { name: 'fastify', plain: () => fastifyListener(fastifyApp), parsed: parsingFastify },
  {
    name: 'next',
    plain: () => toListener(POST),
    parsed: () =>
      toListener(async (request) => {
        await request.json()
        return POST(request)
      }),
  },
  {
    name: 'node:http',
    plain: () => nodeListener,
    parsed: () => (request, response) => {
      request.resume().on('end', () => nodeListener(request, response))
    },
  },
]

const servers: Server[] = []
const serve = async (listener: Listener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/hook`
}
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const log = vi.spyOn(console, 'log')
const warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  log.mockImplementation(() => {})
  warn.mockImplementation(() => {})
})
afterEach(() => vi.clearAllMocks())

const summary = async (response: Response) => `${response.status} ${await response.text()}`

describe.each(receivers)('the $name receiver', ({ plain, parsed }) => {
  let address = ''
  beforeAll(async () => {
    address = await serve(await plain())
  })

  test('handles a delivery once and returns 200 to its retry', async () => {
    const event = finalScore()
    expect(await summary(await send(address, event, secret))).toBe('200 handled')
    expect(await summary(await send(address, event, secret))).toBe('200 duplicate')
    expect(log.mock.calls).toEqual([['game.final', 'Ashbourne Foxes', 91, 88]])
  })

  test('returns 503 to a wrong signature and logs the reason', async () => {
    expect(await summary(await send(address, finalScore(), 'whsec_another'))).toBe('503 wrong_signature')
    expect(log).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('does not match'))
  })

  test('returns 413 to a body that is too large, with or without Content-Length', async () => {
    const body = 'x'.repeat(262_145)
    expect((await fetch(address, { method: 'POST', body })).status).toBe(413)
    const stream = new Blob([body]).stream()
    expect((await fetch(address, { method: 'POST', body: stream, duplex: 'half' })).status).toBe(413)
    expect(log).not.toHaveBeenCalled()
  })

  test('returns 500 to a body that was already parsed and logs how to fix it', async () => {
    const broken = await serve(await parsed())
    expect(await summary(await send(broken, finalScore(), secret))).toBe('500 body_parsed')
    expect(log).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/only the raw body can be verified\. \w+/))
  })
})

describe('the receiver without an adapter', () => {
  test('handles a delivery once, signed with either secret', async () => {
    const address = await serve(toListener(receive))
    const event = { ...finalScore(), test: true }
    expect(await summary(await send(address, event, 'whsec_old'))).toBe('200 handled')
    expect(await summary(await send(address, event, secret))).toBe('200 duplicate')
    expect(await summary(await send(address, event, 'whsec_another'))).toBe('503 wrong_signature')
    expect(await summary(await fetch(address, { method: 'POST', body: '{}' }))).toBe('400 missing_header')
    expect(log.mock.calls).toEqual([['test delivery']])
  })
})

describe('other framework setups', () => {
  test('Express: express.raw() and express.text() may run before the webhook', async () => {
    for (const parser of [express.raw({ type: '*/*' }), express.text({ type: '*/*' })]) {
      const address = await serve(express().use(parser).use(expressApp))
      expect(await summary(await send(address, finalScore(), secret))).toBe('200 handled')
    }
  })

  test('Express: request.rawBody is used when the body was parsed', async () => {
    const keep = express.json({ verify: (request, _, rawBody) => Object.assign(request, { rawBody }) })
    const address = await serve(express().use(keep).use(expressApp))
    expect(await summary(await send(address, finalScore(), secret))).toBe('200 handled')
  })

  test('Fastify: JSON bodies of other routes are still parsed', async () => {
    const { webhook } = await import('@basketball-data/webhooks/fastify')
    const app = fastify()
    app.register(webhook({ path: '/hook', secret, handle: () => {} }))
    app.post('/other', (request) => ({ parsed: request.body }))
    const other = (await serve(await fastifyListener(app))).replace('/hook', '/other')
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(other, { method: 'POST', body: '{"a":1}', headers })
    expect(await response.json()).toEqual({ parsed: { a: 1 } })
  })

  test('Hono: the secret may come from Cloudflare bindings', async () => {
    type Worker = Context<{ Bindings: { WEBHOOK_SECRET: string } }>
    const app = new Hono<{ Bindings: { WEBHOOK_SECRET: string } }>()
    app.post('/hook', honoWebhook({ secret: (c: Worker) => c.env.WEBHOOK_SECRET, handle: () => {} }))
    const address = await serve(toListener((request) => app.fetch(request, { WEBHOOK_SECRET: secret })))
    expect(await summary(await send(address, finalScore(), secret))).toBe('200 handled')
    expect(await summary(await send(address, finalScore(), 'whsec_another'))).toBe('503 wrong_signature')
  })

  test('node:http and Next: a method other than POST returns 405', async () => {
    for (const each of [nodeListener, toListener(POST)]) {
      const response = await fetch(await serve(each))
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    }
  })
})

test('in every framework, a delivery whose handler failed is handled again', async () => {
  const adapters = {
    express: await import('@basketball-data/webhooks/express'),
    fastify: await import('@basketball-data/webhooks/fastify'),
    next: await import('@basketball-data/webhooks/next'),
    node: await import('@basketball-data/webhooks/node'),
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const failingOnce = () => {
    let calls = 0
    const handle = () => {
      calls += 1
      if (calls === 1) throw new Error('database down')
    }
    return { secret, handle }
  }
  const app = fastify()
  app.register(adapters.fastify.webhook({ path: '/hook', ...failingOnce() }))
  const next = adapters.next.webhook(failingOnce())
  const failing: Listener[] = [
    toListener(new Hono().post('/hook', honoWebhook(failingOnce())).fetch),
    express().post('/hook', adapters.express.webhook(failingOnce())),
    await fastifyListener(app),
    // Next.js returns 500 when its handler throws.
    toListener((request) => next(request).catch(() => new Response(null, { status: 500 }))),
    adapters.node.webhook(failingOnce()),
  ]
  for (const each of failing) {
    const [address, event] = [await serve(each), finalScore()]
    const statuses: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) statuses.push((await send(address, event, secret)).status)
    expect(statuses).toEqual([500, 200, 200])
  }
})

test('a retry that arrives while the delivery is being handled gets 503 with Retry-After', async () => {
  const { webhook } = await import('@basketball-data/webhooks/node')
  const { promise, resolve } = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const handle = () => {
    started.resolve()
    return promise
  }
  const [address, event] = [await serve(webhook({ secret, handle })), finalScore()]
  const first = send(address, event, secret)
  await started.promise
  const second = await send(address, event, secret)
  expect([second.status, second.headers.get('Retry-After'), await second.text()]).toEqual([503, '5', 'busy'])
  resolve()
  expect(await summary(await first)).toBe('200 handled')
  expect(await summary(await send(address, event, secret))).toBe('200 duplicate')
})

test('a receiver without a secret does not start', () => {
  expect(() => honoWebhook({ secret: '', handle: () => {} })).toThrow('is its environment variable set?')
})

test('sign() returns the signature of the service', async () => {
  const at = new Date(1_760_000_000_000)
  const digest = '31b2b1535a7eccaa0333e827bb2e9a048e1620c0a80f94ea89938fb163c46f27'
  expect(await sign({ body: '{}', secret, at })).toBe(`t=1760000000,v1=${digest}`)
})

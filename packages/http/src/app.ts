import { badRequest, DECIMALS, operations, ServiceError, type Core, type OperationMeta } from '@basketball-data/core'
import { Hono } from 'hono'
import { documentationPage } from './docs/page.ts'
import { pageServer } from './docs/serve.ts'
import type { OpenApiDocument } from './openapi/document-types.ts'
import { buildDocument } from './openapi/document.ts'
import { errorAnswer } from './errors/error-answer.ts'
import { masked } from './masked.ts'
import { jsonAnswer } from './rest/answer.ts'
import { openExchange, type Exchange } from './rest/exchange.ts'
import { refuseBody } from './rest/body.ts'
import { answering, mountOperation, type Handler } from './rest/mount.ts'
import { parseQuery, queryReader, refuseKeyInQuery } from './rest/query.ts'
import type { Decimals } from './rest/rounding.ts'
import { mountTrpc } from './trpc/mount.ts'
import { NoParameters } from '@basketball-data/core/contract'

/** How the service is served. */
export type AppOptions = {
  /** Called after every request, with what a log wants to know; keys and addresses' queries are never in it. */
  onRequest?: (entry: RequestEntry) => void
  /** How many decimals answers give: 4 of a ratio, 2 of an average when left out. The core itself never rounds. */
  decimals?: Partial<Decimals>
}

/** One request as a log has it. */
export type RequestEntry = {
  request_id: string
  method: string
  path: string
  status: number
  /** Milliseconds from the request to its answer. */
  duration_ms: number
  /** Identifier of the key, never the key. */
  key?: string
  /** What went wrong on our side. */
  error?: unknown
}

const REQUEST_HEADERS = 'Authorization, X-API-Key, X-Request-Id, If-None-Match, Content-Type, Idempotency-Key'

const preflight = ({ headers }: Exchange, methods: string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...headers,
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '86400',
    },
  })

const wrongMethod = (core: Core, { requestId, headers }: Exchange, methods: string[]): Response => {
  const allow = methods.join(', ')
  return errorAnswer(core, badRequest(`This path answers ${allow} only.`, methods), {
    requestId,
    headers: { ...headers, allow },
    now: new Date(),
    status: 405,
  })
}

const NOTHING_HERE = 'There is nothing at this address; the paths are listed at /v1/openapi.json.'

const unknownPath = (core: Core, { requestId, headers }: Exchange): Response =>
  errorAnswer(core, new ServiceError('not_found', NOTHING_HERE), { requestId, headers, now: new Date() })

/** The machine-readable description, built once. */
const serveDocument = (core: Core, text: string): Handler => {
  const readQuery = queryReader(NoParameters, [])
  return (exchange) =>
    answering(core, exchange, async () => {
      const query = parseQuery(exchange.request)
      refuseKeyInQuery(query)
      refuseBody(exchange.request)
      readQuery(query, {})
      exchange.headers['cache-control'] = 'public, max-age=300'
      return jsonAnswer(exchange.request.headers, text, exchange.headers)
    })
}

const TRPC_METHODS = ['GET', 'POST', 'OPTIONS']

type Route = { path: string; method: OperationMeta['openapi']['method']; handler: Handler }

/** Every endpoint of /v1, its path in Hono's notation. */
const routes = (core: Core, document: OpenApiDocument, decimals: Decimals): Route[] => {
  const endpoints = operations.length + 1
  return [
    ...operations.map((operation): Route => {
      const { path, method } = operation.meta.openapi
      const handler = mountOperation(core, operation, { endpoints, decimals })
      return { path: `/v1${path}`.replace(/\{(\w+)\}/g, ':$1'), method, handler }
    }),
    { path: '/v1/openapi.json', method: 'GET', handler: serveDocument(core, JSON.stringify(document)) },
  ]
}

/** The methods that a path answers: HEAD where it answers GET, and OPTIONS always. */
const methodsOf = (ofPath: Route[]): string[] => [
  ...ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

/**
 * The service as a Hono app, for any fetch host: the /v1 paths, /trpc, the documentation page, /healthz and /readyz.
 * @example serve({ fetch: createApp(core).fetch, port: 3000 })
 */
export const createApp = (core: Core, { onRequest, ...options }: AppOptions = {}): Hono => {
  const app = new Hono()
  const decimals = { ...DECIMALS, ...options.decimals }

  const logged = async (exchange: Exchange, answer: Response | Promise<Response>): Promise<Response> => {
    const response = await answer
    onRequest?.({
      request_id: exchange.requestId,
      method: exchange.request.method,
      path: masked(new URL(exchange.request.url).pathname),
      status: response.status,
      duration_ms: Math.round((performance.now() - exchange.started) * 100) / 100,
      ...(exchange.admission === null ? {} : { key: exchange.admission.key_id }),
      ...(exchange.failure === undefined ? {} : { error: exchange.failure }),
    })
    return response
  }

  const document = buildDocument(core.service)
  for (const [path, ofPath] of Map.groupBy(routes(core, document, decimals), ({ path }) => path)) {
    const methods = methodsOf(ofPath)
    for (const each of path === '/v1/' ? ['/v1', '/v1/'] : [path]) {
      for (const { method, handler } of ofPath)
        app.on(method, each, (c) => {
          const exchange = openExchange(c.req.raw)
          return logged(exchange, handler(exchange, c.req.param()))
        })
      app.options(each, (c) => preflight(openExchange(c.req.raw), methods))
      app.all(each, (c) => {
        const exchange = openExchange(c.req.raw)
        return logged(exchange, wrongMethod(core, exchange, methods))
      })
    }
  }

  const servePage = pageServer(documentationPage(document, core.plans, decimals))
  app.get('/', (c) => c.redirect('/docs'))
  app.get('/docs', (c) => servePage(c.req.raw.headers))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', (c) =>
    core.ping().then(
      () => c.json({ status: 'ok' }),
      () => c.json({ status: 'database unreachable' }, 503),
    ),
  )
  const trpc = mountTrpc(core, { endpoints: operations.length + 1, decimals })
  app.on(['GET', 'POST'], '/trpc/:calls', (c, next) => {
    // Hono takes HEAD for GET.
    if (c.req.raw.method === 'HEAD') return next()
    const exchange = openExchange(c.req.raw)
    return logged(exchange, trpc(exchange))
  })
  app.options('/trpc/:calls', (c) => preflight(openExchange(c.req.raw), TRPC_METHODS))
  app.all('/trpc/:calls', (c) => {
    const exchange = openExchange(c.req.raw)
    return logged(exchange, wrongMethod(core, exchange, TRPC_METHODS))
  })
  app.notFound((c) => {
    const exchange = openExchange(c.req.raw)
    return logged(exchange, unknownPath(core, exchange))
  })
  app.onError((error, c) => {
    const exchange = openExchange(c.req.raw)
    return logged(
      exchange,
      answering(core, exchange, () => Promise.reject(error)),
    )
  })
  return app
}

import { badRequest, operations, ServiceError, type Core, type Operation } from '@basketball-data/core'
import type { Hono } from 'hono'
import { openContext, type RequestContext } from './call/request-context.ts'
import type { MountOptions } from './call/make-call.ts'
import { errorAnswer } from './errors/error-answer.ts'
import type { OpenApiDocument } from './openapi/types.ts'
import type { Handler, logging } from './request-log.ts'
import { documentHandler } from './rest/document.ts'
import { mountOperation } from './rest/mount.ts'
import { mountTrpc } from './trpc/mount.ts'

/** A path in Hono's notation, and who answers there, by method; OPTIONS is answered everywhere. */
type Route = { path: string; handlers: ReadonlyMap<string, Handler> }

const REQUEST_HEADERS = 'Authorization, X-API-Key, X-Request-Id, If-None-Match, Content-Type, Idempotency-Key'

const preflight = ({ headers }: RequestContext, allow: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...headers,
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '86400',
    },
  })

const wrongMethod = (core: Core, { requestId, headers }: RequestContext, methods: string[]): Response => {
  const allow = methods.join(', ')
  return errorAnswer(core, badRequest(`This path answers ${allow} only.`, methods), {
    requestId,
    headers: { ...headers, allow },
    now: new Date(),
    status: 405,
  })
}

const NOTHING_HERE = 'There is nothing at this address; the paths are listed at /v1/openapi.json.'

/** The answer where there is no route. */
export const unknownPath =
  (core: Core): Handler =>
  ({ requestId, headers }) =>
    errorAnswer(core, new ServiceError('not_found', NOTHING_HERE), { requestId, headers, now: new Date() })

const reading = (handler: Handler): [string, Handler][] => [
  ['GET', handler],
  ['HEAD', handler],
]

/** Every path of the contract; that of the index also without the slash. */
const operationRoutes = (core: Core, options: MountOptions): Route[] => {
  const handlersOf = (operation: Operation): [string, Handler][] => {
    const handler = mountOperation(core, operation, options)
    const { method } = operation.meta.openapi
    return method === 'GET' ? reading(handler) : [[method, handler]]
  }
  return [...Map.groupBy(operations, ({ meta }) => meta.openapi.path)].flatMap(([path, ofPath]) => {
    const handlers = new Map(ofPath.flatMap(handlersOf))
    const paths = path === '/' ? ['/v1', '/v1/'] : [`/v1${path}`.replace(/\{(\w+)\}/g, ':$1')]
    return paths.map((each) => ({ path: each, handlers }))
  })
}

const trpcRoute = (core: Core, options: MountOptions): Route => {
  const handler = mountTrpc(core, options)
  return {
    path: '/trpc/:calls',
    handlers: new Map([
      ['GET', handler],
      ['POST', handler],
    ]),
  }
}

/** Everything that programs ask for: the paths under /v1, the document among them, and /trpc. */
export const routes = (core: Core, document: OpenApiDocument, options: MountOptions): Route[] => [
  ...operationRoutes(core, options),
  { path: '/v1/openapi.json', handlers: new Map(reading(documentHandler(core, document))) },
  trpcRoute(core, options),
]

/** Has the app answer at a route: OPTIONS without a line in the log, and 405 where the method is another. */
export const addRoute = (
  app: Hono,
  core: Core,
  { path, handlers }: Route,
  logged: ReturnType<typeof logging>,
): void => {
  const methods = [...handlers.keys(), 'OPTIONS']
  app.options(path, (c) => preflight(openContext(c.req.raw), methods.join(', ')))
  // Hono takes HEAD for GET: the method of the request itself decides.
  app.all(
    path,
    logged((context, sent) => {
      const handler = handlers.get(context.request.method)
      return handler === undefined ? wrongMethod(core, context, methods) : handler(context, sent)
    }),
  )
}

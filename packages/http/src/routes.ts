import {
  badRequest,
  operations,
  router,
  ServiceError,
  writeOperations,
  writeRouter,
  type Core,
  type Operation,
} from '@basketball-data/core'
import { getEventSchema } from '@basketball-data/core/contract'
import type { AnyRouter } from '@trpc/server'
import type { Hono } from 'hono'
import { forEachOpenApiProcedure } from './openapi/trpc-to-openapi.ts'
import { sizedResponse } from './body.ts'
import { NOT_STORED } from './call/caching.ts'
import { createInvokeContexts, createWriteContexts, type MountOptions } from './call/key-counter.ts'
import { createRequestContext, hideFromPages, type RequestContext } from './call/request-context.ts'
import { errorResponse } from './errors/error-response.ts'
import type { OpenApiDocument } from './openapi/types.ts'
import type { ResponseCache } from './response-cache.ts'
import { logged, type Handler, type OnRequest } from './request-log.ts'
import { mountDocument, mountOperation, type ToInvokeContext } from './rest/mount.ts'
import { mountTrpc } from './trpc/mount.ts'

/** A path in Hono's notation, and its handler by method; `hidden` from pages of other origins, which cannot read its responses. */
type Route = { path: string; handlers: ReadonlyMap<string, Handler>; hidden: boolean }

const REQUEST_HEADERS =
  'Authorization, X-API-Key, X-Request-Id, If-None-Match, Last-Event-ID, Content-Type, Idempotency-Key'

const preflight = ({ headers }: RequestContext, methods: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...headers,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': '86400',
    },
  })

const wrongMethod = (core: Core, context: RequestContext, methods: string[]): Response => {
  const allow = methods.join(', ')
  const error = badRequest(`This path answers ${allow} only.`, methods)
  return errorResponse(core, context, error, { status: 405, headers: { allow } })
}

const NOTHING_HERE = 'There is nothing at this address; the paths are listed at /v1/openapi.json.'

/** The methods of a preflight to a path without a route: a page that may not send its request could not read the 404. */
const ALL_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** Adds the response to every path without a route. It comes after all routes. */
export const addUnknownPaths = (app: Hono, core: Core, onRequest: OnRequest): void => {
  app.options('*', (c) => preflight(createRequestContext(c.req.raw), ALL_METHODS))
  app.notFound(
    logged(onRequest, (context) => errorResponse(core, context, new ServiceError('not_found', NOTHING_HERE))),
  )
}

const toHandler = (handler: Handler, ...methods: string[]): [string, Handler][] =>
  methods.map((method) => [method, handler])

/** An API: where its paths begin, its operations, the document that describes them, and how they are called. */
type Api = {
  base: '/v1' | '/ingest/v1'
  router: Pick<AnyRouter, '_def'>
  operations: readonly Operation[]
  document: OpenApiDocument
  toInvokeContext: ToInvokeContext
  hidden: boolean
}

/** The operations that have a path: those in the table of trpc-to-openapi, and the streams, which it does not know. */
const listRouted = ({ router: { _def }, operations: all }: Api): Operation[] => {
  const inTable = new Set<string>()
  forEachOpenApiProcedure(_def.procedures, ({ path: name }) => void inTable.add(name))
  const isStream = ({ output, write }: Operation) => getEventSchema(output) !== undefined || write?.lines !== undefined
  return all.filter((operation) => inTable.has(operation.name) || isStream(operation))
}

/** Every path of an API, with its OpenAPI document; an index also without the slash. */
const apiRoutes = (core: Core, api: Api, { ending }: Pick<MountOptions, 'ending'>): Route[] => {
  const { base, document, toInvokeContext, hidden } = api
  const listHandlers = (operation: Operation): [string, Handler][] => {
    const handler = mountOperation(core, operation, { toInvokeContext, ending })
    return operation.method === 'GET' ? toHandler(handler, 'GET', 'HEAD') : toHandler(handler, operation.method)
  }
  const ofOperations = [...Map.groupBy(listRouted(api), ({ path }) => path)].flatMap(([path, ofPath]) => {
    const handlers = new Map(ofPath.flatMap(listHandlers))
    const paths = path === '/' ? [base, `${base}/`] : [`${base}${path}`.replace(/\{(\w+)\}/g, ':$1')]
    return paths.map((each) => ({ path: each, handlers, hidden }))
  })
  const handlers = new Map(toHandler(mountDocument(document), 'GET', 'HEAD'))
  return [...ofOperations, { path: `${base}/openapi.json`, handlers, hidden }]
}

/** The routes of the API: the paths under /v1, with the OpenAPI document, and /trpc. */
export const routes = (
  core: Core,
  document: OpenApiDocument,
  options: MountOptions & { responseCache: ResponseCache | null },
): Route[] => [
  ...apiRoutes(
    core,
    {
      base: '/v1',
      router,
      operations,
      document,
      toInvokeContext: createInvokeContexts(core, options),
      hidden: false,
    },
    options,
  ),
  { path: '/trpc/:calls', handlers: new Map(toHandler(mountTrpc(core, options), 'GET', 'POST')), hidden: false },
]

/** The routes of the write API, under /ingest/v1, with its OpenAPI document. */
export const writeRoutes = (core: Core, document: OpenApiDocument, options: Pick<MountOptions, 'ending'>): Route[] => {
  const toWriteContext = createWriteContexts(core)
  return apiRoutes(
    core,
    {
      base: '/ingest/v1',
      router: writeRouter,
      operations: writeOperations,
      document,
      toInvokeContext: (context) => toWriteContext(context, options),
      hidden: true,
    },
    options,
  )
}

/** Adds a route to the app, with OPTIONS, which is not logged, and 405 for every other method. */
export const addRoute = (app: Hono, core: Core, { path, handlers, hidden }: Route, onRequest: OnRequest): void => {
  const methods = [...handlers.keys(), 'OPTIONS']
  const allow = methods.join(', ')
  app.options(path, (c) => {
    const context = createRequestContext(c.req.raw)
    if (hidden) hideFromPages(context)
    const response = hidden ? new Response(null, { status: 204, headers: context.headers }) : preflight(context, allow)
    response.headers.set('allow', allow)
    return response
  })
  // Hono serves HEAD as GET, so the handler is chosen by the method of the request itself.
  app.all(
    path,
    logged(onRequest, async (context, pathValues) => {
      if (hidden) hideFromPages(context)
      const handler = handlers.get(context.request.method)
      if (handler === undefined) return wrongMethod(core, context, methods)
      try {
        return await handler(context, pathValues)
      } catch (error) {
        return errorResponse(core, context, error)
      }
    }),
  )
}

const LIVE = '/healthz'
const READY = '/readyz'

/**
 * Whether a path is that of a health check, which is answered however much the process has to do: else a balancer would take
 * one that is only busy out, or restart it, and so overload the others.
 */
export const isHealthCheck = (path: string): boolean => path === LIVE || path === READY

const statusResponse = (status: number, text: string): Response =>
  sizedResponse(JSON.stringify({ status: text }), {
    status,
    headers: { 'content-type': 'application/json', ...NOT_STORED },
  })

/** /healthz: the process runs; /readyz: it goes on running, and its database can be reached. */
export const addHealthChecks = (app: Hono, core: Core, stopping: () => boolean): void => {
  app.get(LIVE, () => statusResponse(200, 'ok'))
  app.get(READY, () => {
    if (stopping()) return statusResponse(503, 'stopping')
    return core.ping().then(
      () => statusResponse(200, 'ok'),
      () => statusResponse(503, 'database unreachable'),
    )
  })
}

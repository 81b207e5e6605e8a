import { DECIMALS, operations, type Core, type Decimals } from '@basketball-data/core'
import { Hono } from 'hono'
import { buildDocument } from './openapi/document.ts'
import { buildWriteDocument } from './openapi/write-document.ts'
import { errorResponse } from './errors/error-response.ts'
import type { Pages } from './pages.ts'
import { logged, type OnRequest } from './request-log.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { addHealthChecks, addRoute, addUnknownPaths, routes, writeRoutes } from './routes.ts'

/** Options of `createApp`. */
export type AppOptions = {
  /** Called after every request with its log entry, which has no keys and no query strings. */
  onRequest?: OnRequest
  /** Whether the service is about to stop; /readyz is then 503, so that a load balancer sends no more requests. */
  stopping?: () => boolean
  /** Ends all streams when it is aborted; their clients are told to connect again. */
  ending?: AbortSignal
  /** Decimals of numbers in responses: by default 4 for ratios, 2 for averages. The core does not round. */
  decimals?: Partial<Decimals>
  /**
   * Megabytes of responses to calls with a key that are cached in memory until something in them changes; servers set 128. By
   * default none are.
   */
  cacheMegabytes?: number | undefined
  /** Whether write keys may write games at /ingest/v1; by default not. */
  ingest?: boolean | undefined
  /** HTML pages, such as `createPages()` of @basketball-data/pages. If omitted, there are none. */
  pages?: Pages | undefined
}

/**
 * The service as a Hono app, for any server that calls `fetch`: the /v1 paths, /trpc, /healthz and /readyz, and the pages of
 * the options.
 * @example serve({ fetch: createApp(core).fetch, port: 3000 })
 */
export const createApp = (core: Core, options: AppOptions = {}): Hono =>
  createCachingApp(core, openCache(core, options), options)

/** The cache of an app, or of a server, which also reports its usage; null: it caches nothing. */
export const openCache = (
  core: Core,
  { cacheMegabytes = 0 }: Pick<AppOptions, 'cacheMegabytes'>,
): ResponseCache | null => (cacheMegabytes === 0 ? null : createResponseCache(core, cacheMegabytes * 2 ** 20))

/** The service as `createApp` makes it, with a cache that its caller has opened. */
export const createCachingApp = (
  core: Core,
  responseCache: ResponseCache | null,
  { onRequest = () => {}, stopping = () => false, pages, ingest = false, ...options }: AppOptions,
): Hono => {
  const app = new Hono()
  const decimals = { ...DECIMALS, ...options.decimals }
  const document = buildDocument(core.service)
  const endpoints = operations.length + 1 // with the OpenAPI document

  const { ending = null } = options
  for (const route of [
    ...routes(core, document, { endpoints, decimals, responseCache, ending }),
    ...(ingest ? writeRoutes(core, buildWriteDocument(core.service), { ending }) : []),
  ])
    addRoute(app, core, route, onRequest)
  pages?.mount(app, { core, document, decimals, ingest, onRequest })
  addHealthChecks(app, core, stopping)
  addUnknownPaths(app, core, onRequest)
  app.onError((error, c) => logged(onRequest, (context) => errorResponse(core, context, error))(c))
  return app
}

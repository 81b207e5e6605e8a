import { DECIMALS, operations, type Core } from '@basketball-data/core'
import { Hono } from 'hono'
import type { Decimals } from './call/rounding.ts'
import { buildDocument } from './openapi/document.ts'
import { addHealth, addPages } from './pages.ts'
import { logging, type OnRequest } from './request-log.ts'
import { answering } from './rest/mount.ts'
import { addRoute, routes, unknownPath } from './routes.ts'

/** How the service is served. */
export type AppOptions = {
  /** Called after every request, with what a log wants to know; keys and addresses' queries are never in it. */
  onRequest?: OnRequest
  /** How many decimals answers give: 4 of a ratio, 2 of an average when left out. The core itself never rounds. */
  decimals?: Partial<Decimals>
}

/**
 * The service as a Hono app, for any fetch host: the /v1 paths, /trpc, the documentation page, /healthz and /readyz.
 * @example serve({ fetch: createApp(core).fetch, port: 3000 })
 */
export const createApp = (core: Core, { onRequest, ...options }: AppOptions = {}): Hono => {
  const app = new Hono()
  const logged = logging(onRequest)
  const decimals = { ...DECIMALS, ...options.decimals }
  const document = buildDocument(core.service)
  const endpoints = operations.length + 1 // and that of the document

  for (const route of routes(core, document, { endpoints, decimals })) addRoute(app, core, route, logged)
  addPages(app, core, document, decimals)
  addHealth(app, core)
  app.notFound(logged(unknownPath(core)))
  app.onError((error, c) => logged((context) => answering(core, context, () => Promise.reject(error)))(c))
  return app
}

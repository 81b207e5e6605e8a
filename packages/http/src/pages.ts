import type { Core } from '@basketball-data/core'
import type { Hono } from 'hono'
import { sized } from './body/sized.ts'
import type { Decimals } from './call/rounding.ts'
import { documentationPage } from './docs/page.ts'
import { pageServer } from './docs/serve.ts'
import type { OpenApiDocument } from './openapi/types.ts'

/** Adds what people look at: the documentation page, to which the root of the host leads. */
export const addPages = (app: Hono, { plans }: Core, document: OpenApiDocument, decimals: Decimals): void => {
  const servePage = pageServer(documentationPage(document, plans, decimals))
  app.get('/', () => sized('', { status: 302, headers: { location: '/docs' } }))
  app.get('/docs', (c) => servePage(c.req.raw.headers))
}

const state = (status: number, text: string): Response =>
  sized(JSON.stringify({ status: text }), { status, headers: { 'content-type': 'application/json' } })

/** Adds what those who run the service ask: whether the process lives, and whether its database answers. */
export const addHealth = (app: Hono, core: Core): void => {
  app.get('/healthz', () => state(200, 'ok'))
  app.get('/readyz', () =>
    core.ping().then(
      () => state(200, 'ok'),
      () => state(503, 'database unreachable'),
    ),
  )
}

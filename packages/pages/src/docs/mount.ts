import type { Hono } from 'hono'
import { PATHS } from '../page/addresses.ts'
import type { Documentation } from './site.ts'

/** Adds the front page, the reference, the guides and the search. They are loaded at the first request, after the service has started. */
export const addDocumentation = (app: Hono, documentation: Documentation): void => {
  const load = async () => (await import('./site.ts')).createPages(documentation)
  let loaded: ReturnType<typeof load> | undefined
  const pages = () => (loaded ??= load())
  app.get(PATHS.front, async (c) => (await pages()).front(c.req.raw.headers))
  app.get(PATHS.reference, async (c) => (await pages()).reference(c.req.raw.headers))
  app.get(PATHS.records, async (c) => (await pages()).records(c.req.raw.headers))
  app.get(PATHS.search, async (c) => (await pages()).search(c.req.raw.headers, new URL(c.req.url).searchParams))
  app.get(`${PATHS.reference}/:slug`, async (c) => (await pages()).guide(c.req.raw.headers, c.req.param('slug')))
}

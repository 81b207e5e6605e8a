import type { Pages } from '@basketball-data/http/pages'
import type { Hono } from 'hono'
import { addAccountPages } from './account/app.ts'
import type { AccountPagesOptions } from './account/options.ts'
import type { Documentation } from './docs/site.ts'
import { PATHS } from './page/addresses.ts'
import { openBrand, type BrandOptions } from './page/brand.ts'
import { busyResponder } from './page/busy-page.ts'

export type { AccountPagesOptions } from './account/options.ts'
export { BadBrand, type BrandOptions } from './page/brand.ts'
export { signInLink } from './account/sign-in.ts'

/** Which pages a service has, and how they look. */
export type PagesOptions = BrandOptions & {
  /** The account pages at /account. If omitted, there are none. */
  account?: AccountPagesOptions
}

/** Adds the front page, the reference, the guides and the search; loads them at the first request, so that the service starts faster. */
const addDocumentation = (app: Hono, documentation: Documentation): void => {
  const load = async () => (await import('./docs/site.ts')).createDocumentation(documentation)
  let loaded: ReturnType<typeof load> | undefined
  const pages = () => (loaded ??= load())
  app.get(PATHS.front, async (c) => (await pages()).front(c.req.raw.headers))
  app.get(PATHS.reference, async (c) => (await pages()).reference(c.req.raw.headers))
  app.get(PATHS.records, async (c) => (await pages()).records(c.req.raw.headers))
  app.get(PATHS.search, async (c) => (await pages()).search(c.req.raw.headers, new URL(c.req.url).searchParams))
  app.get(`${PATHS.reference}/:slug`, async (c) => (await pages()).guide(c.req.raw.headers, c.req.param('slug')))
}

/**
 * The documentation at / and /docs, and the account pages at /account, for `createApp` and `startServer` of @basketball-data/http.
 * @example createApp(core, { pages: createPages() })
 * @throws BadBrand for a colour or a logo that cannot be used
 */
export const createPages = ({ account, ...look }: PagesOptions = {}): Pages => {
  const brand = openBrand(look)
  return {
    mount: (app, { core, document, decimals, ingest, onRequest }) => {
      const { name, base } = core.service
      const site = { name, base, account: account !== undefined, brand }
      if (brand.logo !== null) app.get(brand.logo.path, brand.logo.respond)
      addDocumentation(app, { core, site, document, plans: core.plans, decimals })
      if (account !== undefined) addAccountPages(app, { core, site, ingest, onRequest }, account)
    },
    busy: (service) => busyResponder(service, brand),
  }
}

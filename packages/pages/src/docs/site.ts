import type { PlanTable } from '@basketball-data/core/contract'
import type { Core, Decimals } from '@basketball-data/core'
import type { OpenApiDocument } from '@basketball-data/http/openapi'
import { renderToString } from '../page/html.ts'
import { pageResponse, pageServer } from '../page/serve.ts'
import { chapters } from './chapters.ts'
import { frontPage } from './front-page.ts'
import { guidePage, guidesPage } from './guide-page.ts'
import { GUIDES_SLUG, readGuides } from './guides.ts'
import { MAX_QUERY, type Site } from './layout.ts'
import { recordsPage } from './records.ts'
import { referencePage } from './reference-page.ts'
import { openSampleIds, type Localize } from './sample-ids.ts'
import { searchEntries } from './search-entries.ts'
import { resultList, searchPage } from './search-page.ts'
import { createSearch, type Search } from './search.ts'

/** What the documentation is made of. */
export type Documentation = {
  /** Where the records of the example requests are looked up. */
  core: Pick<Core, 'caller'>
  site: Site
  document: OpenApiDocument
  plans: PlanTable
  decimals: Decimals
}

/** Results that are shown while typing. */
const MAX_SUGGESTIONS = 8

/** The reference, which is rendered again when the records of its example requests have changed. */
const referenceServer = (core: Documentation['core'], render: (localize: Localize) => string) => {
  const sampleIds = openSampleIds(core)
  let shown: Localize | undefined
  let serve: ReturnType<typeof pageServer> | undefined
  return async (request: Headers): Promise<Response> => {
    const localize = await sampleIds()
    if (serve === undefined || localize !== shown) serve = pageServer(() => render(localize))
    shown = localize
    return serve(request)
  }
}

/** The pages of the documentation. Each is rendered at its first request, and the search is made at the first one. */
export const createDocumentation = ({ core, site, document, plans, decimals }: Documentation) => {
  const guides = readGuides(site.base)
  const render = (slug: string) => (slug === GUIDES_SLUG ? guidesPage(site, guides) : guidePage(site, guides, slug))
  const guideServers = new Map([...guides.slugs].map((slug) => [slug, pageServer(() => render(slug))]))
  let made: Search | undefined
  const search: Search = (query, limit) => {
    made ??= createSearch(searchEntries(document, chapters(document, plans, decimals), guides))
    return made(query, limit)
  }

  return {
    front: pageServer(() => frontPage(site, document, plans)),
    records: pageServer(() => recordsPage(site, document)),
    reference: referenceServer(core, (localize) => referencePage(site, { document, plans, decimals, localize })),
    /** The results of the parameter `q`; only the list of the best ones with `part=results`, which the script asks for. */
    search: (request: Headers, parameters: URLSearchParams): Promise<Response> => {
      const query = (parameters.get('q') ?? '').trim().slice(0, MAX_QUERY)
      if (parameters.get('part') === 'results')
        return pageResponse(request, renderToString(resultList(query, search(query, MAX_SUGGESTIONS))))
      return pageResponse(request, searchPage(site, { query, found: search(query) }))
    },
    /** A guide; for any other slug the search of its words, with 404. */
    guide: (request: Headers, slug: string): Promise<Response> => {
      const serve = guideServers.get(slug)
      if (serve !== undefined) return serve(request)
      const query = slug
        .replaceAll(/[^\w]+/g, ' ')
        .trim()
        .slice(0, MAX_QUERY)
      return pageResponse(request, searchPage(site, { query, found: search(query), missing: true }), { status: 404 })
    },
  }
}

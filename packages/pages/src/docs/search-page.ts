import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { PATHS } from '../page/addresses.ts'
import { readStyle } from '../page/browser-files.ts'
import { searchForm, sitePage, type Site } from './layout.ts'
import type { Found, Result } from './search.ts'

const STYLE = readStyle('search.css')

const resultItem = ({ kind, title, context, href, excerpt }: Result): Markup =>
  html`<li>
    <a href="${href}">
      <span class="kind">${kind}</span>
      <strong>${title}</strong> ${context === '' ? '' : html`<span class="where">${context}</span>`}
      <span class="excerpt"
        >${excerpt.map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`))}</span
      >
    </a>
  </li>`

/** A list of results; of the pages, the script asks for this only. */
export const resultList = (query: string, { results, isPartial }: Found): Markup => {
  if (results.length === 0)
    return html`<p class="nothing">
      Nothing matches <strong>${query}</strong>. Try other words, or the name of a field.
    </p>`
  const list = html`<ol class="results">
    ${results.map(resultItem)}
  </ol>`
  return isPartial
    ? html`<p class="nothing">Nothing has all of these words. These have some:</p>
        ${list}`
    : list
}

const explanation = html`<p>
  Search for an endpoint, a field, an error or anything in the guides: <code>box score</code>, <code>home_score</code>,
  <code>rate_limited</code>, <code>possessions</code>.
</p>`

/** The page of a search. `missing` says that it is shown for an address without a page. */
export const searchPage = (
  site: Site,
  { query, found, missing = false }: { query: string; found: Found; missing?: boolean },
): string => {
  const title = missing ? 'Page not found' : 'Search'
  return sitePage(site, {
    title,
    current: 'search',
    style: STYLE,
    body: html`<main id="main" class="search-page">
      <h1>${title}</h1>
      ${missing ? html`<p>There is no page at this address. The <a href="${PATHS.reference}">reference</a> and the <a href="${PATHS.guides}">guides</a> are here; or search:</p>` : ''}
      ${searchForm(query)}
      <div id="results">${query === '' ? explanation : resultList(query, found)}</div>
    </main>`,
  })
}

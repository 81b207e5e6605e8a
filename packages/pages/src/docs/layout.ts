import { html, raw } from 'hono/html'
import { htmlDocument, siteHeader, type Site as SharedSite } from '../page/document.ts'
import { renderToString, type Markup } from '../page/html.ts'
import { PATHS } from '../page/addresses.ts'
import { DOCUMENTATION_SCRIPT, readIcon, readStyle } from '../page/browser-files.ts'

const STYLE = readStyle('documentation.css')

/** What every page of the documentation says about the service; `base` is the address of the /v1 paths. */
export type Site = SharedSite & { base: string }

export type SitePage = {
  title: string
  description?: string
  /** Where the page belongs. */
  current: 'reference' | 'guides' | 'search' | null
  /** CSS in addition to the style of all pages. */
  style: string
  /** The name of the element with the id `contents`, if there is one: on a phone it is below the text. */
  contents?: string
  /** What is below the bar: an element with the id `main`. */
  body: Markup
}

/** Search terms have at most this many characters. */
export const MAX_QUERY = 100

const MAGNIFIER = readIcon('search')

/** The form that searches; without a script it leads to the page of the results. */
export const searchForm = (query = ''): Markup =>
  html`<form class="search" role="search" action="${PATHS.search}">
    ${MAGNIFIER}
    <input
      type="search"
      name="q"
      value="${query}"
      maxlength="${MAX_QUERY}"
      placeholder="Search the documentation"
      aria-label="Search the documentation"
      autocomplete="off"
      spellcheck="false"
    />
  </form>`

export const sitePage = (site: Site, { title, description, current, style, contents, body }: SitePage): string =>
  renderToString(
    htmlDocument({
      brand: site.brand,
      title: title === site.name ? title : `${title} · ${site.name}`,
      description,
      style: STYLE + style,
      script: DOCUMENTATION_SCRIPT,
      body: html`${siteHeader(
        site,
        current === 'search' ? null : current,
        html`${
          current === 'search'
            ? ''
            : html`${searchForm()}<a class="to-search" href="${PATHS.search}" aria-label="Search">${MAGNIFIER}</a>`
        }
        ${contents === undefined ? '' : html`<a class="to-contents" href="#contents">${contents}</a>`}`,
      )}
      ${body}`,
    }),
  )

export type Link = readonly [href: string, text: string]

/** Links under a title, which is a link itself, or folds them if it has no address. */
export type Group = { title: string; href?: string; links: readonly Link[] }

const groupLinks = (links: readonly Link[], current?: string): Markup =>
  html`<ul>
    ${links.map(([to, text]) => html`<li><a href="${to}" ${to === current ? raw('aria-current="page"') : ''}>${text}</a></li>`)}
  </ul>`

/** A table of contents. One whose groups have no address is folded, but for the group of `current`. */
export const contents = (label: string, groups: readonly Group[], current?: string): Markup =>
  html`<nav id="contents" class="contents" aria-label="${label}">
    <ul>
      ${groups.map(({ title, href, links }) =>
        href === undefined
          ? html`<li>
              <details ${links.some(([to]) => to === current) ? 'open' : ''}>
                <summary class="group">${title}</summary>
                ${groupLinks(links, current)}
              </details>
            </li>`
          : html`<li><a class="group" href="${href}">${title}</a>${groupLinks(links)}</li>`,
      )}
    </ul>
  </nav>`

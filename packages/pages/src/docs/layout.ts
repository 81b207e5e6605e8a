import { html, raw } from 'hono/html'
import { htmlDocument, siteHeader, type Site as SharedSite } from '../page/document.ts'
import { renderToString, type Markup } from '../page/html.ts'
import { PATHS } from '../page/addresses.ts'
import { DOCUMENTATION_SCRIPT } from '../page/scripts.ts'
import { SITE_STYLE } from './style.ts'

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

const MAGNIFIER = html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
  <path d="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm4.2 9.7 3.8 3.8" />
</svg>`

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
      title: title === site.name ? title : `${title} · ${site.name}`,
      description,
      style: SITE_STYLE + style,
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

/** Links under a title, which is a link itself if it has an address. */
export type Group = { title: string; href?: string; links: readonly Link[] }

const groupTitle = ({ title, href }: Group): Markup =>
  href === undefined ? html`<span class="group">${title}</span>` : html`<a class="group" href="${href}">${title}</a>`

/** A table of contents; the link to `current` is marked. */
export const contents = (label: string, groups: readonly Group[], current?: string): Markup =>
  html`<nav id="contents" class="contents" aria-label="${label}">
    <ul>
      ${groups.map(
        (group) =>
          html`<li>
            ${groupTitle(group)}
            <ul>
              ${group.links.map(([to, text]) => html`<li><a href="${to}" ${to === current ? raw('aria-current="page"') : ''}>${text}</a></li>`)}
            </ul>
          </li>`,
      )}
    </ul>
  </nav>`

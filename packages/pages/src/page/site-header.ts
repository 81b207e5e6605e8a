import { html, raw } from 'hono/html'
import { PATHS } from './addresses.ts'
import type { Markup } from './html.ts'
import { ICON } from './style.ts'

/** What every page says about the service. */
export type Site = {
  /** The name of the service. */
  name: string
  /** Whether the service has account pages. */
  account: boolean
}

/** A part of the site, which the bar links to. */
export type SitePart = 'reference' | 'guides' | 'account'

/** The bar at the top of every page; `end` stands at its end. */
export const siteHeader = (site: Site, current: SitePart | null, end: Markup | string): Markup => {
  const link = (part: SitePart, text: string): Markup =>
    part === current
      ? html`<a href="${PATHS[part]}" aria-current="page">${text}</a>`
      : html`<a href="${PATHS[part]}">${text}</a>`
  return html`<header>
    <a class="name" href="${PATHS.front}" aria-label="${site.name}">${raw(ICON)} <span>${site.name}</span></a>
    <nav class="site" aria-label="Site">
      ${link('reference', 'Reference')} ${link('guides', 'Guides')} ${site.account ? link('account', 'Account') : ''}
    </nav>
    ${end}
  </header>`
}

import { html, raw } from 'hono/html'
import { PATHS } from './addresses.ts'
import type { Brand } from './brand.ts'
import { readBrowserFile, readStyle } from './browser-files.ts'
import type { Markup } from './html.ts'

const [ICON, STYLE] = [readBrowserFile('icon.svg'), readStyle('page.css')]

export type PageParts = {
  brand: Brand
  title: string
  /** For search engines; pages that need a sign-in have none. */
  description?: string | undefined
  /** CSS in addition to the style of all pages. */
  style: string
  /** Runs when the page has loaded. Pages work without it. */
  script?: string | undefined
  /** The bar at the top, and an element with the id `main`. */
  body: Markup
}

/** A whole HTML document in the look of all pages: without external files, and readable without a script. */
export const htmlDocument = ({ brand, title, description, style, script, body }: PageParts): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? '' : html`<meta name="description" content="${description}" />`}
        <title>${title}</title>
        <link rel="icon" href="${brand.logo?.path ?? `data:image/svg+xml,${encodeURIComponent(ICON)}`}" />
        <style>
          ${raw(STYLE + brand.style + style)}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${body}
        ${
          script === undefined
            ? ''
            : html`<script>
                ${raw(script)}
              </script>`
        }
      </body>
    </html>`

/** What every page says about the service. */
export type Site = {
  name: string
  account: boolean
  brand: Brand
}

/** A part of the site, which the bar links to. */
export type SitePart = 'reference' | 'guides' | 'account'

/** The bar at the top of every page; `end` stands at its end. */
export const siteHeader = (site: Site, current: SitePart | null, end: Markup | string): Markup => {
  const link = (part: SitePart, text: string): Markup =>
    html`<a href="${PATHS[part]}" ${part === current ? raw('aria-current="page"') : ''}>${text}</a>`
  const { logo } = site.brand
  return html`<header>
    <a class="name" href="${PATHS.front}" aria-label="${site.name}"
      >${logo === null ? raw(ICON) : html`<img src="${logo.path}" alt="" />`} <span>${site.name}</span></a
    >
    <nav class="site" aria-label="Site">
      ${link('reference', 'Reference')} ${link('guides', 'Guides')} ${site.account ? link('account', 'Account') : ''}
    </nav>
    ${end}
  </header>`
}

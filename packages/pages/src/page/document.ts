import { html, raw } from 'hono/html'
import type { Markup } from './html.ts'
import { BASE_STYLE, ICON } from './style.ts'

/** What a page has of its own. */
export type PageParts = {
  title: string
  /** For search engines; pages that need a sign-in have none. */
  description?: string
  /** Rules that are added to those of all pages. */
  style: string
  /** Runs when the page has been read. Pages can be read and used without it. */
  script?: string
  /** The bar at the top, and an element with the id `main`. */
  body: Markup
}

/** A whole HTML document in the look of all pages: without external files, and readable without a script. */
export const htmlDocument = ({ title, description, style, script, body }: PageParts): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${description === undefined ? '' : html`<meta name="description" content="${description}" />`}
        <title>${title}</title>
        <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}" />
        <style>
          ${raw(BASE_STYLE + style)}
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

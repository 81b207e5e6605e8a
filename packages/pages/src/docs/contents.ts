import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'

/** A link to a page or a section. */
export type Link = readonly [href: string, text: string]

/** Links under a title, which is one itself. */
export type Group = { title: string; href: string; links: readonly Link[] }

/** The table of contents of a page of the reference. */
export const contents = (groups: readonly Group[]): Markup =>
  html`<nav id="contents" class="contents" aria-label="Contents">
    <ul>
      ${groups.map(
        ({ title, href, links }) =>
          html`<li>
            <a class="group" href="${href}">${title}</a>
            <ul>
              ${links.map(([to, text]) => html`<li><a href="${to}">${text}</a></li>`)}
            </ul>
          </li>`,
      )}
    </ul>
  </nav>`

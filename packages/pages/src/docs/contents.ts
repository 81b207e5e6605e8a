import { html, raw } from 'hono/html'
import type { Markup } from '../page/html.ts'

/** A link to a page or a section. */
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

import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { guidePath, PATHS } from '../page/addresses.ts'
import { readStyle } from '../page/browser-files.ts'
import type { GuideEntry, Guides } from './guides.ts'
import { contents, type Link, sitePage, type Site } from './layout.ts'
import type { Section } from './markdown.ts'

const onThisPage = (sections: readonly Section[]): Markup => {
  const shown = sections.filter(({ depth }) => depth === 2)
  if (shown.length < 2) return html``
  return html`<nav class="on-this-page" aria-label="On this page">
    <p>On this page</p>
    <ul>
      ${shown.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}
    </ul>
  </nav>`
}

/** Links to the guides before and after this one in its group. */
const neighbours = (all: readonly GuideEntry[], entry: GuideEntry): Markup => {
  const at = all.indexOf(entry)
  const [before, after] = [all[at - 1], all[at + 1]]
  return html`<nav class="neighbours" aria-label="Other guides">
    ${before === undefined ? html`<span></span>` : html`<a href="${guidePath(before.slug)}" rel="prev"><small>Before</small>${before.title}</a>`}
    ${after === undefined ? '' : html`<a href="${guidePath(after.slug)}" rel="next"><small>Next</small>${after.title}</a>`}
  </nav>`
}

/** The page of a guide. @throws RangeError if there is no such guide */
export const guidePage = (site: Site, guides: Guides, slug: string): string => {
  const { title, sections, body } = guides.article(slug)
  const groups = guides.groups.map((group) => ({
    title: group.title,
    links: group.guides.map((guide): Link => [guidePath(guide.slug), guide.title]),
  }))
  const all = guides.groups.find((group) => group.guides.some((guide) => guide.slug === slug))?.guides ?? []
  const entry = all.find((guide) => guide.slug === slug)
  return sitePage(site, {
    title,
    description: entry?.description ?? title,
    current: 'guides',
    style: readStyle('guide.css'),
    contents: 'All guides',
    body: html`<div class="page">
      ${contents('Guides', groups, guidePath(slug))}
      <main id="main">
        <article class="guide">${body} ${entry === undefined ? '' : neighbours(all, entry)}</article>
        ${onThisPage(sections)}
      </main>
    </div>`,
  })
}

export const guidesPage = (site: Site, { groups }: Guides): string =>
  sitePage(site, {
    title: 'Guides',
    description: `Guides to ${site.name}`,
    current: 'guides',
    style: readStyle('guide.css'),
    body: html`<main id="main" class="all-guides">
      <h1>Guides</h1>
      <p class="lead">
        How to use the service and how to run it, beside the <a href="${PATHS.reference}">reference</a> of every
        endpoint, record and error.
      </p>
      ${groups.map(
        ({ title, guides }) =>
          html`<section>
            <h2>${title}</h2>
            <ul class="cards">
              ${guides.map(
                (guide) =>
                  html`<li>
                    <a class="card" href="${guidePath(guide.slug)}">
                      <strong>${guide.title}</strong>
                      <span>${guide.description}</span>
                    </a>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
    </main>`,
  })

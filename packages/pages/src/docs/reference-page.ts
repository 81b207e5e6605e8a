import { ErrorCode, type PlanTable } from '@basketball-data/core/contract'
import type { Decimals } from '@basketball-data/core'
import { html } from 'hono/html'
import type { OpenApiDocument } from '@basketball-data/http/openapi'
import { shellBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import { PATHS } from '../page/addresses.ts'
import { readStyle } from '../page/browser-files.ts'
import { chapters, chapterSection, type Chapter } from './chapters.ts'
import { endpointsByTag, endpointSections, tagAnchor } from './endpoints.ts'
import { contents, type Group, type Link, sitePage, type Site } from './layout.ts'
import { errorAnchor, errorSection } from './errors.ts'
import type { Localize } from './sample-ids.ts'
import { codeSamples } from './samples.ts'

const groups = (document: OpenApiDocument, basics: Chapter[]): Group[] => [
  { title: 'Basics', href: '#main', links: basics.map(({ anchor, title }) => [`#${anchor}`, title]) },
  ...endpointsByTag(document).map(({ name, endpoints }) => ({
    title: name,
    href: `#${tagAnchor(name)}`,
    links: endpoints.map(({ operation }): Link => [`#${operation.operationId}`, operation.summary]),
  })),
  { title: 'Errors', href: '#errors', links: ErrorCode.options.map((code) => [`#${errorAnchor(code)}`, code]) },
  { title: 'Records', href: PATHS.records, links: [] },
  { title: 'Identifiers and enums', href: `${PATHS.records}#values`, links: [] },
]

const introduction = (document: OpenApiDocument): Markup => {
  const base = document.servers[0]?.url ?? ''
  return html`<section class="chapter opening" aria-labelledby="title">
    <div class="text">
      <h1 id="title">API reference</h1>
      <p class="lead">
        Basketball competitions, teams, players, games, box scores, play-by-play, shot charts, standings and statistics
        as JSON over HTTP, in the same shape for every league. Webhooks send final scores as they happen.
      </p>
      <p>
        The base URL is <code>${base}</code>; its last segment is the version. Everything in this reference is also in
        <a href="${base}/openapi.json">openapi.json</a> (OpenAPI 3.1), from which most languages can generate a client.
        For TypeScript there is <a href="#client">a client</a>. The fields of every record are on
        <a href="${PATHS.records}">a page of their own</a>, and the <a href="${PATHS.guides}">guides</a> explain the
        rest.
      </p>
    </div>
    <div class="sample">${shellBlock('Try it without a key', codeSamples(document).index)}</div>
  </section>`
}

/**
 * The reference: one HTML page without external files, built from the document and the plan table; `decimals` are the
 * decimal places of numbers in responses; `localize` is for the example requests. Other pages may link to its anchors: `#plans`, `#error-<code>`, `#<operationId>`.
 */
export const referencePage = (
  site: Site,
  {
    document,
    plans,
    decimals,
    localize = (text) => text,
  }: { document: OpenApiDocument; plans: PlanTable; decimals: Decimals; localize?: Localize },
): string => {
  const basics = chapters(document, plans, decimals, localize)
  return sitePage(site, {
    title: 'API reference',
    description: document.info.summary,
    current: 'reference',
    style: readStyle('reference.css'),
    contents: 'Contents',
    body: html`<div class="page">
      ${contents('Contents', groups(document, basics))}
      <main id="main" data-base="${new URL(site.base).pathname}">
        ${introduction(document)} ${basics.map(chapterSection)} ${endpointSections(document, localize)}
        ${errorSection(document)}
      </main>
    </div>`,
  })
}

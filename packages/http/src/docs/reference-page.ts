import { ErrorCode, type PlanTable } from '@basketball-data/core/contract'
import type { Decimals } from '@basketball-data/core'
import { html } from 'hono/html'
import type { OpenApiDocument } from '../openapi/types.ts'
import { shellBlock } from '../pages/code.ts'
import type { Markup } from '../pages/html.ts'
import { PATHS } from '../pages/addresses.ts'
import type { Chapter } from './chapter.ts'
import { chapters, chapterSection } from './chapters.ts'
import { endpointsByTag, endpointSections, tagAnchor } from './endpoints.ts'
import { sitePage, type Site } from './layout.ts'
import { errorAnchor, errorSection, namedSchemas, recordSections } from './records.ts'
import { codeSamples } from './samples.ts'
import { recordAnchor } from './schema.ts'
import { REFERENCE_STYLE } from './style.ts'

/** A link to a section of the page. */
type Link = readonly [anchor: string, text: string]

const group = (title: string, anchor: string, links: readonly Link[]): Markup =>
  html`<li>
    <a class="group" href="#${anchor}">${title}</a>
    <ul>
      ${links.map(([to, text]) => html`<li><a href="#${to}">${text}</a></li>`)}
    </ul>
  </li>`

const contents = (document: OpenApiDocument, basics: Chapter[]): Markup => {
  const { records } = namedSchemas(document)
  return html`<nav id="contents" class="contents" aria-label="Contents">
    <ul>
      ${group(
        'Basics',
        'main',
        basics.map(({ anchor, title }) => [anchor, title]),
      )}
      ${endpointsByTag(document).map(({ name, endpoints }) =>
        group(
          name,
          tagAnchor(name),
          endpoints.map(({ operation }) => [operation.operationId, operation.summary]),
        ),
      )}
      ${group(
        'Errors',
        'errors',
        ErrorCode.options.map((code) => [errorAnchor(code), code]),
      )}
      ${group(
        'Records',
        'records',
        records.map(([name]) => [recordAnchor(name), name]),
      )}
      <li><a class="group" href="#values">Identifiers and enums</a></li>
    </ul>
  </nav>`
}

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
        The base URL is <code>${base}</code>; its last segment is the version. Everything on this page is also in
        <a href="${base}/openapi.json">openapi.json</a> (OpenAPI 3.1), from which most languages can generate a client.
        For TypeScript there is <a href="#client">a client</a>. The <a href="${PATHS.guides}">guides</a> explain the
        rest.
      </p>
    </div>
    <div class="sample">${shellBlock('Try it without a key', codeSamples(document).index)}</div>
  </section>`
}

/**
 * The reference: one HTML page without external files, built from the document and the plan table; `decimals` are the
 * decimal places of numbers in responses. Other pages may link to its anchors: `#plans`, `#error-<code>`, `#<operationId>`,
 * `#record-<name>`, `#<record>.<field>`.
 */
export const referencePage = (
  site: Site,
  { document, plans, decimals }: { document: OpenApiDocument; plans: PlanTable; decimals: Decimals },
): string => {
  const basics = chapters(document, plans, decimals)
  return sitePage(site, {
    title: 'API reference',
    description: document.info.summary,
    current: 'reference',
    style: REFERENCE_STYLE,
    contents: 'Contents',
    body: html`<div class="page">
      ${contents(document, basics)}
      <main id="main" data-base="${new URL(site.base).pathname}">
        ${introduction(document)} ${basics.map(chapterSection)} ${endpointSections(document)} ${errorSection(document)}
        ${recordSections(document)}
      </main>
    </div>`,
  })
}

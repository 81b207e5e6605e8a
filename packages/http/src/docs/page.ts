import { ErrorCode, type PlanTable } from '@basketball-data/core/contract'
import { html, raw } from 'hono/html'
import type { Decimals } from '@basketball-data/core'
import type { OpenApiDocument } from '../openapi/types.ts'
import { endpointsByTag, endpointSections, tagAnchor } from './endpoints.ts'
import { chapters, chapterSection } from './guide.ts'
import { shellBlock } from '../pages/code.ts'
import { htmlDocument } from '../pages/document.ts'
import { renderToString, type Markup } from '../pages/html.ts'
import type { Chapter } from './chapter.ts'
import { errorAnchor, errorSection, namedSchemas, recordSections } from './reference.ts'
import { codeSamples } from './samples.ts'
import { recordAnchor } from './schema.ts'
import { ICON } from '../pages/style.ts'
import { DOCS_STYLE } from './style.ts'

/** A link to a section of the page. */
type Link = readonly [anchor: string, text: string]

const group = (title: string, anchor: string, links: readonly Link[]): Markup =>
  html`<li>
    <a class="group" href="#${anchor}">${title}</a>
    <ul>
      ${links.map(([to, text]) => html`<li><a href="#${to}">${text}</a></li>`)}
    </ul>
  </li>`

const contents = (document: OpenApiDocument, guide: Chapter[]): Markup => {
  const { records } = namedSchemas(document)
  return html`<nav id="contents" aria-label="Contents">
    <ul>
      ${group(
        'Guide',
        'main',
        guide.map(({ anchor, title }) => [anchor, title]),
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
  return html`<section class="guide opening" aria-labelledby="title">
    <div class="text">
      <h1 id="title">${document.info.title}</h1>
      <p class="lead">
        Basketball competitions, teams, players, games, box scores, play-by-play, shot charts, standings and statistics
        as JSON over HTTP, in the same shape for every league. Webhooks send final scores as they happen.
      </p>
      <p>
        The base URL is <code>${base}</code>; its last segment is the version. Everything on this page is also in
        <a href="${base}/openapi.json">openapi.json</a> (OpenAPI 3.1), from which most languages can generate a client.
        For TypeScript use <code>@basketball-data/client</code>.
      </p>
    </div>
    <div class="sample">${shellBlock('Try it without a key', codeSamples(document).index)}</div>
  </section>`
}

/**
 * The documentation page: one HTML page without scripts or external files, built from the document and the plan table;
 * `decimals` are the decimal places of numbers in responses. Other pages may link to its anchors: `#plans`, `#error-<code>`,
 * `#<operationId>`, `#record-<name>`.
 */
export const documentationPage = (document: OpenApiDocument, plans: PlanTable, decimals: Decimals): string => {
  const guide = chapters(document, plans, decimals)
  const { info, servers } = document
  return renderToString(
    htmlDocument({
      title: info.title,
      description: info.summary,
      style: DOCS_STYLE,
      body: html`<header>
          <a class="name" href="#main">${raw(ICON)} <span>${info.title}</span></a>
          <span class="version">v${info.version}</span>
          <a class="to-contents" href="#contents">Contents</a>
          <a class="to-document" href="${servers[0]?.url ?? ''}/openapi.json">openapi.json</a>
        </header>
        <div class="page">
          ${contents(document, guide)}
          <main id="main">
            ${introduction(document)} ${guide.map(chapterSection)} ${endpointSections(document)}
            ${errorSection(document)} ${recordSections(document)}
          </main>
        </div>`,
    }),
  )
}

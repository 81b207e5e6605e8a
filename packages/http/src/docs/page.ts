import { ErrorCode, type PlanTable } from '@basketball-data/core/contract'
import { html, raw } from 'hono/html'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import type { Decimals } from '../call/rounding.ts'
import { shellBlock } from './code.ts'
import { endpointsByTag, endpointSections, tagAnchor } from './endpoints.ts'
import { errorAnchor, errorSection } from './errors.ts'
import { chapters, chapterSection, type Chapter } from './guide.ts'
import { textOf, type Markup } from './markup.ts'
import { namedSchemas, recordSections } from './records.ts'
import { samples } from './samples.ts'
import { BALL, STYLE } from './style.ts'
import { recordAnchor } from './words.ts'

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
          endpoints.map(({ path, method, endpoint }) => [
            endpoint.operationId,
            method === 'get' ? path : `${method.toUpperCase()} ${path}`,
          ]),
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
      <li><a class="group" href="#values">Identifiers and values</a></li>
    </ul>
  </nav>`
}

const opening = (document: OpenApiDocument): Markup => {
  const base = document.servers[0]?.url ?? ''
  return html`<section class="guide opening" aria-labelledby="title">
    <div class="text">
      <h1 id="title">${document.info.title}</h1>
      <p class="lead">
        Competitions, seasons, teams, players, games, box scores, play-by-play, shots, standings and statistics of
        basketball, over plain HTTP, as JSON: the same shape for every league. Webhooks tell of final scores as they
        happen.
      </p>
      <p>
        The base address is <code>${base}</code>; the version is its last segment. Programs read the same as this page
        in <a href="${base}/openapi.json">openapi.json</a>, OpenAPI 3.1: most languages can make a client from it. For
        TypeScript there is one, <code>@basketball-data/client</code>.
      </p>
    </div>
    <div class="sample">${shellBlock('Try it, no key needed', samples(base).index)}</div>
  </section>`
}

/**
 * The documentation page, for people: one HTML page with nothing outside it, made from the document and the plan
 * table; `decimals` are those of its answers. Its anchors are promises: `#plans`, `#error-<code>` for every code, `#<operationId>`, `#record-<name>`.
 */
export const documentationPage = (document: OpenApiDocument, plans: PlanTable, decimals: Decimals): string => {
  const guide = chapters(document, plans, decimals)
  const { info, servers } = document
  return textOf(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="description" content="${info.summary}" />
          <title>${info.title}</title>
          <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(BALL)}" />
          <style>
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header>
            <a class="name" href="#main">${raw(BALL)} <span>${info.title}</span></a>
            <span class="version">v${info.version}</span>
            <a class="to-contents" href="#contents">Contents</a>
            <a class="to-document" href="${servers[0]?.url ?? ''}/openapi.json">openapi.json</a>
          </header>
          <div class="page">
            ${contents(document, guide)}
            <main id="main">
              ${opening(document)} ${guide.map(chapterSection)} ${endpointSections(document)} ${errorSection(document)}
              ${recordSections(document)}
            </main>
          </div>
        </body>
      </html>`,
  )
}

import { ERROR_STATUS, ErrorCode, ERRORS } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { OpenApiDocument } from '../openapi/document-types.ts'

import { jsonBlock } from './code.ts'
import { prose, type Markup } from './markup.ts'
import { fieldRow } from './records.ts'

/** Where a code is described on the page; the `docs` of every error points here. */
export const errorAnchor = (code: ErrorCode): string => `error-${code}`

const statusOf = (code: ErrorCode): string => (code === 'server_error' ? '500 or 503' : String(ERROR_STATUS[code]))

/** The first example among the document's answers that carries the code. */
const exampleOf = ({ components }: OpenApiDocument, code: ErrorCode): unknown =>
  Object.values(components.responses)
    .flatMap(({ content }) => Object.values(content?.['application/json'].examples ?? {}))
    .map(({ value }) => value)
    .findLast((value) => JSON.stringify(value).startsWith(`{"error":{"code":"${code}"`))

const extrasOf = (document: OpenApiDocument, code: ErrorCode): Markup => {
  const { properties = {}, required = [] } = document.components.schemas[ERRORS[code].name]?.properties?.['error'] ?? {}
  const { code: _code, message: _message, docs: _docs, ...extras } = properties
  const fields = Object.entries(extras).map(([name, schema]) => ({ name, schema, optional: !required.includes(name) }))
  if (fields.length === 0) return html``
  return html`<h4>It also carries</h4>
    <dl class="fields">${fields.map((field) => fieldRow(document, field))}</dl>`
}

const errorArticle = (document: OpenApiDocument, code: ErrorCode): Markup => {
  const { meaning, remedy } = ERRORS[code]
  const anchor = errorAnchor(code)
  return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
    <div class="text">
      <h3 id="${anchor}-title"><a href="#${anchor}">${code}</a> <span class="pill status">${statusOf(code)}</span></h3>
      <p>${prose(meaning)}</p>
      <p><strong>What to do.</strong> ${prose(remedy)}</p>
      ${extrasOf(document, code)}
    </div>
    <div class="sample">${jsonBlock('Answer', exampleOf(document, code))}</div>
  </article>`
}

/** Every error code: what it means, what to do, what it carries. */
export const errorSection = (document: OpenApiDocument): Markup =>
  html`<section id="errors" class="endpoints" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p class="lead">
      An error is answered as <code>{error: {code, message, docs}}</code>. Decide by <code>code</code>, from this closed
      set; show <code>message</code> to a person; <code>docs</code> leads to the code on this page. The header
      <code>X-Request-Id</code> names the call when you ask about it.
    </p>
    ${ErrorCode.options.map((code) => errorArticle(document, code))}
  </section>`

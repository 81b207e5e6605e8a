import { ERROR_STATUS, ErrorBody, ErrorCode, ERRORS } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { errorExtras, type OpenApiDocument } from '@basketball-data/http/openapi'
import { jsonBlock } from '../page/code.ts'
import { prose, type Markup } from '../page/html.ts'
import { fieldAnchor, fieldRow, listFields } from './records.ts'

/** The anchor of an error code on the page; the `docs` of every error points to it. */
export const errorAnchor = (code: ErrorCode): string => `error-${code}`

/** The HTTP status of an error, as text. */
export const formatErrorStatus = (code: ErrorCode): string =>
  code === 'server_error' ? '500 or 503' : String(ERROR_STATUS[code])

/** The last example of the document with a code. */
const getExample = ({ components }: OpenApiDocument, code: ErrorCode): unknown =>
  Object.values(components.responses)
    .flatMap(({ content }) => Object.values(content?.['application/json']?.examples ?? {}))
    .map(({ value }) => value)
    .findLast((value) => ErrorBody.safeParse(value).data?.error.code === code)

const extraFields = (document: OpenApiDocument, code: ErrorCode): Markup => {
  const fields = listFields(errorExtras(code))
  if (fields.length === 0) return html``
  return html`<h4>Additional fields</h4>
    <dl class="fields">${fields.map((field) => fieldRow(document, field, fieldAnchor(errorAnchor(code), field)))}</dl>`
}

const errorArticle = (document: OpenApiDocument, code: ErrorCode): Markup => {
  const { meaning, remedy } = ERRORS[code]
  const anchor = errorAnchor(code)
  return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
    <div class="text">
      <h3 id="${anchor}-title">
        <a href="#${anchor}">${code}</a> <span class="pill status">${formatErrorStatus(code)}</span>
      </h3>
      <p>${prose(meaning)}</p>
      <p><strong>What to do.</strong> ${prose(remedy)}</p>
      ${extraFields(document, code)}
    </div>
    <div class="sample">${jsonBlock('Response', getExample(document, code))}</div>
  </article>`
}

/** Every error code: its meaning, what to do, and its additional fields. */
export const errorSection = (document: OpenApiDocument): Markup =>
  html`<section id="errors" class="endpoints" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p class="lead">
      The body of an error is <code>{error: {code, message, docs}}</code>. Your program should decide by
      <code>code</code>, which is one of those below; <code>message</code> is for people, and <code>docs</code> links to
      the code on this page. If you ask for support, quote the <code>X-Request-Id</code> of the response.
    </p>
    ${ErrorCode.options.map((code) => errorArticle(document, code))}
  </section>`

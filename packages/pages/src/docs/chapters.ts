import { readFileSync } from 'node:fs'
import { DISABLE_AFTER_FAILURES, KEY_CHARACTERS, WARN_AFTER_FAILURES, type Decimals } from '@basketball-data/core'
import { DEFAULT_PER_PAGE, MAX_ACTIVE_KEYS, MAX_PER_PAGE, type PlanTable } from '@basketball-data/core/contract'
import { html, raw } from 'hono/html'
import {
  DELIVERY_HEADERS,
  DELIVERY_RULES,
  listDeliveries,
  REQUEST_HEADERS,
  type OpenApiDocument,
  type Parameter,
} from '@basketball-data/http/openapi'
import { parameterRow } from './endpoints.ts'
import { jsonBlock, requestBlock, shellBlock, typescriptBlock } from '../page/code.ts'
import { prose, renderToString, type Markup } from '../page/html.ts'
import { limitsOnlyNote, planLimitsTable } from '../page/plan-limits.ts'
import { renderMarkdown } from './markdown.ts'
import type { Localize } from './sample-ids.ts'
import { codeSamples } from './samples.ts'
import { definition, schemaAndExample, typeText } from './schema.ts'

/** A chapter of the reference, before the endpoints: its text and its code samples. */
export type Chapter = {
  anchor: string
  title: string
  /** What else people call it, for the search. */
  aliases: string
  text: Markup
  sample: Markup
}

/** Reads the text of a chapter: Markdown, with values in double braces. */
const readText = (file: string, values: Readonly<Record<string, Markup | string | number>>): Markup => {
  const text = readFileSync(new URL(`../../chapters/${file}.md`, import.meta.url), 'utf8')
  const page = renderToString(renderMarkdown(text, (href) => ({ href })).body)
  const filled = page.replaceAll(/<p>\{\{(\w+)\}\}<\/p>|\{\{(\w+)\}\}/g, (_, block?: string, inline?: string) => {
    const value = values[block ?? inline ?? '']
    if (value === undefined)
      throw new RangeError(`the chapter ${file} has a value without a meaning: ${block ?? inline}`)
    return renderToString(html`${value}`)
  })
  return html`${raw(filled)}`
}

const eventTypes = (document: OpenApiDocument): Markup =>
  html`<dl class="fields">
    ${Object.entries(listDeliveries(document)).map(([type, { description, requestBody }]) =>
      definition(type, typeText(schemaAndExample(requestBody.content).schema), '', html`${prose(description)}`),
    )}
  </dl>`

const parameterRows = (document: OpenApiDocument, parameters: Record<string, Parameter>): Markup =>
  html`<dl class="fields">${Object.values(parameters).map((each) => parameterRow(document, each))}</dl>`

export const chapters = (
  document: OpenApiDocument,
  table: PlanTable,
  decimals: Decimals,
  localize: Localize = (text) => text,
): Chapter[] => {
  const code = codeSamples(document)
  const { timeout, delays, attempts, total, maxTotal: max_total } = DELIVERY_RULES
  return [
    {
      anchor: 'authentication',
      title: 'Authentication',
      aliases: 'API key in a header, put or send the key, bearer token, lost key, CORS, browser',
      text: readText('authentication', { key_characters: KEY_CHARACTERS, max_active_keys: MAX_ACTIVE_KEYS }),
      sample: shellBlock('A call with a key', code.bearer),
    },
    {
      anchor: 'client',
      title: 'TypeScript client',
      aliases: 'install npm SDK library TypeScript JavaScript Node',
      text: readText('client', {}),
      sample: html`${shellBlock('Install', 'npm install @basketball-data/client')}
      ${typescriptBlock('Set-up', code.setUp)}`,
    },
    {
      anchor: 'plans',
      title: 'Plans and rate limits',
      aliases: 'rate limiting throttling quota pricing free 429 too many requests',
      text: readText('plans', { limits_only: html`${limitsOnlyNote()}`, plan_limits: planLimitsTable(table) }),
      sample: shellBlock('Rate limit headers', code.rateLimits),
    },
    {
      anchor: 'responses',
      title: 'Responses',
      aliases: 'response format JSON envelope, null values, unknown, dates, time zone, timestamps, versioning',
      text: readText('responses', { ratio_decimals: decimals.ratio, average_decimals: decimals.average }),
      sample: jsonBlock('Response', code.envelope),
    },
    {
      anchor: 'pagination',
      title: 'Pagination',
      aliases: 'paging paginate page next page through games list all offset',
      text: readText('pagination', { default_per_page: DEFAULT_PER_PAGE, max_per_page: MAX_PER_PAGE }),
      sample: requestBlock('pagination', code.pagination, '#client'),
    },
    {
      anchor: 'caching',
      title: 'Caching and ETags',
      aliases: 'cache 304 If-None-Match polling compression gzip',
      text: readText('caching', {}),
      sample: shellBlock('304 until the data changes', localize(code.ifNoneMatch)),
    },
    {
      anchor: 'headers',
      title: 'Request headers',
      aliases: 'request id idempotency',
      text: readText('headers', { request_headers: parameterRows(document, REQUEST_HEADERS) }),
      sample: shellBlock('Your own request id', code.requestId),
    },
    {
      anchor: 'events',
      title: 'Receiving webhooks',
      aliases: 'webhook events, callbacks, push notifications, live scores, verify or check the signature, HMAC, retry',
      text: html`${readText('events', { event_types: eventTypes(document), delivery_headers: parameterRows(document, DELIVERY_HEADERS) })}
        <h3>Retries</h3>
        ${readText('retries', { timeout, delays, attempts, total, max_total, warn_after: WARN_AFTER_FAILURES, disable_after: DISABLE_AFTER_FAILURES })}`,
      sample: html`${shellBlock('Headers of a delivery', code.deliveryHeaders)}
      ${shellBlock('Verify its signature by hand', code.verifySignature)}
      ${Object.entries(listDeliveries(document)).map(([type, { requestBody }]) => jsonBlock(`Body of ${type}`, schemaAndExample(requestBody.content).example))}`,
    },
  ]
}

export const chapterSection = ({ anchor, title, text, sample }: Chapter): Markup =>
  html`<section id="${anchor}" class="chapter" aria-labelledby="${anchor}-title">
    <div class="text">
      <h2 id="${anchor}-title">${title}</h2>
      ${text}
    </div>
    <div class="sample">${sample}</div>
  </section>`

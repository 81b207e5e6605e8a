import { DISABLE_AFTER_FAILURES, KEY_CHARACTERS, WARN_AFTER_FAILURES, type Decimals } from '@basketball-data/core'
import { DEFAULT_PER_PAGE, MAX_ACTIVE_KEYS, MAX_PER_PAGE, type PlanTable } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import {
  DELIVERY_HEADERS,
  componentName,
  DELIVERY_RULES,
  listDeliveries,
  REQUEST_HEADERS,
  type OpenApiDocument,
  type Parameter,
} from '@basketball-data/http/openapi'
import { parameterRow } from './endpoints.ts'
import { jsonBlock, requestBlock, shellBlock, typescriptBlock } from '../page/code.ts'
import { prose, type Markup } from '../page/html.ts'
import { guidePath } from '../page/addresses.ts'
import { limitsOnlyNote, planLimitsTable } from '../page/plan-limits.ts'
import { codeSamples } from './samples.ts'
import { recordLink, schemaAndExample } from './schema.ts'

/** A chapter of the reference, before the endpoints: its text and its code samples. */
export type Chapter = {
  anchor: string
  title: string
  /** What else people call it, for the search. */
  aliases: string
  text: Markup
  sample: Markup
}

const authentication = html`<p>
    Every endpoint needs an API key, except the index and the OpenAPI document. Send it as
    <code>Authorization: Bearer &lt;key&gt;</code>; the header <code>X-API-Key: &lt;key&gt;</code> works too.
  </p>
  <p>
    A key is <code>bd_</code> and ${KEY_CHARACTERS} characters. It is shown once, when it is created; the service stores
    only a fingerprint. If you lose a key, create a new one and revoke the old one, which takes effect immediately. An
    account can have ${MAX_ACTIVE_KEYS} active keys, which share its plan and its daily quota.
  </p>
  <p>
    A key in the URL is rejected, because URLs end up in logs. Web pages of any origin may call the service, but
    everyone who opens a public page can read the key in it.
  </p>`

const client = html`<p>
    <code>@basketball-data/client</code> has a method for every endpoint, with types for parameters, records and errors.
    It reads lists page by page, repeats calls that failed for a passing reason, waits for rate limits, and can
    revalidate cached responses. It has no dependencies, and runs in Node, Deno, Bun, workers and browsers.
  </p>
  <p>
    The TypeScript samples of this page use the <code>client</code> that is made here. More in
    <a href="${guidePath('client')}">its guide</a>, with generated clients in other languages.
  </p>`

const plans = (table: Markup): Markup =>
  html`<p>
      A plan includes its own endpoints and those of every plan before it. Each endpoint below names the lowest plan
      that includes it.${limitsOnlyNote()}
    </p>
    ${table}
    <p>
      The limit per minute applies to each key, over any 60 seconds. The limit per day applies to the account, from
      00:00 to 00:00 UTC. A call over a limit returns 429 with <code>Retry-After</code>:
      <a href="#error-rate_limited">rate_limited</a> or <a href="#error-quota_exceeded">quota_exceeded</a>.
    </p>
    <p>
      Calls to <a href="#getUsage">/usage</a>, 304 responses and failures of the service (5xx) are not counted. Two
      headers show your limits: <code>q</code> calls in a window of <code>w</code> seconds, <code>r</code> of them left,
      and <code>t</code> seconds until more are available.
    </p>`

const responses = ({ ratio, average }: Decimals): Markup =>
  html`<p>
      A success response is <code>{data, meta}</code>. <code>data</code> is a record or a list of records;
      <code>meta</code> is empty for a record and holds the pagination of a list. Any other response is an
      <a href="#errors">error</a>.
    </p>
    <ul>
      <li><strong>Identifiers</strong> never change. Their prefix shows the kind of record.</li>
      <li><strong>Dates</strong> are the calendar day at the venue, <strong>date-times</strong> are UTC.</li>
      <li><strong>null</strong> means unknown; zero means zero. A field that is null is still present.</li>
      <li>
        <strong>Percentages</strong> are fractions: 0.5 is half. They are rounded to ${ratio} decimals, averages and
        ratings to ${average}.
      </li>
      <li><strong>Unknown parameters</strong> are an error, so that a misspelt filter is never ignored.</li>
      <li><strong>Changes</strong> within version 1 are additions only: ignore fields that you do not know.</li>
    </ul>`

const pagination = html`<p>
    A page of a list has ${DEFAULT_PER_PAGE} records, or 1 to ${MAX_PER_PAGE} with <code>per_page</code>. There are two
    ways to read more.
  </p>
  <p>
    <strong>By cursor</strong>, to read a whole list: send the <code>next_cursor</code> of a response as
    <code>cursor</code>, with the same filters, until it is null. Records that are added meanwhile cause no duplicates
    and no gaps. This is the faster way, because nothing is counted. A cursor never expires.
  </p>
  <p>
    <strong>By page number</strong>, to jump: send <code>page=2</code>, <code>page=3</code> and so on. These responses
    have <code>total</code> and <code>total_pages</code>. A page after the last one is empty, not an error.
  </p>
  <p>
    In TypeScript, the client <a href="${guidePath('client')}#calls">pages through a list</a> while a loop reads it, or
    reads it whole with <code>.all()</code>.
  </p>`

const caching = html`<p>
    Every response to a GET has a strong <code>ETag</code>. Send it back as <code>If-None-Match</code>: until the data
    changes you get 304 without a body, and the call is not counted.
  </p>
  <p>
    <code>Cache-Control</code> is <code>private, no-cache</code> on every response to a key: you may keep a copy, but
    revalidate it with its ETag before each use, so that you never show an old score. The response that shows the secret
    of a webhook must not be stored. Responses are compressed with gzip or brotli if you accept it.
    <code>HEAD</code> returns the headers of a GET, and is counted like one.
  </p>`

const requestHeaders = (rows: Markup[]): Markup =>
  html`<p>Besides the key, any request may have these headers:</p>
    <dl class="fields">${rows}</dl>`

const eventTypes = (document: OpenApiDocument): Markup[] =>
  Object.entries(listDeliveries(document)).map(
    ([type, { description, requestBody }]) =>
      html`<div>
        <dt><code>${type}</code></dt>
        <dd>
          ${prose(description)} ${recordLink(componentName(schemaAndExample(requestBody.content).schema.$ref ?? ''))}
        </dd>
      </div>`,
  )

const delivery = (document: OpenApiDocument): Markup =>
  html`<p>
      A webhook sends each event to your address as one POST with a JSON body, within a minute or two of the event. It
      gets the types that its <code>events</code> name: without them, <code>game.final</code> and
      <code>game.period</code>.
    </p>
    <dl class="fields">${eventTypes(document)}</dl>
    <p>
      <a href="#createWebhook">Create a webhook</a>, store its secret, and <a href="#testWebhook">send a test event</a>,
      which has <code>"test": true</code>. Every delivery has these headers:
    </p>
    <dl class="fields">${parameterRows(document, DELIVERY_HEADERS)}</dl>
    <p>
      <strong>Verify the signature</strong> over the raw body before you parse it, and compare in constant time. Reject
      a delivery that was signed more than 300 seconds ago or ahead. Then respond with any 2xx immediately and do the
      work afterwards.
    </p>`

const retries = html`<h3>Retries</h3>
  <ul>
    <li><strong>2xx</strong> within ${DELIVERY_RULES.timeout}: delivered.</li>
    <li>
      <strong>No response, 5xx, 408 or 429</strong>: retried after ${DELIVERY_RULES.delays}; ${DELIVERY_RULES.attempts}
      over ${DELIVERY_RULES.total}. <code>Retry-After</code> can double each wait, so that the last attempt comes within
      ${DELIVERY_RULES.maxTotal}.
    </li>
    <li><strong>Any other 4xx, and 3xx</strong>: failed, not retried. Redirects are not followed.</li>
  </ul>
  <p>
    An event can arrive twice or out of order. <code>X-Service-Delivery</code> identifies duplicates, and the highest
    <code>revision</code> is the latest score. After ${WARN_AFTER_FAILURES} failed deliveries in a row you get an
    e-mail; after ${DISABLE_AFTER_FAILURES} the webhook is <code>disabled</code>, its pending deliveries are dropped,
    and you get another e-mail. Create a new webhook to replace it.
  </p>`

const parameterRows = (document: OpenApiDocument, parameters: Record<string, Parameter>): Markup[] =>
  Object.values(parameters).map((parameter) => parameterRow(document, parameter))

export const chapters = (document: OpenApiDocument, table: PlanTable, decimals: Decimals): Chapter[] => {
  const code = codeSamples(document)
  return [
    {
      anchor: 'authentication',
      title: 'Authentication',
      aliases: 'API key in a header, put or send the key, bearer token, lost key, CORS, browser',
      text: authentication,
      sample: shellBlock('A call with a key', code.bearer),
    },
    {
      anchor: 'client',
      title: 'TypeScript client',
      aliases: 'install npm SDK library TypeScript JavaScript Node',
      text: client,
      sample: html`${shellBlock('Install', 'npm install @basketball-data/client')}
      ${typescriptBlock('Set-up', code.setUp)}`,
    },
    {
      anchor: 'plans',
      title: 'Plans and rate limits',
      aliases: 'rate limiting throttling quota pricing free 429 too many requests',
      text: plans(planLimitsTable(table)),
      sample: shellBlock('Rate limit headers', code.rateLimits),
    },
    {
      anchor: 'responses',
      title: 'Responses',
      aliases: 'response format JSON envelope, null values, unknown, dates, time zone, timestamps, versioning',
      text: responses(decimals),
      sample: jsonBlock('Response', code.envelope),
    },
    {
      anchor: 'pagination',
      title: 'Pagination',
      aliases: 'paging paginate page next page through games list all offset',
      text: pagination,
      sample: requestBlock('pagination', code.pagination, '#client'),
    },
    {
      anchor: 'caching',
      title: 'Caching and ETags',
      aliases: 'cache 304 If-None-Match polling compression gzip',
      text: caching,
      sample: shellBlock('304 until the data changes', code.ifNoneMatch),
    },
    {
      anchor: 'headers',
      title: 'Request headers',
      aliases: 'request id idempotency',
      text: requestHeaders(parameterRows(document, REQUEST_HEADERS)),
      sample: shellBlock('Your own request id', code.requestId),
    },
    {
      anchor: 'events',
      title: 'Receiving webhooks',
      aliases: 'webhook events, callbacks, push notifications, live scores, verify or check the signature, HMAC, retry',
      text: html`${delivery(document)} ${retries}`,
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

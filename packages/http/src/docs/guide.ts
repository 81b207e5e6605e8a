import { KEY_CHARACTERS } from '@basketball-data/core'
import { DEFAULT_PER_PAGE, MAX_ACTIVE_KEYS, MAX_PER_PAGE, type PlanTable } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import { REQUEST_HEADERS } from '../openapi/headers.ts'
import type { Decimals } from '../call/rounding.ts'
import { jsonBlock, shellBlock } from './code.ts'
import { parameterRow } from './endpoints.ts'
import { eventsChapter } from './events.ts'
import type { Markup } from './markup.ts'
import { planTableMarkup } from './plans.ts'
import { samples } from './samples.ts'

/** A chapter of the guide: what is said, and the code beside it. */
export type Chapter = { anchor: string; title: string; text: Markup; sample: Markup }

const authentication = html`<p>
    Every endpoint wants a key, except the index and the OpenAPI document. Send it in one of two headers; both work the
    same.
  </p>
  <p>
    A key is <code>bd_</code> and ${KEY_CHARACTERS} characters. It is shown once, when it is made; the service keeps
    only a fingerprint. A lost key is replaced: make a new one and revoke the old one, which stops working at once. An
    account may have ${MAX_ACTIVE_KEYS} active keys, and they share its plan and its day.
  </p>
  <p>
    A key in the address is refused, since addresses end up in logs. Pages of any origin may call the service, but a key
    in a public page is a key given away.
  </p>`

const plans = (table: Markup): Markup =>
  html`<p>
      A plan reaches its own endpoints and those of every plan before it. Each endpoint below says from which plan on.
    </p>
    ${table}
    <p>
      The minute belongs to a key and slides: no 60 seconds hold more calls than the limit. The day belongs to the
      account, from 00:00 to 00:00 UTC. A call beyond either is answered 429 with <code>Retry-After</code>:
      <a href="#error-rate_limited">rate_limited</a> or <a href="#error-quota_exceeded">quota_exceeded</a>.
    </p>
    <p>
      Not counted: calls to <a href="#getUsage">/usage</a>, answers 304, and failures of the service (5xx). Two headers
      say where you stand: <code>q</code> calls in a window of <code>w</code> seconds, <code>r</code> of them left, and
      <code>t</code> seconds until more come free.
    </p>`

const answers = ({ ratio, average }: Decimals): Markup =>
  html`<p>
      A success is <code>{data, meta}</code>. <code>data</code> is a record or a list of records; <code>meta</code> is
      empty for a record and says where you are for a list. Everything else is an <a href="#errors">error</a>.
    </p>
    <ul>
      <li><strong>Identifiers</strong> never change. Their prefix tells the kind of record.</li>
      <li><strong>Dates</strong> are the calendar day at the venue, <strong>date-times</strong> are UTC.</li>
      <li><strong>null</strong> means not known; zero means zero. No field is left out for being null.</li>
      <li>
        <strong>Shares</strong> and percentages are fractions: 0.5 is half. They are rounded to ${ratio} decimals,
        averages and ratings to ${average}.
      </li>
      <li><strong>Unknown parameters</strong> are refused, so a misspelt filter never looks like an answer.</li>
      <li><strong>Changes</strong> within version 1 are additions: pass over fields you do not know.</li>
    </ul>`

const paging = html`<p>
    A list comes ${DEFAULT_PER_PAGE} records at a time; <code>per_page</code> makes it 1 to ${MAX_PER_PAGE}. There are
    two ways on.
  </p>
  <p>
    <strong>By cursor</strong>, to read a list to its end: send the <code>next_cursor</code> of an answer as
    <code>cursor</code>, with the same filters, until it is null. Records that arrive meanwhile neither repeat nor push
    others out. Nothing is counted, so this is the fast way, and a cursor never expires.
  </p>
  <p>
    <strong>By page</strong>, to jump: send <code>page=2</code>, <code>page=3</code> and so on. These answers carry
    <code>total</code> and <code>total_pages</code>. A page beyond the end is empty, not an error.
  </p>`

const caching = html`<p>
    Every answer to a GET has a strong <code>ETag</code>. Send it back as <code>If-None-Match</code>: as long as nothing
    has changed you get 304 without a body, and the call is not counted.
  </p>
  <p>
    <code>Cache-Control</code> says how long not to ask at all: a day for a final game, seconds elsewhere. Answers come
    compressed, gzip or brotli, where you accept it. <code>HEAD</code> gets the headers of a GET alone, and is counted
    as one.
  </p>`

const headers = (rows: Markup[]): Markup =>
  html`<p>Beside the key, any request may carry:</p>
    <dl class="fields">${rows}</dl>`

/** How to work with the service, before any endpoint. */
export const chapters = (document: OpenApiDocument, table: PlanTable, decimals: Decimals): Chapter[] => {
  const code = samples(document.servers[0]?.url ?? '')
  return [
    {
      anchor: 'authentication',
      title: 'Authentication',
      text: authentication,
      sample: html`${shellBlock('With a key', code.bearer)} ${shellBlock('The same', code.header)}`,
    },
    {
      anchor: 'plans',
      title: 'Plans and limits',
      text: plans(planTableMarkup(document, table)),
      sample: shellBlock('Headers of an answer', code.limits),
    },
    { anchor: 'answers', title: 'Answers', text: answers(decimals), sample: jsonBlock('The envelope', code.envelope) },
    { anchor: 'paging', title: 'Paging', text: paging, sample: shellBlock('To the end of a list', code.paging) },
    {
      anchor: 'caching',
      title: 'Caching',
      text: caching,
      sample: shellBlock('Only when it has changed', code.caching),
    },
    {
      anchor: 'headers',
      title: 'Headers of a request',
      text: headers(Object.values(REQUEST_HEADERS).map((header) => parameterRow(document, header))),
      sample: shellBlock('A name of your own', code.named),
    },
    eventsChapter(document),
  ]
}

/** A chapter as it stands on the page. */
export const chapterSection = ({ anchor, title, text, sample }: Chapter): Markup =>
  html`<section id="${anchor}" class="guide" aria-labelledby="${anchor}-title">
    <div class="text">
      <h2 id="${anchor}-title">${title}</h2>
      ${text}
    </div>
    <div class="sample">${sample}</div>
  </section>`

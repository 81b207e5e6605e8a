import { DISABLE_AFTER_FAILURES, WARN_AFTER_FAILURES } from '@basketball-data/core'
import { html } from 'hono/html'
import { DELIVERY_WORDS } from '../openapi/delivery-words.ts'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import { DELIVERY_HEADERS } from '../openapi/events.ts'
import { finalEvent } from '../openapi/examples/webhooks.ts'
import { jsonBlock, shellBlock } from './code.ts'
import { parameterRow } from './endpoints.ts'
import type { Chapter } from './guide.ts'
import type { Markup } from './markup.ts'
import { samples } from './samples.ts'
import { recordLink } from './words.ts'

const delivery = (headers: Markup[]): Markup =>
  html`<p>
      A webhook sends each event to an address of yours as one POST of JSON, a minute or two after it happens at the
      latest: ${recordLink('GameFinalEvent')} when a game has its final score, and again with a higher
      <code>revision</code> when that is corrected; ${recordLink('GamePeriodEvent')} when a period has ended. The final
      score ends the telling of periods: one that was not known before it, the last of a game as a rule, is in its
      <code>periods</code> alone. <a href="#createWebhook">Add one</a>, keep its secret, and
      <a href="#testWebhook">have a test sent</a>: it carries <code>"test": true</code>. Every delivery has these
      headers:
    </p>
    <dl class="fields">${headers}</dl>
    <p>
      <strong>Check the signature</strong> over the body as it came, before it is parsed, and compare in constant time.
      Refuse what was signed more than 300 seconds ago or ahead. Then answer any 2xx, at once: the work can follow.
    </p>`

const tries = html`<ul>
    <li><strong>2xx</strong> within ${DELIVERY_WORDS.answerTime}: delivered.</li>
    <li>
      <strong>No answer, 5xx, 408 or 429</strong>: tried again after ${DELIVERY_WORDS.waits}, ${DELIVERY_WORDS.tries} in
      all over ${DELIVERY_WORDS.inAll}. <code>Retry-After</code> is obeyed up to twice the wait: the last try comes
      within ${DELIVERY_WORDS.atMost}.
    </li>
    <li><strong>Any other 4xx, and 3xx</strong>: failed, not tried again. Redirects are not followed.</li>
  </ul>
  <p>
    An event may come twice, and out of order: <code>X-Service-Delivery</code> tells repetitions,
    <code>revision</code> tells which score is the latest. Deliveries that end failed are counted; after
    ${DISABLE_AFTER_FAILURES} in a row the webhook is <code>disabled</code>, what waits for it is dropped, and you get
    an e-mail (a warning comes after ${WARN_AFTER_FAILURES}). Add a new webhook in its place.
  </p>`

/** How events are received, checked and tried again. */
export const eventsChapter = (document: OpenApiDocument): Chapter => {
  const rows = Object.values(DELIVERY_HEADERS).map((header) => parameterRow(document, header))
  const { delivered, verifying } = samples(document.servers[0]?.url ?? '')
  return {
    anchor: 'events',
    title: 'Receiving events',
    text: html`${delivery(rows)} ${tries}`,
    sample: html`${shellBlock('Headers of a delivery', delivered)}
    ${shellBlock('Its signature, checked by hand', verifying)} ${jsonBlock('Its body', finalEvent)}`,
  }
}

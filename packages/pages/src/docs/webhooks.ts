import { DISABLE_AFTER_FAILURES, WARN_AFTER_FAILURES } from '@basketball-data/core'
import { html } from 'hono/html'
import type { OpenApiDocument } from '@basketball-data/http/openapi'
import { DELIVERY_HEADERS, DELIVERY_RULES } from '@basketball-data/http/openapi'
import { parameterRow } from './endpoints.ts'
import { jsonBlock, shellBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import type { Chapter } from './chapter.ts'
import { codeSamples, finalEventOf } from './samples.ts'
import { recordLink } from './schema.ts'

const delivery = (headers: Markup[]): Markup =>
  html`<p>
      A webhook sends each event to your address as one POST with a JSON body, within a minute or two of the event:
      ${recordLink('GameFinalEvent')} when a game has its final score, and again with a higher
      <code>revision</code> when that score is corrected; ${recordLink('GamePeriodEvent')} when a period of a game in
      progress ends. No <code>game.period</code> is sent after <code>game.final</code>: the last period is usually only
      in the <code>periods</code> of the final event.
    </p>
    <p>
      <a href="#createWebhook">Create a webhook</a>, store its secret, and <a href="#testWebhook">send a test event</a>,
      which has <code>"test": true</code>. Every delivery has these headers:
    </p>
    <dl class="fields">${headers}</dl>
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

/** How to receive events: delivery, signature, retries. */
export const webhooksChapter = (document: OpenApiDocument): Chapter => {
  const rows = Object.values(DELIVERY_HEADERS).map((header) => parameterRow(document, header))
  const { deliveryHeaders, verifySignature } = codeSamples(document)
  return {
    anchor: 'events',
    title: 'Receiving webhooks',
    aliases: 'webhook events, callbacks, push notifications, live scores, verify or check the signature, HMAC, retry',
    text: html`${delivery(rows)} ${retries}`,
    sample: html`${shellBlock('Headers of a delivery', deliveryHeaders)}
    ${shellBlock('Verify its signature by hand', verifySignature)} ${jsonBlock('Body', finalEventOf(document))}`,
  }
}

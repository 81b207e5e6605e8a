import { html } from 'hono/html'
import { sizedResponse, type Pages } from '@basketball-data/http/pages'
import type { Brand } from './brand.ts'
import { readStyle } from './browser-files.ts'
import { htmlDocument } from './document.ts'
import { renderToString } from './html.ts'
import { contentPolicy } from './policy.ts'

const busyPage = (service: string, brand: Brand): string =>
  renderToString(
    htmlDocument({
      brand,
      title: `Busy · ${service}`,
      style: readStyle('busy.css'),
      body: html`<main id="main">
        <h1>${service} is busy</h1>
        <p>There are more requests than can be answered in time. Nothing was changed: try again in a few seconds.</p>
        <p><a href="">Try again</a></p>
      </main>`,
    }),
  )

/**
 * Makes the response with 503 to a browser that asks for a page while a process refuses requests. The page is made once, so that a
 * refusal costs as little as one in JSON.
 */
export const busyResponder = (service: string, brand: Brand): ReturnType<Pages['busy']> => {
  let page: { body: string; policy: string } | undefined
  return (requestId, retryAfter) => {
    if (page === undefined) {
      const body = busyPage(service, brand)
      page = { body, policy: contentPolicy(body) }
    }
    return sizedResponse(page.body, {
      status: 503,
      headers: {
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.policy,
        'retry-after': retryAfter,
        vary: 'Accept',
        'x-content-type-options': 'nosniff',
        'x-request-id': requestId,
      },
    })
  }
}

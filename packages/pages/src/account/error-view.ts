import type { Core } from '@basketball-data/core'
import { html } from 'hono/html'
import { type RequestContext, describeError } from '@basketball-data/http/pages'
import { buttonLink } from './components.ts'
import { FormRefused } from './forms.ts'
import type { View } from './page.ts'

/** A page that says what went wrong, and what to do. */
const errorView = (status: number, title: string, text: string): View => ({
  title,
  status,
  body: html`<section class="card failure">
    <p class="status">${status}</p>
    <h1>${title}</h1>
    <p>${text}</p>
    ${buttonLink('/account', 'To the account')}
  </section>`,
})

/** The page for a method that no page has. */
export const WRONG_METHOD = errorView(405, 'Not allowed', 'Pages are read with GET, and forms are sent with POST.')

const FORM_REFUSED = errorView(
  403,
  'This form cannot be used any more',
  'It belongs to an earlier sign-in, or another site has sent it. Nothing was changed: open the page again, and send the form from there.',
)

const titleOf = (status: number): string => {
  if (status === 404) return 'Not found'
  if (status === 503) return 'Not available at the moment'
  return status >= 500 ? 'Something went wrong' : 'This did not work'
}

/** The page about an error, with its headers. A failure on our side is recorded for the log. */
export const describeFailure = (
  core: Core,
  context: RequestContext,
  error: unknown,
): { view: View; headers: Record<string, string> } => {
  if (error instanceof FormRefused) return { view: FORM_REFUSED, headers: {} }
  const { status, fields, headers } = describeError(core, context, error)
  return { view: errorView(status, titleOf(status), fields.message), headers }
}

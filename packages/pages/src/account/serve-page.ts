import { randomBytes } from 'node:crypto'
import { badRequest, InvalidValue, ServiceError, type Core } from '@basketball-data/core'
import { html } from 'hono/html'
import { describeError, NOT_STORED, sizedResponse, type RequestContext } from '@basketball-data/http/pages'
import type { Site } from '../page/document.ts'
import { contentPolicy } from '../page/policy.ts'
import { pageResponse } from '../page/serve.ts'
import { createCookies } from './cookies.ts'
import * as ui from './components.ts'
import { ACTION_FIELD, FormRefused, toFormToken, readForm, refuseForeignOrigin } from './forms.ts'
import { layout, type Visitor } from './layout.ts'
import { isForOperators, type Tab } from './navigation.ts'
import { getNotice, withNotice } from './notices.ts'
import type {
  AccountPage,
  FieldProblem,
  Page,
  PageRequest,
  Redirect,
  View,
  VisitorPage,
  VisitorRequest,
} from './page.ts'

const noSuchPage = (): ServiceError => new ServiceError('not_found', 'There is no page at this address.')

/** Any other address below /account. */
export const UNKNOWN_PAGE: AccountPage = {
  path: '/account/*',
  tab: null,
  show: () => Promise.reject(noSuchPage()),
}

/**
 * Pages are neither stored nor framed nor indexed. Other sites learn their origin only; `no-referrer` would keep the origin from
 * the forms of the page too.
 */
const HEADERS = {
  ...NOT_STORED,
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin',
  vary: 'Cookie, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
}

const ALLOW = 'GET, HEAD, POST'

const errorView = (status: number, title: string, text: string): View => ({
  title,
  status,
  body: html`<section class="card failure">
    <p class="status">${status}</p>
    <h1>${title}</h1>
    <p>${text}</p>
    ${ui.buttonLink('/account', 'To the account')}
  </section>`,
})

/** The page for a method that no page has. */
const WRONG_METHOD = errorView(405, 'Not allowed', 'Pages are read with GET, and forms are sent with POST.')

const FORM_REFUSED = errorView(
  403,
  'This form cannot be used any more',
  'It belongs to an earlier sign-in, or another site has sent it. Nothing was changed: open the page again, and send the form from there.',
)

const toTitle = (status: number): string => {
  if (status === 404) return 'Not found'
  if (status === 503) return 'Not available at the moment'
  return status >= 500 ? 'Something went wrong' : 'This did not work'
}

/** Codes of errors that a user can correct in the form, now or a little later. */
const CORRECTABLE = new Set<string>(['bad_request', 'unknown_parameter', 'upgrade_required', 'rate_limited'])

type PageCall = { context: RequestContext; params: Readonly<Record<string, string>> }

/** What the response will say of the visitor, and the Set-Cookie headers that it will have. */
type Visit = Visitor & { cookies: string[] }

const isRedirect = (outcome: View | Redirect): outcome is Redirect => 'to' in outcome

/** Postgres stores no NUL, so no record that a page could ask for has it. @throws ServiceError bad_request */
const refuseNul = ({ params, query, form, files }: PageRequest): void => {
  const values = [...Object.values(params), ...query.values(), ...form.values(), ...files.map(({ name }) => name)]
  if (values.some((value) => value.includes('\0'))) throw badRequest('No address and no form has the character U+0000.')
}

/** What is wrong with a field, if it is one of those that say so themselves. */
const findProblem = (error: ServiceError, labels: Readonly<Record<string, string>>): FieldProblem | null => {
  if (!(error instanceof InvalidValue)) return null
  const { field, rule } = error
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined
  return label === undefined ? null : { field, text: `${label} ${rule}` }
}

/** Shows a page or runs the action of its form; an error that the user can correct appears at its field or above the page. */
const run = async <Each extends PageRequest>(
  { show, actions = {}, fields = {} }: Page<Each>,
  request: Each,
  { request: { method } }: RequestContext,
  visit: Visit,
): Promise<View | Redirect> => {
  refuseNul(request)
  if (method !== 'POST') return show(request)
  const name = request.form.get(ACTION_FIELD) ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) throw badRequest('This page has no such form.')
  try {
    return await action(request)
  } catch (error) {
    if (!(error instanceof ServiceError && CORRECTABLE.has(error.code))) throw error
    const problem = findProblem(error, fields)
    if (problem === null) visit.problem = error.message
    return { status: error.code === 'rate_limited' ? 429 : 400, ...(await show({ ...request, problem })) }
  }
}

export const createPageHandlers = (core: Core, site: Site) => {
  const { base } = core.service
  const cookies = createCookies(new URL(base).protocol === 'https:')

  const write = async (
    { request, query, requestId }: RequestContext,
    visit: Visit,
    view: View,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const page = layout(site, view, visit, request.method === 'POST' ? null : getNotice(query.parsed))
    const response = await pageResponse(request.headers, page, {
      status: view.status,
      headers: {
        ...HEADERS,
        'content-security-policy': contentPolicy(page, { forms: true }),
        'x-request-id': requestId,
        ...headers,
      },
    })
    for (const cookie of visit.cookies) response.headers.append('set-cookie', cookie)
    return response
  }

  const redirect = ({ requestId }: RequestContext, visit: Visit, { to, notice, session }: Redirect): Response => {
    const location = notice === undefined ? to : withNotice(to, notice)
    const response = sizedResponse('', { status: 303, headers: { ...HEADERS, location, 'x-request-id': requestId } })
    if (session === null) visit.cookies.push(cookies.clear('session'))
    if (typeof session === 'string') visit.cookies.push(cookies.set('session', session), cookies.clear('sign-in'))
    for (const cookie of visit.cookies) response.headers.append('set-cookie', cookie)
    return response
  }

  /** Responds with what `respond` returns, or with a page about its error. */
  const handle = async (
    { context }: PageCall,
    tab: Tab | null,
    respond: (visit: Visit) => Promise<View | Redirect>,
  ): Promise<Response> => {
    const visit: Visit = { account: null, tab, formToken: '', problem: null, cookies: [] }
    const { method } = context.request
    try {
      if (!ALLOW.split(', ').includes(method)) return await write(context, visit, WRONG_METHOD, { allow: ALLOW })
      if (method === 'POST') refuseForeignOrigin(context.request, base)
      const outcome = await respond(visit)
      return isRedirect(outcome) ? redirect(context, visit, outcome) : await write(context, visit, outcome)
    } catch (error) {
      const visitor = { ...visit, problem: null }
      if (error instanceof FormRefused) return write(context, visitor, FORM_REFUSED)
      const { status, fields, headers } = describeError(core, context, error) // records a failure on our side for the log
      return write(context, visitor, errorView(status, toTitle(status), fields.message), headers)
    }
  }

  const readRequest = async (
    { context: { request, query }, params }: PageCall,
    formToken: string,
    { maxFormBytes }: Pick<AccountPage, 'maxFormBytes'>,
  ) => {
    const isForm = request.method === 'POST'
    const sent = isForm ? await readForm(request, formToken, maxFormBytes) : { form: new URLSearchParams(), files: [] }
    return { core, params, query: query.parsed, ...sent, formToken, problem: null }
  }

  return {
    /** Handles a page for signed-in users; redirects other visitors to the sign-in page. */
    accountPage: (page: AccountPage) => (call: PageCall) =>
      handle(call, page.tab, async (visit) => {
        const { context } = call
        const session = cookies.read(context.request, 'session')
        const account = session === null ? null : await core.signIn.session(session)
        if (session === null || account === null) {
          const late = context.request.method === 'POST' ? { notice: 'sign_in_again' as const } : {}
          return { to: '/account/sign-in', ...late, ...(session !== null && { session: null }) }
        }
        visit.account = account
        visit.formToken = toFormToken(session)
        if (isForOperators(page.path) && !account.operator) throw noSuchPage()
        return run(page, { ...(await readRequest(call, visit.formToken, page)), account, session }, context, visit)
      }),

    /** Handles a page that needs no sign-in. A cookie binds its forms to the browser. */
    visitorPage: (page: VisitorPage) => (call: PageCall & Pick<VisitorRequest, 'connection'>) =>
      handle(call, null, async (visit) => {
        const { context, connection } = call
        let secret = cookies.read(context.request, 'sign-in')
        if (secret === null && context.request.method !== 'POST') {
          secret = randomBytes(32).toString('base64url')
          visit.cookies.push(cookies.set('sign-in', secret))
        }
        if (secret === null) throw new FormRefused('The browser has sent no cookie.')
        const request = await readRequest(call, toFormToken(secret), page)
        return run(page, { ...request, connection, session: cookies.read(context.request, 'session') }, context, visit)
      }),
  }
}

import { randomBytes } from 'node:crypto'
import { badRequest, InvalidValue, ServiceError, type Account, type Core } from '@basketball-data/core'
import { chooseEncoding, encode, sizedResponse, NOT_STORED, type RequestContext } from '@basketball-data/http/pages'
import { contentPolicy } from '../page/policy.ts'
import { createCookies } from './cookies.ts'
import { describeFailure, WRONG_METHOD } from './error-view.ts'
import { ACTION_FIELD, FormRefused, formTokenOf, readForm, refuseForeignOrigin } from './forms.ts'
import { layout } from './layout.ts'
import type { Tab } from './navigation.ts'
import { noticeOf, withNotice } from './notices.ts'
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

/** What is at any other address below /account. */
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

/** Codes of errors that somebody who has filled in a form can correct, now or a little later. */
const CORRECTABLE: ReadonlySet<string> = new Set([
  'bad_request',
  'unknown_parameter',
  'upgrade_required',
  'rate_limited',
])

/** A request of a page. */
type PageCall = { context: RequestContext; params: Readonly<Record<string, string>> }

/** What is known about the visitor while the response is made; if it fails, the page of the error shows the same. */
type Visit = {
  account: Account | null
  tab: Tab | null
  formToken: string
  problem: string | null
  /** Set-Cookie headers. */
  cookies: string[]
}

const isRedirect = (outcome: View | Redirect): outcome is Redirect => 'to' in outcome

/** Postgres stores no NUL, so no record that a page could ask for has it. @throws ServiceError bad_request */
const refuseNul = ({ params, query, form }: PageRequest): void => {
  const values = [...Object.values(params), ...query.values(), ...form.values()]
  if (values.some((value) => value.includes('\0'))) throw badRequest('No address and no form has the character U+0000.')
}

/** What is wrong with a field, if it is one of those that say so themselves. */
const problemOf = (error: ServiceError, labels: Readonly<Record<string, string>>): FieldProblem | null => {
  if (!(error instanceof InvalidValue)) return null
  const { field, rule } = error
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined
  return label === undefined ? null : { field, text: `${label} ${rule}` }
}

/** Shows a page, or does what its form asks for; an error that can be corrected is shown at its field, or above the page. */
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
    const problem = problemOf(error, fields)
    if (problem === null) visit.problem = error.message
    return { status: error.code === 'rate_limited' ? 429 : 400, ...(await show({ ...request, problem })) }
  }
}

/** Makes the handlers of pages. */
export const createPageHandlers = (core: Core) => {
  const { base, name: service } = core.service
  const cookies = createCookies(new URL(base).protocol === 'https:')

  const write = async (
    { request, query, requestId }: RequestContext,
    { account, tab, formToken, problem, cookies }: Visit,
    { title, body, script, status = 200 }: View,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const notice = request.method === 'POST' ? null : noticeOf(query.parsed)
    const page = layout({ service, title, account, formToken, tab, notice, problem, script }, body)
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const response = sizedResponse(encoding === 'identity' ? page : await encode(page, encoding), {
      status,
      headers: {
        ...HEADERS,
        'content-security-policy': contentPolicy(page, { forms: true }),
        'x-request-id': requestId,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        ...headers,
      },
    })
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
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
      const { view, headers } = describeFailure(core, context, error)
      return write(context, { ...visit, problem: null }, view, headers)
    }
  }

  const formOf = async ({ request }: RequestContext, token: string): Promise<URLSearchParams> =>
    request.method === 'POST' ? readForm(request, token) : new URLSearchParams()

  return {
    /** The handler of a page for those who are signed in; anybody else is sent to the sign-in page. */
    accountPage: (page: AccountPage) => (call: PageCall) =>
      handle(call, page.tab, async (visit) => {
        const { context, params } = call
        const session = cookies.read(context.request, 'session')
        const account = session === null ? null : await core.signIn.session(session)
        if (session === null || account === null) {
          const late = context.request.method === 'POST' ? { notice: 'sign_in_again' as const } : {}
          return { to: '/account/sign-in', ...late, ...(session !== null && { session: null }) }
        }
        visit.account = account
        visit.formToken = formTokenOf(session)
        const { formToken } = visit
        if (page.operatorsOnly === true && !account.operator) throw noSuchPage()
        const form = await formOf(context, formToken)
        const request = { core, account, session, params, query: context.query.parsed, form, formToken, problem: null }
        return run(page, request, context, visit)
      }),

    /** The handler of a page that needs no sign-in. A cookie binds its forms to the browser. */
    visitorPage: (page: VisitorPage) => (call: PageCall & Pick<VisitorRequest, 'connection'>) =>
      handle(call, null, async (visit) => {
        const { context, params, connection } = call
        let secret = cookies.read(context.request, 'sign-in')
        if (secret === null && context.request.method !== 'POST') {
          secret = randomBytes(32).toString('base64url')
          visit.cookies.push(cookies.set('sign-in', secret))
        }
        if (secret === null) throw new FormRefused('The browser has sent no cookie.')
        const formToken = formTokenOf(secret)
        const form = await formOf(context, formToken)
        const session = cookies.read(context.request, 'session')
        const request = {
          core,
          session,
          connection,
          params,
          query: context.query.parsed,
          form,
          formToken,
          problem: null,
        }
        return run(page, request, context, visit)
      }),
  }
}

import type { Account, Core } from '@basketball-data/core'
import type { Markup } from '../page/html.ts'
import type { Tab } from './navigation.ts'
import type { Notice } from './notices.ts'
import type { UploadedFile } from '@basketball-data/core/contract'

/** Why the form was refused: the name of the field, and a sentence that calls it by its label. */
export type FieldProblem = { field: string; text: string }

export type PageRequest = {
  core: Core
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The fields of the form that was sent; empty for GET. */
  form: URLSearchParams
  /** The files that were sent with it, without empty ones. */
  files: readonly UploadedFile[]
  /** For `form` of the components. */
  formToken: string
  /** What is wrong with a field of the form that was sent, for `field` of the components. */
  problem: FieldProblem | null
}

/** The request of a page for a signed-in user. */
export type AccountRequest = PageRequest & { account: Account; session: string }

/** The request of a page that needs no sign-in. */
export type VisitorRequest = PageRequest & {
  connection: {
    /** The network address of the browser, to limit what it may ask for. */
    address: string
    /** Runs `work` once the response has been sent, so that its duration says nothing. */
    afterResponse: (work: () => void) => void
  }
  /** The session of the browser, if it has one. */
  session: string | null
}

export type View = {
  title: string
  body: Markup
  /** Improves the page, which works without it. */
  script?: string
  /** Default: 200. */
  status?: number
}

/** Where the browser goes after a form. */
export type Redirect = {
  to: string
  notice?: Notice
  /** The session that begins; null: the session ends. */
  session?: string | null
}

/**
 * A page and its forms. A form names the action that it wants (`form` of the components); after it the browser is redirected, so that a
 * reload repeats nothing, or the action shows a view of its own, for what is shown only once. If the action throws bad_request
 * or rate_limited, `show` is called with the same form, and the page says why.
 */
export type Page<Request extends PageRequest> = {
  /** In Hono's notation, such as `/account/webhooks/:id`. */
  path: string
  show: (request: Request) => Promise<View | Redirect>
  actions?: Readonly<Record<string, (request: Request) => Promise<View | Redirect>>>
  /** The labels of the fields, by their names, that show what is wrong with them; anything else is said above the page. */
  fields?: Readonly<Record<string, string>>
  /** Bytes of a form with files; without it the forms of the page have none. */
  maxFormBytes?: number
}

/** A page for a signed-in user. */
export type AccountPage = Page<AccountRequest> & {
  /** The entry of the navigation that the page belongs to; null if it has none. */
  tab: Tab | null
}

/** A page that needs no sign-in. */
export type VisitorPage = Page<VisitorRequest>

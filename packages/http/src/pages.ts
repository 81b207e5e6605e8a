// What a package of HTML pages builds on: the app mounts its routes, and the server asks it for the page that says that it is busy.
import type { Core, Decimals } from '@basketball-data/core'
import type { Hono } from 'hono'
import type { OpenApiDocument } from './openapi/types.ts'
import type { OnRequest } from './request-log.ts'

export { chooseEncoding, encode, toEtag, matchesEtag, sizedResponse, type Encoding } from './body.ts'
export { decodeBody, isMultipart, parseMultipart, readBytes, type Form } from './body.ts'
export { NOT_STORED } from './call/caching.ts'
export { afterResponse, clientAddress } from './call/connection.ts'
export { createRequestContext, type RequestContext } from './call/request-context.ts'
export { describeError } from './errors/error-response.ts'
export { logged, type OnRequest } from './request-log.ts'

/** What pages show, and where their requests are logged. */
export type PagesHost = {
  core: Core
  document: OpenApiDocument
  /** Decimals of the numbers in responses. */
  decimals: Decimals
  /** Whether the app has the write API. */
  ingest: boolean
  onRequest: OnRequest
}

/** HTML pages beside the API: `createPages` of @basketball-data/pages makes the documentation and the account pages. */
export type Pages = {
  /** Adds the routes of the pages to the app. */
  mount: (app: Hono, host: PagesHost) => void
  /**
   * Makes the responses with 503 to browsers that request a page while the process refuses requests.
   * @param service the name of the service
   */
  busy: (service: string) => (requestId: string, retryAfter: string) => Response
}

/** Whether a request is a browser's for a page; what is below /v1, /trpc and /ingest is JSON for everybody. */
export const wantsPage = (path: string, accept: string | null | undefined): boolean =>
  /\btext\/html\b/i.test(accept ?? '') && !/^\/(?:v1|trpc|ingest)(?:\/|$)/.test(path)

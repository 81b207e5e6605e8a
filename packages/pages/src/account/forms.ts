import { createHmac, timingSafeEqual } from 'node:crypto'
import { badRequest } from '@basketball-data/core'
import { decodeBody, isMultipart, parseMultipart, readBytes, type Form } from '@basketball-data/http/pages'

/** The hidden field that proves that a form comes from a page of this service. */
export const TOKEN_FIELD = 'token'
/** The hidden field that names the action of a form. */
export const ACTION_FIELD = 'action'

/** A form that may not come from a page of this service, or from an earlier session. */
export class FormRefused extends Error {
  override name = 'FormRefused'
}

/** The token in the forms of a browser with this cookie; other sites cannot read the cookie, so they cannot compute it. */
export const toFormToken = (cookie: string): string =>
  createHmac('sha256', cookie).update('form of the account pages').digest('base64url')

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Browsers name the origin of the page that sends a form. It has to be the one of this service: its public address, or the host that
 * the request was sent to, by the same scheme.
 * @throws FormRefused
 */
export const refuseForeignOrigin = ({ headers }: Request, base: string): void => {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') throw new FormRefused(`Sec-Fetch-Site is ${site}.`)
  const origin = headers.get('origin')
  const { protocol, origin: own } = new URL(base)
  const host = headers.get('host') ?? ''
  const origins = host === '' ? [own] : [own, `${protocol}//${host}`]
  if (origin !== null && !origins.includes(origin))
    throw new FormRefused('The form was sent by a page of another origin.')
}

/**
 * Reads the fields of a form, and its files if it may have `maxBytes`.
 * @throws FormRefused without the token; ServiceError bad_request for a body that is no form
 */
export const readForm = async (request: Request, token: string | null, maxBytes?: number): Promise<Form> => {
  const header = request.headers.get('content-type') ?? ''
  const type = header.split(';', 1)[0]?.trim().toLowerCase()
  const hasFiles = maxBytes !== undefined && isMultipart(request)
  if (!hasFiles && type !== 'application/x-www-form-urlencoded')
    throw badRequest('Send the fields of the form, URL-encoded.')
  const bytes = await readBytes(request, maxBytes)
  const sent = hasFiles
    ? await parseMultipart(bytes, header)
    : { form: new URLSearchParams(decodeBody(bytes)), files: [] }
  if (token === null || !isEqual(sent.form.get(TOKEN_FIELD) ?? '', token)) throw new FormRefused('The token is wrong.')
  return sent
}

/** Signs what a form carries from one page to the next, for a session; the browser cannot change it in between. */
export const sign = (session: string, carried: readonly string[]): string =>
  createHmac('sha256', session)
    .update(JSON.stringify(['carried by a form', ...carried]))
    .digest('base64url')

/** @throws FormRefused if what a form carries is not what was signed */
export const requireSignature = (session: string, carried: readonly string[], signature: string): void => {
  if (!isEqual(signature, sign(session, carried))) throw new FormRefused('The signature is wrong.')
}

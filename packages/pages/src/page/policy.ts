import { hash } from 'node:crypto'
import { LOGO_PREFIX } from './brand.ts'

/** The hashes of the inline elements of a kind, as a Content-Security-Policy lists them. */
const hashes = (page: string, element: 'style' | 'script'): string =>
  Array.from(
    page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g')),
    ([, content = '']) => `'sha256-${hash('sha256', content, 'base64')}'`,
  ).join(' ')

const NOTHING = "'none'"

/**
 * The Content-Security-Policy of a page: it allows its inline styles, scripts and icon, the logo if it has one, and
 * neither frames nor other files.
 * Forms may be sent to this service if `forms` is true, and its scripts may send requests to it if `requests` is true.
 */
export const contentPolicy = (
  page: string,
  { forms = false, requests = false }: { forms?: boolean; requests?: boolean } = {},
): string => {
  const scripts = hashes(page, 'script')
  return [
    `default-src ${NOTHING}`,
    `style-src ${hashes(page, 'style')}`,
    ...(scripts === '' ? [] : [`script-src ${scripts}`]),
    ...(requests ? ["connect-src 'self'"] : []),
    page.includes(LOGO_PREFIX) ? "img-src 'self' data:" : 'img-src data:',
    `base-uri ${NOTHING}`,
    `form-action ${forms ? "'self'" : NOTHING}`,
    `frame-ancestors ${NOTHING}`,
  ].join('; ')
}

import { hash } from 'node:crypto'

/** The hashes of the inline elements of a kind, as a Content-Security-Policy lists them. */
const hashes = (page: string, element: 'style' | 'script'): string =>
  Array.from(
    page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g')),
    ([, content = '']) => `'sha256-${hash('sha256', content, 'base64')}'`,
  ).join(' ')

const NOTHING = "'none'"

/**
 * The Content-Security-Policy of a page: it allows its inline styles, scripts and icon, and neither frames nor external files.
 * A page with a script may send requests to this service; forms may be sent to it if `forms` is true.
 */
export const contentPolicy = (page: string, { forms = false }: { forms?: boolean } = {}): string => {
  const scripts = hashes(page, 'script')
  return [
    `default-src ${NOTHING}`,
    `style-src ${hashes(page, 'style')}`,
    ...(scripts === '' ? [] : [`script-src ${scripts}`, "connect-src 'self'"]),
    'img-src data:',
    `base-uri ${NOTHING}`,
    `form-action ${forms ? "'self'" : NOTHING}`,
    `frame-ancestors ${NOTHING}`,
  ].join('; ')
}

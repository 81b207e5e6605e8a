import { hash } from 'node:crypto'

const styleHashes = (page: string): string[] =>
  Array.from(
    page.matchAll(/<style>([^]*?)<\/style>/g),
    ([, style = '']) => `'sha256-${hash('sha256', style, 'base64')}'`,
  )

const NOTHING = "'none'"

/**
 * The Content-Security-Policy of a page: it allows its inline styles and its icon, and neither frames nor external files.
 * Forms may be sent to this service if `forms` is true.
 */
export const contentPolicy = (page: string, { forms = false }: { forms?: boolean } = {}): string =>
  [
    `default-src ${NOTHING}`,
    `style-src ${styleHashes(page).join(' ')}`,
    'img-src data:',
    `base-uri ${NOTHING}`,
    `form-action ${forms ? "'self'" : NOTHING}`,
    `frame-ancestors ${NOTHING}`,
  ].join('; ')

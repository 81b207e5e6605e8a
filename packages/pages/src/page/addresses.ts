/** The addresses of the pages; a guide is at `/docs/<slug>`. */
export const PATHS = {
  front: '/',
  reference: '/docs',
  records: '/docs/records',
  guides: '/docs/guides',
  search: '/docs/search',
  account: '/account',
} as const

export const guidePath = (slug: string): string => `${PATHS.reference}/${slug}`

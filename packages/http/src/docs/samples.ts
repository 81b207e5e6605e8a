import { HEADERS } from '../openapi/headers.ts'

const lines = (...each: string[]): string => each.join('\n')

const listed = (name: 'RateLimit-Policy' | 'RateLimit'): string =>
  `${name}: ${HEADERS[name].example.replaceAll(', ', ',\n  ')}`

/** The code beside the chapters of the guide, for a service at `base`. */
export const samples = (base: string) => ({
  index: `curl ${base}/`,
  bearer: lines('curl -H "Authorization: Bearer $KEY" \\', `  ${base}/usage`),
  header: lines('curl -H "X-API-Key: $KEY" \\', `  ${base}/usage`),
  limits: lines(listed('RateLimit-Policy'), listed('RateLimit')),
  envelope: { data: { id: 'gm_9wd3f6ka', status: 'final', home_score: 84, away_score: 79 }, meta: {} },
  paging: lines(
    `url=${base}/games`,
    'cursor=',
    'while page=$(curl -sfG -H "X-API-Key: $KEY" $url \\',
    '  -d per_page=200 ${cursor:+-d cursor=$cursor})',
    'do',
    `  echo "$page" | jq -c '.data[]'`,
    `  cursor=$(echo "$page" | jq -r '.meta.next_cursor // ""')`,
    '  [ "$cursor" ] || break',
    'done',
  ),
  caching: lines(
    'curl -H "X-API-Key: $KEY" \\',
    `  -H 'If-None-Match: ${HEADERS.ETag.example}' \\`,
    `  ${base}/games/gm_9wd3f6ka`,
  ),
})

import { createHmac } from 'node:crypto'
import { MAX_PER_PAGE } from '@basketball-data/core/contract'
import { createdWebhook, finalEvent } from '../openapi/examples/webhooks.ts'
import { HEADERS } from '../openapi/headers.ts'

const lines = (...each: string[]): string => each.join('\n')

const listed = (name: 'RateLimit-Policy' | 'RateLimit'): string =>
  `${name}: ${HEADERS[name].example.replaceAll(', ', ',\n  ')}`

/** When the example event was sent: the second after it happened. */
const t = Date.parse(finalEvent.created_at) / 1000 + 1

const v1 = createHmac('sha256', createdWebhook.secret ?? '')
  .update(`${t}.${JSON.stringify(finalEvent)}`)
  .digest('hex')

/** The code beside the chapters of the guide, for a service at `base`. */
export const samples = (base: string) => ({
  index: `curl ${base}/`,
  bearer: lines('curl -H "Authorization: Bearer $KEY" \\', `  ${base}/usage`),
  header: lines('curl -H "X-API-Key: $KEY" \\', `  ${base}/usage`),
  named: lines('curl -H "X-API-Key: $KEY" \\', "  -H 'X-Request-Id: night-import.7' \\", `  ${base}/usage`),
  limits: lines(listed('RateLimit-Policy'), listed('RateLimit')),
  envelope: { data: { id: 'gm_9wd3f6ka', status: 'final', home_score: 84, away_score: 79 }, meta: {} },
  paging: lines(
    `url=${base}/games`,
    'cursor=',
    'while page=$(curl -sfG -H "X-API-Key: $KEY" $url \\',
    `  -d per_page=${MAX_PER_PAGE} \${cursor:+-d cursor=$cursor})`,
    'do',
    `  echo "$page" | jq -c '.data[]'`,
    `  cursor=$(echo "$page" | jq -r '.meta.next_cursor // ""')`,
    '  [ "$cursor" ] || break',
    'done',
  ),
  delivered: lines(
    'Content-Type: application/json',
    `X-Service-Event: ${finalEvent.type}`,
    `X-Service-Delivery: ${finalEvent.id}`,
    `X-Service-Signature: t=${t},`,
    `  v1=${v1}`,
  ),
  verifying: lines(
    '# prints v1; body.json is the body to the byte',
    `SECRET=${createdWebhook.secret}`,
    `printf '%s.' ${t} | cat - body.json |`,
    '  openssl dgst -sha256 -hmac "$SECRET" -r',
  ),
  caching: lines(
    'curl -H "X-API-Key: $KEY" \\',
    `  -H 'If-None-Match: ${HEADERS.ETag.example}' \\`,
    `  ${base}/games/gm_9wd3f6ka`,
  ),
})

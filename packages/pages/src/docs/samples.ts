import { createHmac } from 'node:crypto'
import { GameFinalEvent, MAX_PER_PAGE, Webhook } from '@basketball-data/core/contract'
import { z } from 'zod'
import { FIRST_CALL, HEADERS, listDeliveries, type OpenApiDocument } from '@basketball-data/http/openapi'
import { schemaAndExample, getSuccess } from './schema.ts'
import typescript from './typescript.generated.json' with { type: 'json' }

const lines = (...each: string[]): string => each.join('\n')

/** A call of curl with the key. */
const curl = (...rest: string[]): string => lines('curl -H "Authorization: Bearer $KEY" \\', ...rest)

const rateHeader = (name: 'RateLimit-Policy' | 'RateLimit'): string =>
  `${name}: ${HEADERS[name].example.replaceAll(', ', ',\n  ')}`

const Created = z.object({ data: Webhook })

export const getFinalEvent = (document: OpenApiDocument): unknown =>
  schemaAndExample(listDeliveries(document)['game.final']?.requestBody.content).example

const getExampleSecret = ({ paths }: OpenApiDocument): string => {
  const operation = paths['/webhooks']?.post
  return operation === undefined ? '' : (Created.parse(getSuccess(operation).example).data.secret ?? '')
}

export const codeSamples = (document: OpenApiDocument) => {
  const base = document.servers[0]?.url ?? ''
  const body = getFinalEvent(document)
  const event = GameFinalEvent.parse(body)
  const secret = getExampleSecret(document)
  const t = Date.parse(event.created_at) / 1000 + 1 // sent one second after it happened
  const signature = createHmac('sha256', secret)
    .update(`${t}.${JSON.stringify(body)}`)
    .digest('hex')
  const { id, status, home_score, away_score } = event.data.game
  return {
    index: `curl ${base}/`,
    firstCall: curl(`  '${base}${FIRST_CALL.path}?${new URLSearchParams(FIRST_CALL.query).toString()}'`),
    bearer: curl(`  ${base}/usage`),
    setUp: typescript.setUp.replace('https://data.example/v1', () => base),
    requestId: curl("  -H 'X-Request-Id: night-import.7' \\", `  ${base}/usage`),
    rateLimits: lines(rateHeader('RateLimit-Policy'), rateHeader('RateLimit')),
    envelope: { data: { id, status, home_score, away_score }, meta: {} },
    pagination: {
      curl: lines(
        `url=${base}/games`,
        'cursor=',
        'while page=$(curl -sfG -H "Authorization: Bearer $KEY" $url \\',
        `  -d per_page=${MAX_PER_PAGE} \${cursor:+-d cursor=$cursor})`,
        'do',
        `  echo "$page" | jq -c '.data[]'`,
        `  cursor=$(echo "$page" | jq -r '.meta.next_cursor // ""')`,
        '  [ "$cursor" ] || break',
        'done',
      ),
      typescript: typescript.chapters.pagination,
    },
    ifNoneMatch: curl(`  -H 'If-None-Match: ${HEADERS.ETag.example}' \\`, `  ${base}/games/${id}`),
    deliveryHeaders: lines(
      'Content-Type: application/json',
      `X-Service-Event: ${event.type}`,
      `X-Service-Delivery: ${event.id}`,
      `X-Service-Signature: t=${t},`,
      `  v1=${signature}`,
    ),
    verifySignature: lines(
      '# prints v1; body.json holds the raw body',
      `SECRET=${secret}`,
      `printf '%s.' ${t} | cat - body.json |`,
      '  openssl dgst -sha256 -hmac "$SECRET" -r',
    ),
  }
}

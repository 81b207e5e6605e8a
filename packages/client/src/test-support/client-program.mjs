// Runs in every runtime with the package installed: lists, errors, retries, the cache and writing, with a server on a socket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import * as imported from '@basketball-data/client'
import { BasketballDataIngest } from '@basketball-data/client/ingest'

const required = createRequire(import.meta.url)('@basketball-data/client')
let failures = 0
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1')
  const send = (status, body, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  if (request.headers.authorization !== 'Bearer bd_key')
    return send(401, { error: { code: 'unauthorized', message: 'No key.' } })
  if (failures-- > 0) return send(503, { error: { code: 'server_error', message: 'Later.' } }, { 'retry-after': '0' })
  if (pathname === '/v1/games/gm_00000001') {
    if (request.headers['if-none-match'] === '"tag"') return send(304, undefined, { etag: '"tag"' })
    return send(
      200,
      { data: { id: 'gm_00000001' }, meta: {} },
      { etag: '"tag"', ratelimit: '"day";r=9;t=5', 'ratelimit-policy': '"day";q=10;w=86400' },
    )
  }
  if (pathname === '/v1/slow') return
  if (pathname === '/ingest/v1/games') {
    const bundles = (await text(request)).split('\n').map((line) => JSON.parse(line))
    const lines = bundles.map(({ game }) => ({ external_id: game.external_id, outcome: 'created' }))
    return response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  if (pathname === '/ingest/v1/files') return send(200, { data: { sent: await text(request) }, meta: {} })
  const start = Number(searchParams.get('cursor') ?? 0)
  send(200, { data: [{ id: `gm_${start}` }], meta: { count: 1, next_cursor: start < 2 ? String(start + 1) : null } })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${server.address().port}/v1`

for (const { BasketballData, memoryCache, UnauthorizedError, ConnectionError } of [imported, required]) {
  const client = new BasketballData({ apiKey: 'bd_key', baseUrl, cache: memoryCache() })
  const read = []
  for await (const { id } of client.games.list()) read.push(id)
  assert.deepEqual(read, ['gm_0', 'gm_1', 'gm_2'])
  failures = 1
  const { data, response } = await client.games.get('gm_00000001').withResponse()
  assert.deepEqual([data.id, response.rateLimits.day.remaining], ['gm_00000001', 9])
  assert.equal((await client.games.get('gm_00000001').withResponse()).response.status, 304)
  const stranger = await new BasketballData({ baseUrl }).usage().catch((error) => error)
  assert(stranger instanceof UnauthorizedError && stranger.requestId === 'r-1')
  const lost = new BasketballData({ baseUrl: 'http://127.0.0.1:9/v1', retries: 0 })
  assert((await lost.index().catch((error) => error)) instanceof ConnectionError)
  const reason = new Error('enough')
  const stopped = await client.usage({ signal: AbortSignal.abort(reason) }).catch((error) => error)
  assert.equal(stopped, reason)
}
const ingest = new BasketballDataIngest({ apiKey: 'bd_key', baseUrl: baseUrl.replace('/v1', '/ingest/v1') })
const written = []
const bundles = Array.from({ length: 101 }, (_, n) => ({ game: { external_id: `g${n}` } }))
for await (const { external_id } of ingest.games.putAll(bundles)) written.push(external_id)
assert.deepEqual(
  written,
  bundles.map(({ game }) => game.external_id),
)
const { sent } = await ingest.files.import([new File(['date,home'], 'games.csv')], { season: '2026-27' })
assert.match(sent, /name="files"; filename="games.csv"[^]*date,home[^]*name="season"[^]*2026-27/)
server.closeAllConnections?.()
server.close()
console.log('read')

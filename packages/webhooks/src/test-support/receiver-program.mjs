// Runs in every runtime with the package installed: a known signature, a rejected delivery, and a receiver on a socket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { sign, VerificationError, verify } from '@basketball-data/webhooks'
import { webhook as fetchWebhook } from '@basketball-data/webhooks/fetch'
import { webhook as nodeWebhook } from '@basketball-data/webhooks/node'

const secret = 'whsec_0123456789abcdef0123456789abcdef'
const body = '{"name":"Dončić 🏀"}'
const now = new Date(1_760_000_000_000)
const known = 't=1760000000,v1=232194b9d9b521ac75c0579afd50b10d53a65b0c3ad1cba66f92b0d7ff3b85bf'
const required = createRequire(import.meta.url)('@basketball-data/webhooks')

for (const core of [{ sign, verify }, required]) {
  assert.equal(await core.sign({ body, secret, at: now }), known)
  const event = await core.verify({ body, headers: new Headers({ 'X-Service-Signature': known }), secret, now })
  assert.equal(event.name, 'Dončić 🏀')
}
const refused = await verify({ body, headers: {}, secret }).catch((error) => error)
assert(refused instanceof VerificationError && refused.code === 'missing_header')

const handled = []
const options = { secret, handle: (event) => handled.push(event.id), onRefused: () => {} }
const server = createServer(nodeWebhook(options)).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${server.address().port}/`
const handler = fetchWebhook(options)
const send = async (to, id, key) => {
  const text = JSON.stringify({ id, type: 'game.final', data: {} })
  const headers = { 'X-Service-Signature': await sign({ body: text, secret: key }) }
  const response = await to(new Request(address, { method: 'POST', body: text, headers }))
  return `${response.status} ${await response.text()}`
}
for (const [to, id] of [
  [fetch, 'evt_1'],
  [handler, 'evt_2'],
]) {
  assert.equal(await send(to, id, secret), '200 handled')
  assert.equal(await send(to, id, secret), '200 duplicate')
  assert.equal(await send(to, id, 'whsec_other'), '503 wrong_signature')
}
assert.deepEqual(handled, ['evt_1', 'evt_2'])
server.closeAllConnections?.()
server.close()
console.log('received')

// The HTTP paths inside a Hono app of your own, beside its other routes.
import { serve } from '@hono/node-server'
import { createCore } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import { Hono } from 'hono'

const core = await createCore({ database: 'memory://' })
const account = await core.accounts.create({ email: 'me@example.org', plan: 'live' })
const { key } = await core.keys.create(account.id)

const app = new Hono().get('/hello', (c) => c.text('hello')).route('/', createApp(core))

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, async ({ port }) => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/games`, { headers: { 'X-API-Key': key } })
  console.log(answer.status, answer.headers.get('RateLimit'), await answer.json())
  server.close()
  await core.close()
})

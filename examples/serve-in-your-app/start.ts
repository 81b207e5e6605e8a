// Mounts the service in your own Hono app, next to its other routes. Usage: PORT=3000 npm start
import { serve } from '@hono/node-server'
import { createCore } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import { createPages } from '@basketball-data/pages'
import { simulate } from '@basketball-data/feeds/simulator'
import { Hono } from 'hono'

const { PORT = '3000' } = process.env
const origin = `http://127.0.0.1:${PORT}`

const core = await createCore({ database: 'memory://', service: { base: `${origin}/v1` } })
for (const bundle of simulate({ day: '2026-11-20', seasons: 1, games: 10 })) await core.ingest(bundle)

// Only once: a database that is kept has the account at the next start.
const email = 'me@example.org'
const accounts = await core.accounts.list()
if (!accounts.some((account) => account.email === email)) {
  const { id } = await core.accounts.create({ email, plan: 'live' })
  const { key } = await core.keys.create(id)
  console.log(`Key of ${email}, shown only once: ${key}`)
}

const app = new Hono()
// Your own routes read the same data directly: no HTTP, no key, no rate limit.
app.get('/latest', async (c) => {
  const { data } = await core.caller().games.list({ status: 'final', per_page: 5 })
  return c.text(
    data.map(({ home, away, ...game }) => `${home.name} ${game.home_score}–${game.away_score} ${away.name}`).join('\n'),
  )
})
app.route('/', createApp(core, { pages: createPages() })) // /, /v1, /docs, /healthz, /readyz

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, () => {
  console.log(`${origin}/latest\n${origin}/docs\ncurl -H 'Authorization: Bearer …' ${origin}/v1/games`)
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => core.close()))

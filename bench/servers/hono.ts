import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openReference } from './reference.ts'
import { report } from './report.ts'

const [, , database = ''] = process.argv
const reference = openReference(database)
const app = new Hono()

app.get('/v1/games', async (c) => c.json(await reference.games()))
app.get('/v1/games/:id', async (c) => {
  const answer = await reference.game(c.req.param('id'))
  return answer === undefined ? c.json({}, 404) : c.json(answer)
})
app.get('/v1/games/:id/playbyplay', async (c) => {
  const answer = await reference.playByPlay(c.req.param('id'))
  return answer === undefined ? c.json({}, 404) : c.json(answer)
})

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => report(port))

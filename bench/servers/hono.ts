import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openReference } from './reference.ts'
import { handleControl } from './control.ts'

const [, , database = ''] = process.argv
const reference = openReference(database)
const app = new Hono()

app.get('/v1/games', async (c) => c.json(await reference.games()))
app.get('/v1/games/:id', async (c) => {
  const data = await reference.game(c.req.param('id'))
  return data === undefined ? c.json({}, 404) : c.json(data)
})
app.get('/v1/games/:id/playbyplay', async (c) => {
  const data = await reference.playByPlay(c.req.param('id'))
  return data === undefined ? c.json({}, 404) : c.json(data)
})

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => handleControl(port))

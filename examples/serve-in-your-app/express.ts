// Mounts the service in an Express app. Usage: PORT=3000 node express.ts (Node 22.18 or newer)
import { createCore, getErrorStatus, type Core } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import { getRequestListener } from '@hono/node-server'
import express, { type ErrorRequestHandler, type Express } from 'express'

const { PORT = '3000' } = process.env

export const core: Core = await createCore({ database: 'memory://' })
export const app: Express = express()
app.use(express.json()) // a body that it has parsed reaches the service, too

app.get('/roster/:team', async (request, response) => {
  const { data } = await core.caller().teams.roster({ id: request.params.team })
  response.json(data)
})
app.use(getRequestListener(createApp(core).fetch)) // after your routes: any other path gets its 404

const sendError: ErrorRequestHandler = (error: Error, _request, response, _next) => {
  const status = getErrorStatus(error)
  response.status(status).json({ error: status < 500 ? error.message : 'It failed.' })
}
app.use(sendError)

if (import.meta.main) app.listen(Number(PORT), '127.0.0.1')

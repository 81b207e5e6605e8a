// Mounts the service in a Fastify app. Usage: PORT=3000 node fastify.ts (Node 22.18 or newer)
import { createCore, getErrorStatus, type Core } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import { getRequestListener } from '@hono/node-server'
import { fastify } from 'fastify'

const { PORT = '3000' } = process.env

export const core: Core = await createCore({ database: 'memory://' })
export const app = fastify()

app.get<{ Params: { team: string } }>('/roster/:team', async ({ params: { team } }) => {
  const { data } = await core.caller().teams.roster({ id: team })
  return data
})
app.setErrorHandler((error: Error, _request, reply) => {
  const status = getErrorStatus(error)
  reply.status(status).send({ error: status < 500 ? error.message : 'It failed.' })
})

const listener = getRequestListener(createApp(core).fetch)
app.register(async (service) => {
  service.removeAllContentTypeParsers() // the service reads bodies itself
  service.addContentTypeParser('*', (_request, _payload, done) => done(null))
  service.all('/*', async (request, reply) => {
    reply.hijack()
    await listener(request.raw, reply.raw)
  })
})

if (import.meta.main) await app.listen({ port: Number(PORT), host: '127.0.0.1' })

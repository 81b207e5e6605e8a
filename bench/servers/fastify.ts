import { fastify } from 'fastify'
import { openReference } from './reference.ts'
import { handleControl, portOf } from './control.ts'

const [, , database = ''] = process.argv
const reference = openReference(database)
const app = fastify()

type GameRoute = { Params: { id: string } }

app.get('/v1/games', () => reference.games())
app.get<GameRoute>('/v1/games/:id', async ({ params }, reply) => {
  return (await reference.game(params.id)) ?? reply.code(404).send({})
})
app.get<GameRoute>('/v1/games/:id/playbyplay', async ({ params }, reply) => {
  return (await reference.playByPlay(params.id)) ?? reply.code(404).send({})
})

await app.listen({ port: 0, host: '127.0.0.1' })
handleControl(portOf(app.server.address()))

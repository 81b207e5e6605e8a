// A receiver of webhooks with Fastify. Usage: WEBHOOK_SECRET=whsec_… node webhook-fastify.ts
import { webhook } from '@basketball-data/webhooks/fastify'
import { fastify } from 'fastify'

const { WEBHOOK_SECRET = '' } = process.env

export const app = fastify()

app.register(
  webhook({
    path: '/hook',
    secret: WEBHOOK_SECRET,
    handle: ({ type, data: { game } }) => console.log(type, game.home.name, game.home_score, game.away_score),
  }),
)

if (import.meta.main) await app.listen({ port: 8080, host: '127.0.0.1' })

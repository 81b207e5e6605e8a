// Receives webhooks with Fastify. Usage: WEBHOOK_SECRET=whsec_… node fastify.ts (Node 22.18 or newer)
import type { WebhookEvent } from '@basketball-data/webhooks'
import { webhook } from '@basketball-data/webhooks/fastify'
import { fastify } from 'fastify'

const { WEBHOOK_SECRET: secret = '', PORT = '8080' } = process.env

const handle = ({ type, data: { game } }: WebhookEvent) =>
  console.log(type, game.home.name, game.home_score, game.away_score)

export const app = fastify()
app.register(webhook({ path: '/hook', secret, handle }))

if (import.meta.main) await app.listen({ port: Number(PORT), host: '127.0.0.1' })

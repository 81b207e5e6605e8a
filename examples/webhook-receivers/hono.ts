// Receives webhooks with Hono. Usage: WEBHOOK_SECRET=whsec_… node hono.ts (Node 22.18 or newer)
import type { WebhookEvent } from '@basketball-data/webhooks'
import { webhook } from '@basketball-data/webhooks/hono'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const { WEBHOOK_SECRET: secret = '', PORT = '8080' } = process.env

const handle = ({ type, data: { game } }: WebhookEvent) =>
  console.log(type, game.home.name, game.home_score, game.away_score)

export const app = new Hono()
app.post('/hook', webhook({ secret, handle }))

if (import.meta.main) serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) })

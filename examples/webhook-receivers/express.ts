// Receives webhooks with Express. Usage: WEBHOOK_SECRET=whsec_… node express.ts (Node 22.18 or newer)
import type { WebhookEvent } from '@basketball-data/webhooks'
import { webhook } from '@basketball-data/webhooks/express'
import express, { type Express } from 'express'

const { WEBHOOK_SECRET: secret = '', PORT = '8080' } = process.env

const handle = ({ type, data: { game } }: WebhookEvent) =>
  console.log(type, game.home.name, game.home_score, game.away_score)

export const app: Express = express()
app.post('/hook', webhook({ secret, handle })) // before express.json(): only the raw body can be verified
app.use(express.json())

if (import.meta.main) app.listen(Number(PORT), '127.0.0.1')

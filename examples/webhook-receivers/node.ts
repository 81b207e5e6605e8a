// Receives webhooks with node:http. Usage: WEBHOOK_SECRET=whsec_… node node.ts (Node 22.18 or newer)
import { createServer } from 'node:http'
import type { WebhookEvent } from '@basketball-data/webhooks'
import { webhook } from '@basketball-data/webhooks/node'

const { WEBHOOK_SECRET: secret = '', PORT = '8080' } = process.env

const handle = ({ type, data: { game } }: WebhookEvent) =>
  console.log(type, game.home.name, game.home_score, game.away_score)

export const server = createServer(webhook({ secret, handle }))

if (import.meta.main) server.listen(Number(PORT), '127.0.0.1')

// A receiver of webhooks with node:http alone. Usage: WEBHOOK_SECRET=whsec_… node webhook-node.ts
import { createServer } from 'node:http'
import { webhook } from '@basketball-data/webhooks/node'

const { WEBHOOK_SECRET = '' } = process.env

export const listener = webhook({
  secret: WEBHOOK_SECRET,
  handle: ({ type, data: { game } }) => console.log(type, game.home.name, game.home_score, game.away_score),
})

if (import.meta.main) createServer(listener).listen(8080, '127.0.0.1')

// A receiver of webhooks as a route handler of Next: app/hook/route.ts. Usage: WEBHOOK_SECRET=whsec_… node webhook-next.ts
import { webhook } from '@basketball-data/webhooks/next'
import { serve } from '@hono/node-server'

const { WEBHOOK_SECRET = '' } = process.env

export const POST = webhook({
  secret: WEBHOOK_SECRET,
  handle: ({ type, data: { game } }) => console.log(type, game.home.name, game.home_score, game.away_score),
})

// Stands in for Next, which calls POST with a fetch Request and sends the Response.
if (import.meta.main) serve({ fetch: POST, hostname: '127.0.0.1', port: 8080 })

// Receives webhooks with a Next.js route handler (app/hook/route.ts). Usage: WEBHOOK_SECRET=whsec_… node next.ts (Node 22.18 or newer)
import type { WebhookEvent } from '@basketball-data/webhooks'
import { webhook } from '@basketball-data/webhooks/next'
import { serve } from '@hono/node-server'

const { WEBHOOK_SECRET: secret = '', PORT = '8080' } = process.env

const handle = ({ type, data: { game } }: WebhookEvent) =>
  console.log(type, game.home.name, game.home_score, game.away_score)

export const POST = webhook({ secret, handle })

// Calls POST as Next.js does, so that this file runs without Next.js.
if (import.meta.main) serve({ fetch: POST, hostname: '127.0.0.1', port: Number(PORT) })

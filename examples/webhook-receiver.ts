// A receiver of webhooks that trusts nothing it cannot verify. Usage: WEBHOOK_SECRET=whsec_… node webhook-receiver.ts
import { serve } from '@hono/node-server'
import { SignatureError, verifyRequest } from '@basketball-data/webhooks'
import { Hono } from 'hono'

const { WEBHOOK_SECRET = '' } = process.env
const handled = new Set<string>()

export const receiver = new Hono().post('/hook', async (c) => {
  try {
    const event = await verifyRequest(c.req.raw, WEBHOOK_SECRET)
    // A retry carries the same id: what was handled is not handled twice.
    if (!handled.has(event.id)) console.log(event.type, event.data.game.home.name, event.data.game.home_score)
    handled.add(event.id)
    return c.body(null, 204)
  } catch (error) {
    if (error instanceof SignatureError) return c.text(error.reason, 400)
    throw error
  }
})

if (import.meta.main) serve({ fetch: receiver.fetch, hostname: '127.0.0.1', port: 8080 })

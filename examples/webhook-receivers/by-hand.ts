// Receives webhooks without an adapter. WEBHOOK_SECRET_OLD is optional: the previous secret, while it is being rotated.
// Usage: WEBHOOK_SECRET=whsec_… WEBHOOK_SECRET_OLD=whsec_… node by-hand.ts (Node 22.18 or newer)
import { seen, VerificationError, verify } from '@basketball-data/webhooks'
import { serve } from '@hono/node-server'

const { WEBHOOK_SECRET = '', WEBHOOK_SECRET_OLD, PORT = '8080' } = process.env
const secret = WEBHOOK_SECRET_OLD === undefined ? WEBHOOK_SECRET : [WEBHOOK_SECRET, WEBHOOK_SECRET_OLD]

const once = seen()

export const receive = async (request: Request): Promise<Response> => {
  try {
    const event = await verify({ body: request, secret })
    const outcome = await once(event.id, () => {
      if (event.test) return console.log('test delivery')
      if (event.type === 'game.final') console.log('final', event.data.game.home_score, event.data.game.away_score)
      if (event.type === 'game.period') console.log('period', event.data.game.period.number)
      if (event.type === 'game.rescheduled') console.log('rescheduled from', event.data.before.date)
    })
    return new Response(outcome, { status: outcome === 'busy' ? 503 : 200 })
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    console.warn(error.code, error.message)
    const isDelivery = error.code !== 'missing_header' && error.code !== 'malformed_header'
    return new Response(error.code, { status: isDelivery ? 503 : 400 }) // 503: the service retries with a new signature
  }
}

if (import.meta.main) serve({ fetch: receive, hostname: '127.0.0.1', port: Number(PORT) })

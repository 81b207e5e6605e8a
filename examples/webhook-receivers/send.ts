// Sends a signed delivery to a receiver. Usage: WEBHOOK_SECRET=whsec_… node send.ts [address] (Node 22.18 or newer)
import { randomBytes } from 'node:crypto'
import { type GameFinalEvent, sign } from '@basketball-data/webhooks'

/** A `game.final` event with a random id. */
export const finalScore = (): GameFinalEvent => ({
  id: `evt_${randomBytes(8).toString('hex')}`,
  type: 'game.final',
  created_at: '2026-11-20T21:44:03Z',
  data: {
    game: {
      id: 'gm_9wd3f6ka',
      competition: { id: 'cp_hytrz7zm', name: 'Liberty Basketball Circuit' },
      season: { id: 'ss_6x5nnvf3', name: '2026-27' },
      stage: 'regular',
      round: 'Round 9',
      date: '2026-11-20',
      tip_off: '2026-11-20T19:30:00Z',
      status: 'final',
      home: { id: 'tm_jn3y5tcm', name: 'Ashbourne Foxes' },
      away: { id: 'tm_7j874qh2', name: 'Silver Quay Gulls' },
      home_score: 91,
      away_score: 88,
      attendance: null,
      venue: 'Ashbourne Coliseum',
      has: { boxscore: true, playbyplay: true, shots: true },
      periods: { home: [25, 19, 22, 25], away: [21, 23, 24, 20] },
      revision: 1,
    },
  },
})

/** Sends an event with the headers and the signature that the service uses. */
export const send = async (address: string, event: { id: string; type: string }, secret: string): Promise<Response> => {
  const body = JSON.stringify(event)
  return fetch(address, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Signature': await sign({ body, secret }),
      'X-Service-Event': event.type,
      'X-Service-Delivery': event.id,
    },
  })
}

if (import.meta.main) {
  const { WEBHOOK_SECRET = '' } = process.env
  const [address = 'http://127.0.0.1:8080/hook'] = process.argv.slice(2)
  const response = await send(address, finalScore(), WEBHOOK_SECRET)
  console.log(response.status, await response.text())
}

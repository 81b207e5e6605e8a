import type { NewWebhook, Webhook, WebhookEvent } from '@basketball-data/core/contract'
import { playedInDetail } from './games.ts'
import { league } from './league.ts'

export const newWebhook: NewWebhook = {
  url: 'https://hooks.example.org/games',
  events: ['game.final', 'game.period'],
  competitions: [league.id],
}

export const webhook: Webhook = {
  id: 'wh_0f3a9c5d7e1b2468',
  url: newWebhook.url,
  events: ['game.final', 'game.period'],
  competitions: [league.id],
  status: 'active',
  secret_prefix: 'whsec_9f2c',
  last_delivery_at: '2026-11-20T21:24:08Z',
  last_status: 204,
  last_24_hours: { delivered: 41, failed: 0, waiting: 0 },
  created_at: '2026-09-28T08:15:00Z',
}

/** The answer that makes it: the only one with the secret. */
export const createdWebhook: Webhook = {
  ...webhook,
  secret: `${webhook.secret_prefix}1d84a6b37e0590c2f8a15d6e43b7092c8fe1a45b6d3027984ec5b1f0a2d7`,
  last_delivery_at: null,
  last_status: null,
  last_24_hours: { delivered: 0, failed: 0, waiting: 0 },
}

const { officials: _officials, ...game } = playedInDetail

export const finalEvent: WebhookEvent = {
  id: 'evt_7b21c40d9ae65f83',
  type: 'game.final',
  created_at: '2026-11-20T21:24:07Z',
  data: { game: { ...game, revision: 1 } },
}

/** The first period of the game, just ended; the game has no score before its final one. */
export const periodEvent: WebhookEvent = {
  id: 'evt_10d6a9f57c2b83e4',
  type: 'game.period',
  created_at: '2026-11-20T19:58:31Z',
  data: {
    game: {
      ...game,
      status: 'scheduled',
      home_score: null,
      away_score: null,
      attendance: null,
      has: { boxscore: false, playbyplay: false, shots: false },
      periods: { home: [21], away: [19] },
      revision: 1,
      period: { number: 1, overtime: false, home: 21, away: 19 },
    },
  },
}

import { randomBytes } from 'node:crypto'
import { toDateTime, type WebhookEvent } from '../contract/index.ts'
import type { GameState } from '../records/detail-queries.ts'

type EndedPeriod = Extract<WebhookEvent, { type: 'game.period' }>['data']['game']['period']

/** An event to store. `body` is sent unchanged, so that every attempt delivers the same bytes. */
export type NewEvent = { id: string; type: WebhookEvent['type']; game_id: string; created_at: Date; body: string }

const newEvent = (game_id: string, eventOf: (id: string, created_at: string) => WebhookEvent): NewEvent => {
  const id = `evt_${randomBytes(8).toString('hex')}`
  const created_at = new Date()
  const event = eventOf(id, toDateTime(created_at))
  return { id, type: event.type, game_id, created_at, body: JSON.stringify(event) }
}

/** A `game.final` event; `test` marks the event of a test delivery. */
export const finalEvent = (game: GameState, { test }: { test: boolean }): NewEvent =>
  newEvent(game.id, (id, created_at) => ({
    id,
    type: 'game.final',
    created_at,
    ...(test && { test: true }),
    data: { game },
  }))

/** A `game.period` event of a game in progress. */
export const periodEvent = (game: GameState, period: EndedPeriod): NewEvent =>
  newEvent(game.id, (id, created_at) => ({
    id,
    type: 'game.period',
    created_at,
    data: { game: { ...game, period } },
  }))

const REGULATION_PERIODS = 4

type PeriodScores = { home: number[]; away: number[] } | null

/** The periods of a game in progress that have ended after the first `count`, in order. */
export const periodsEndedSince = (count: number, scores: PeriodScores): EndedPeriod[] =>
  (scores?.home ?? []).flatMap((home, index) => {
    const away = scores?.away[index]
    if (index < count || away === undefined) return []
    return [{ number: index + 1, overtime: index >= REGULATION_PERIODS, home, away }]
  })

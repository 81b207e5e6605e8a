import { randomBytes } from 'node:crypto'
import { toDateTime, type WebhookEvent } from '../contract/index.ts'

type GameState = Extract<WebhookEvent, { type: 'game.final' }>['data']['game']
type EndedPeriod = Extract<WebhookEvent, { type: 'game.period' }>['data']['game']['period']

/** An event as it is kept: `body` is what is sent, to the byte. */
export type NewEvent = { id: string; type: WebhookEvent['type']; game_id: string; created_at: Date; body: string }

const newEvent = (game_id: string, eventOf: (id: string, created_at: string) => WebhookEvent): NewEvent => {
  const id = `evt_${randomBytes(8).toString('hex')}`
  const created_at = new Date()
  const event = eventOf(id, toDateTime(created_at))
  return { id, type: event.type, game_id, created_at, body: JSON.stringify(event) }
}

/** `game.final` of a game as it is now; marked where it is a test. */
export const finalEvent = (game: GameState, { test }: { test: boolean }): NewEvent =>
  newEvent(game.id, (id, created_at) => ({
    id,
    type: 'game.final',
    created_at,
    ...(test && { test: true }),
    data: { game },
  }))

/** `game.period` of a game in progress as it is now. Once the game is final, none is made of what ended before. */
export const periodEvent = (game: GameState, period: EndedPeriod): NewEvent =>
  newEvent(game.id, (id, created_at) => ({
    id,
    type: 'game.period',
    created_at,
    data: { game: { ...game, period } },
  }))

/** Periods of a game without overtime. */
const REGULATION_PERIODS = 4

type Score = { home: number[]; away: number[] } | null

/** The periods of a game in progress that have ended beyond the first `told`, first first. */
export const endedBeyond = (told: number, now: Score): EndedPeriod[] =>
  (now?.home ?? []).flatMap((home, place) => {
    const away = now?.away[place]
    if (place < told || away === undefined) return []
    return [{ number: place + 1, overtime: place >= REGULATION_PERIODS, home, away }]
  })

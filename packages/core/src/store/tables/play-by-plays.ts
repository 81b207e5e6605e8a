import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { EventType, Side } from '../../contract/index.ts'
import { plainText } from './columns.ts'
import { games } from './games.ts'

/** An event as it is stored: the wire's, with the player's id alone and without the team, which the side says. */
export type StoredEvent = {
  seq: number
  period: number
  clock: string | null
  side: Side | null
  player_id: string | null
  type: EventType
  description: string
  distance_ft: number | null
  home_score: number
  away_score: number
}

/** A shot as it is stored: the wire's, with the player's id alone and without the team, which the side says. */
export type StoredShot = {
  seq: number
  period: number | null
  side: Side | null
  player_id: string | null
  value: number | null
  made: boolean
  points: number
  x_ft: number | null
  y_ft: number | null
  distance_ft: number | null
  fastbreak: boolean
  second_chance: boolean
  off_turnover: boolean
  at: string | null
}

/** The events of a game in one row: they are read, written and corrected together. The view `events` unfolds them. */
export const playByPlays = pgTable('play_by_plays', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  events: jsonb('events').notNull().$type<StoredEvent[]>(),
})

/** The shots of a game in one row, like its events. The view `shots` unfolds them. */
export const shotCharts = pgTable('shot_charts', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  shots: jsonb('shots').notNull().$type<StoredShot[]>(),
})

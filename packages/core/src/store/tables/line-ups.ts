import { boolean, index, integer, json, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { InexactReason, LineUpNote, PossessionEnd, PossessionStart, Side } from '../../contract/index.ts'
import { plainText } from './columns.ts'
import { seasons, teams } from './catalogue.ts'
import { games } from './games.ts'

/** A stint as stored: as in responses, but with the ids of its players only and seconds left instead of clocks. */
export type StoredStint = {
  period: number
  start: number
  end: number
  players: string[]
  points_for: number
  points_against: number
  possessions: number
}

/** A possession as stored: as in responses, but without its number and team, and with seconds left instead of clocks. */
export type StoredPossession = {
  period: number
  start: number
  end: number
  side: Side
  start_by: PossessionStart
  end_by: PossessionEnd
  points: number
  points_against: number
  first_seq: number
  last_seq: number
}

/**
 * Who was on court in a final game with a play-by-play, and its possessions. Derived: refreshed whenever one of its parts
 * is written.
 */
export const lineUps = pgTable('line_ups', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  /** Whether the five of both teams are known at every moment, with the minutes of the box score. */
  exact: boolean('exact').notNull(),
  reasons: jsonb('reasons').notNull().$type<InexactReason[]>(),
  notes: jsonb('notes').notNull().$type<LineUpNote[]>(),
  stints: json('stints').notNull().$type<Record<Side, StoredStint[]>>(),
  possessions: json('possessions').notNull().$type<StoredPossession[]>(),
  /** Whether the teams alternated within each period, except where the rules give the ball to the same team again. */
  alternating: boolean('alternating').notNull(),
  /** Periods in which two independent counts of possessions disagree. */
  doubtful_periods: integer('doubtful_periods').array().notNull(),
})

/** Five players in the order of their ids, and the values of COURT_COLUMNS while they were on court together. */
export type StoredFive = [players: string[], ...values: number[]]

/**
 * What each five of a team did together in a game whose line-ups are exact and which statistics count, in one row, since they
 * are read and written together (decision 1). Derived like `line_ups`; line-ups of seasons, and what a team did with and
 * without a player, are sums of these.
 */
export const fives = pgTable(
  'fives',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    fives: json('fives').notNull().$type<StoredFive[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.team_id] }),
    index('fives_of_season').on(table.team_id, table.season_id),
  ],
)

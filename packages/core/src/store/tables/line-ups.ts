import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { InexactReason, MendedNote, PossessionEnd, PossessionStart, Side } from '../../contract/index.ts'
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
  notes: jsonb('notes').notNull().$type<MendedNote[]>(),
  stints: jsonb('stints').notNull().$type<Record<Side, StoredStint[]>>(),
  possessions: jsonb('possessions').notNull().$type<StoredPossession[]>(),
  /** Whether the teams alternated within each period, except where the rules give the ball to the same team again. */
  alternating: boolean('alternating').notNull(),
  /** Periods in which two independent counts of possessions disagree. */
  doubtful_periods: integer('doubtful_periods').array().notNull(),
})

/**
 * What five players of a team did together in a game whose line-ups are exact and which statistics count, with the counts
 * of both teams. Derived like `line_ups`; line-ups of seasons, and what a team did with and without a player, are sums of
 * these rows.
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
    /** The ids of the five in the order of their text. */
    players: text('players').array().notNull(),
    seconds: integer('seconds').notNull(),
    points_for: integer('points_for').notNull(),
    possessions_for: integer('possessions_for').notNull(),
    field_goals_made_for: integer('field_goals_made_for').notNull(),
    field_goals_attempted_for: integer('field_goals_attempted_for').notNull(),
    three_made_for: integer('three_made_for').notNull(),
    three_attempted_for: integer('three_attempted_for').notNull(),
    free_throws_made_for: integer('free_throws_made_for').notNull(),
    free_throws_attempted_for: integer('free_throws_attempted_for').notNull(),
    offensive_rebounds_for: integer('offensive_rebounds_for').notNull(),
    defensive_rebounds_for: integer('defensive_rebounds_for').notNull(),
    assists_for: integer('assists_for').notNull(),
    turnovers_for: integer('turnovers_for').notNull(),
    points_against: integer('points_against').notNull(),
    possessions_against: integer('possessions_against').notNull(),
    field_goals_made_against: integer('field_goals_made_against').notNull(),
    field_goals_attempted_against: integer('field_goals_attempted_against').notNull(),
    three_made_against: integer('three_made_against').notNull(),
    three_attempted_against: integer('three_attempted_against').notNull(),
    free_throws_made_against: integer('free_throws_made_against').notNull(),
    free_throws_attempted_against: integer('free_throws_attempted_against').notNull(),
    offensive_rebounds_against: integer('offensive_rebounds_against').notNull(),
    defensive_rebounds_against: integer('defensive_rebounds_against').notNull(),
    assists_against: integer('assists_against').notNull(),
    turnovers_against: integer('turnovers_against').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.team_id, table.players] }),
    index('fives_of_season').on(table.team_id, table.season_id),
  ],
)

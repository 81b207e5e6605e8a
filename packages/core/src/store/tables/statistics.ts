import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { plainText, statColumns } from './columns.ts'
import { players, seasons, teams } from './catalogue.ts'

/**
 * Totals of a player in a season for one team, over the box lines of final games in which the player played. Derived:
 * refreshed whenever one of these lines is written. Sums cover games that count; a sum is null if one of the lines does
 * not record the statistic.
 */
export const playerSeasons = pgTable(
  'player_seasons',
  {
    player_id: plainText('player_id')
      .notNull()
      .references(() => players.id),
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    /** Games in any stage, and the days of the first and the last. */
    appearances: integer('appearances').notNull(),
    first_date: date('first_date', { mode: 'string' }).notNull(),
    last_date: date('last_date', { mode: 'string' }).notNull(),
    /** Games that count, and the day of the last. */
    games: integer('games').notNull(),
    last_game: date('last_game', { mode: 'string' }),
    starts: integer('starts').notNull(),
    seconds: integer('seconds'),
    ...statColumns(),
    /** Shirt number in the latest game that has one. */
    number: text('number'),
  },
  (table) => [
    primaryKey({ columns: [table.player_id, table.season_id, table.team_id] }),
    index('player_seasons_of_season').on(table.season_id, table.team_id),
    index('player_seasons_of_team').on(table.team_id, table.player_id),
  ],
)

/** Statistics that league leaders are ranked by; minutes by their seconds, which compare exactly. */
export const RANKED = [
  'points',
  'rebounds',
  'assists',
  'steals',
  'blocks',
  'three_made',
  'offensive_rebounds',
  'seconds',
  'performance_index',
] as const

/**
 * Totals of a player in a season over all teams, for league leaders; only players with a game that counts. A sum is null
 * if it is null for one team. Derived from `player_seasons`. The primary key is its only index: one on a value that games
 * change would be written with every update, which is otherwise heap-only.
 */
export const playerSeasonTotals = pgTable(
  'player_season_totals',
  {
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    player_id: plainText('player_id')
      .notNull()
      .references(() => players.id),
    /** The team of the latest game; of two on the same day the one with the lower id. */
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    games: integer('games').notNull(),
    points: integer('points'),
    rebounds: integer('rebounds'),
    assists: integer('assists'),
    steals: integer('steals'),
    blocks: integer('blocks'),
    three_made: integer('three_made'),
    offensive_rebounds: integer('offensive_rebounds'),
    seconds: integer('seconds'),
    performance_index: integer('performance_index'),
  },
  (table) => [
    primaryKey({ columns: [table.season_id, table.player_id] }),
    check('player_season_totals_games', sql`${table.games} > 0`),
  ],
)

/** The standings of each season, a row per team. Derived: refreshed whenever a game of the season is written. */
export const standings = pgTable(
  'standings',
  {
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    /** The group or conference within which the team is ranked; null if the season is played in one table. */
    group_name: text('group_name'),
    rank: integer('rank').notNull(),
    played: integer('played').notNull(),
    won: integer('won').notNull(),
    lost: integer('lost').notNull(),
    win_share: doublePrecision('win_share').notNull(),
    /** Null if the league gives no points. */
    league_points: integer('league_points'),
    points_for: integer('points_for').notNull(),
    points_against: integer('points_against').notNull(),
    points_difference: integer('points_difference').notNull(),
    home: text('home').notNull(),
    away: text('away').notNull(),
    last_ten: text('last_ten').notNull(),
    streak: text('streak').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.season_id, table.team_id] }),
    check(
      'standings_points_difference',
      sql`${table.points_difference} = ${table.points_for} - ${table.points_against}`,
    ),
    check('standings_played', sql`${table.won} + ${table.lost} <= ${table.played}`),
  ],
)

import { sql } from 'drizzle-orm'
import { check, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'
import { seasons } from './seasons.ts'
import { teams } from './teams.ts'

/** The table of each season, a row per team. Derived: refreshed whenever a game of the season is written. */
export const standings = pgTable(
  'standings',
  {
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    rank: integer('rank').notNull(),
    played: integer('played').notNull(),
    won: integer('won').notNull(),
    lost: integer('lost').notNull(),
    win_share: doublePrecision('win_share').notNull(),
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

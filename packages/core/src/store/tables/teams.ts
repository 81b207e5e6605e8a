import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { plainText, searchWords } from './columns.ts'
import { seasons } from './seasons.ts'

export const teams = pgTable(
  'teams',
  {
    id: plainText('id').primaryKey(),
    name: text('name').notNull(),
    sort_name: plainText('sort_name').notNull(),
    search: searchWords('search').notNull(),
    country: text('country'),
    city: text('city'),
    arena: text('arena'),
    arena_capacity: integer('arena_capacity'),
    founded: integer('founded'),
    games: integer('games').notNull().default(0),
    /** Day of the newest game that described it. */
    as_of: date('as_of', { mode: 'string' }).notNull(),
  },
  (table) => [index('teams_by_name').on(table.sort_name, table.id), index('teams_search').using('gin', table.search)],
)

/** Which teams play in which season, and how many games; derived like the counts of seasons. */
export const teamSeasons = pgTable(
  'team_seasons',
  {
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    games: integer('games').notNull(),
    /** Games that statistics count: final, of a stage that counts, with a box score. */
    counted_games: integer('counted_games').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.team_id, table.season_id] }),
    index('team_seasons_of_season').on(table.season_id, table.team_id),
  ],
)

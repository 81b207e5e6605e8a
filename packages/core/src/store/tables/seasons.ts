import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'
import { competitions } from './competitions.ts'

/** Everything from `games` on is derived: refreshed whenever a game of the season is written. */
export const seasons = pgTable(
  'seasons',
  {
    id: plainText('id').primaryKey(),
    competition_id: plainText('competition_id')
      .notNull()
      .references(() => competitions.id),
    name: text('name').notNull(),
    start_year: integer('start_year').notNull(),
    games: integer('games').notNull().default(0),
    first_date: date('first_date', { mode: 'string' }),
    last_date: date('last_date', { mode: 'string' }),
    final_games: integer('final_games').notNull().default(0),
    /** Final games with a box score. */
    box_scores: integer('box_scores').notNull().default(0),
    /** Games that the table of the season counts, and the day of the last of them. */
    table_games: integer('table_games').notNull().default(0),
    table_through: date('table_through', { mode: 'string' }),
    /** Games a player must have played to be among the leaders where the caller does not say. */
    min_games: integer('min_games').notNull().default(1),
  },
  (table) => [
    index('seasons_newest').on(table.start_year.desc(), table.id),
    index('seasons_of_competition').on(table.competition_id, table.start_year.desc(), table.id),
  ],
)

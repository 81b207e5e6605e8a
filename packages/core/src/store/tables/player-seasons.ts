import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { plainText, statColumns } from './columns.ts'
import { players } from './players.ts'
import { seasons } from './seasons.ts'
import { teams } from './teams.ts'

/**
 * What a player did in a season for a team, summed over the box lines of final games in which the player played.
 * Derived: refreshed whenever one of these lines is written. The sums count games of stages that count; a sum is null
 * where no line records the statistic.
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
    /** Games of any stage, and the days of the first and the last of them. */
    appearances: integer('appearances').notNull(),
    first_date: date('first_date', { mode: 'string' }).notNull(),
    last_date: date('last_date', { mode: 'string' }).notNull(),
    /** Games that count, and the day of the last of them. */
    games: integer('games').notNull(),
    last_game: date('last_game', { mode: 'string' }),
    starts: integer('starts').notNull(),
    seconds: integer('seconds'),
    ...statColumns(),
    /** Shirt number of the latest game with one. */
    number: text('number'),
  },
  (table) => [
    primaryKey({ columns: [table.player_id, table.season_id, table.team_id] }),
    index('player_seasons_of_season').on(table.season_id, table.team_id),
    index('player_seasons_of_team').on(table.team_id, table.player_id),
  ],
)

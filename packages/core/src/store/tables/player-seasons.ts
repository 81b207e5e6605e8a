import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { plainText, statColumns } from './columns.ts'
import { players } from './players.ts'
import { seasons } from './seasons.ts'
import { teams } from './teams.ts'

/**
 * What a player did in a season for a team, summed over the box lines of final games in which the player played.
 * Derived: refreshed whenever one of these lines is written. The sums count games of stages that count; a sum is null
 * as soon as one of their lines does not record the statistic.
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

/** What players are ranked by; of minutes, the seconds, so that equal values are equal. */
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
 * What a player did in a season over all teams, as far as players are ranked by it; only players with a game that
 * counts. A sum is null as soon as the sum for one team is. Derived from `player_seasons`, with it. An index for each
 * statistic holds the players best first.
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
    /** The team played for last; of two on one day the one with the lower id. */
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
    ...RANKED.map((stat) =>
      index(`leaders_in_${stat}`)
        .on(
          table.season_id,
          sql`(${table[stat]}::float8 / ${table.games}) desc`,
          sql`${table[stat]} desc`,
          table.player_id,
        )
        .where(sql`${table[stat]} is not null`),
    ),
  ],
)

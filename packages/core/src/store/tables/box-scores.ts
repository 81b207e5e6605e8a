import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Side } from '../../contract/index.ts'
import { plainText, statChecks, statColumns } from './columns.ts'
import { games } from './games.ts'
import { players } from './players.ts'
import { seasons } from './seasons.ts'
import { teams } from './teams.ts'

/**
 * One player's line of one game, in the order of the score sheet. `season_id`, `date`, `tip_off_order`, `final` and
 * `counted` repeat what the game says, so that the lines of a player are found without reading games.
 */
export const boxLines = pgTable(
  'box_lines',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    player_id: plainText('player_id')
      .notNull()
      .references(() => players.id),
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    date: date('date', { mode: 'string' }).notNull(),
    tip_off_order: timestamp('tip_off_order', { withTimezone: true }).notNull(),
    /** Whether the game has its final score. */
    final: boolean('final').notNull(),
    /** Whether statistics count the game: final, and of a stage that counts. */
    counted: boolean('counted').notNull(),
    side: text('side').notNull().$type<Side>(),
    position: integer('position').notNull(),
    number: text('number'),
    starter: boolean('starter').notNull(),
    played: boolean('played').notNull(),
    seconds: integer('seconds'),
    ...statColumns(),
    plus_minus: integer('plus_minus'),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.player_id] }),
    index('box_lines_newest').on(table.player_id, table.date.desc(), table.tip_off_order.desc(), table.game_id),
    index('box_lines_of_season').on(table.player_id, table.season_id),
    check('box_lines_side', sql`${table.side} in ('home', 'away')`),
    check('box_lines_seconds', sql`${table.seconds} >= 0`),
    ...statChecks('box_lines', table),
  ],
)

/** One team's half of a box score; totals are null where `has_totals` is false. */
export const teamBoxes = pgTable(
  'team_boxes',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    side: text('side').notNull().$type<Side>(),
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    coach: text('coach'),
    has_totals: boolean('has_totals').notNull(),
    ...statColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.side] }),
    index('team_boxes_of_team').on(table.team_id, table.game_id),
    check('team_boxes_side', sql`${table.side} in ('home', 'away')`),
    ...statChecks('team_boxes', table),
  ],
)

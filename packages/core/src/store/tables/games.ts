import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Official, Periods } from '../../contract/index.ts'
import { bytes, plainText } from './columns.ts'
import { competitions } from './competitions.ts'
import { seasons } from './seasons.ts'
import { teams } from './teams.ts'

export const games = pgTable(
  'games',
  {
    id: plainText('id').primaryKey(),
    competition_id: plainText('competition_id')
      .notNull()
      .references(() => competitions.id),
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    stage: text('stage'),
    round: text('round'),
    date: date('date', { mode: 'string' }).notNull(),
    tip_off: timestamp('tip_off', { withTimezone: true }),
    /** tip_off with unknown ones last, so that a list can be continued by comparing rows. */
    tip_off_order: timestamp('tip_off_order', { withTimezone: true })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(tip_off, '-infinity'::timestamptz)`),
    status: text('status').notNull().$type<'scheduled' | 'final' | 'no_result'>(),
    home_team_id: plainText('home_team_id')
      .notNull()
      .references(() => teams.id),
    away_team_id: plainText('away_team_id')
      .notNull()
      .references(() => teams.id),
    home_score: integer('home_score'),
    away_score: integer('away_score'),
    attendance: integer('attendance'),
    venue: text('venue'),
    has_boxscore: boolean('has_boxscore').notNull().default(false),
    has_playbyplay: boolean('has_playbyplay').notNull().default(false),
    has_shots: boolean('has_shots').notNull().default(false),
    periods: jsonb('periods').$type<Periods | null>(),
    officials: jsonb('officials').$type<Official[] | null>(),
    /** The most periods that have been stored. They get no further game.period, also if they are removed in between. */
    ended_periods: integer('ended_periods').notNull().default(0),
    /** 1 when the final score came in, one more on every correction of it, also after it was annulled; 0 before. */
    revision: integer('revision').notNull().default(0),
    /** SHA-256 of the last bundle written, so that the same one again changes nothing. */
    bundle_hash: bytes('bundle_hash').notNull(),
  },
  (table) => {
    const newestFirst = () => [table.date.desc(), table.tip_off_order.desc(), table.id] as const
    return [
      index('games_newest').on(...newestFirst()),
      index('games_of_competition').on(table.competition_id, ...newestFirst()),
      index('games_of_season').on(table.season_id, ...newestFirst()),
      index('games_of_status').on(table.status, ...newestFirst()),
      index('games_of_home_team').on(table.home_team_id, ...newestFirst()),
      index('games_of_away_team').on(table.away_team_id, ...newestFirst()),
      index('games_between').on(table.home_team_id, table.away_team_id, ...newestFirst()),
      check('games_status', sql`${table.status} in ('scheduled', 'final', 'no_result')`),
      check('games_two_teams', sql`${table.home_team_id} <> ${table.away_team_id}`),
      check(
        'games_score',
        sql`(${table.status} = 'final') = (${table.home_score} is not null and ${table.away_score} is not null)`,
      ),
      check('games_score_whole', sql`${table.home_score} >= 0 and ${table.away_score} >= 0`),
      check('games_attendance', sql`${table.attendance} >= 0`),
    ]
  },
)

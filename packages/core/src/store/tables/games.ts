import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type {
  Event,
  ForfeitWinner,
  LiveFacts,
  Official,
  PatchOperation,
  Periods,
  RevisedPart,
  Shot,
  Side,
} from '../../contract/index.ts'
import { bytes, plainText, statChecks, statColumns } from './columns.ts'
import { competitions, players, seasons, teams } from './catalogue.ts'

/** A play-by-play event as stored: as in responses, but with the player's id only and without the team, which the side implies. */
export type StoredEvent = Omit<Event, 'team' | 'player'> & {
  /** Tenths of a second beyond the clock, which line-ups are derived from; absent if there are none. */
  tenths?: number
  player_id: string | null
  home_score: number
  away_score: number
}

/** What the live board shows of a game besides its record, with the ids of players. */
export type StoredLive = LiveFacts & {
  last_event: StoredEvent | null
  on_court: Record<Side, readonly string[]> | null
  /** The score that bundles have of a running game; null if they have none. */
  given: { home: number; away: number } | null
}

/** Games. */
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
    /** tip_off with null as -infinity, so that a cursor can compare rows. */
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
    /** To whom a game decided by forfeit was awarded; null if it was not decided so. Such a game has no result. */
    forfeit_winner: text('forfeit_winner').$type<ForfeitWinner>(),
    attendance: integer('attendance'),
    venue: text('venue'),
    has_boxscore: boolean('has_boxscore').notNull().default(false),
    has_playbyplay: boolean('has_playbyplay').notNull().default(false),
    has_shots: boolean('has_shots').notNull().default(false),
    periods: jsonb('periods').$type<Periods | null>(),
    /** Minutes of a period without overtime; null if they are those of the competition. */
    period_minutes: integer('period_minutes'),
    officials: jsonb('officials').$type<Official[] | null>(),
    /** False for a final result that the league struck from its table. */
    counts_in_standings: boolean('counts_in_standings').notNull().default(true),
    /** False for a game that the league leaves out of its statistics, whatever its stage. */
    counts_in_statistics: boolean('counts_in_statistics').notNull().default(true),
    /** Whether the game is on a neutral court; home and away are then only the order of the teams. */
    neutral: boolean('neutral').notNull().default(false),
    /** The group or conference, and the division, in which each team plays the season; null if the feed names none. */
    home_group: text('home_group'),
    home_division: text('home_division'),
    away_group: text('away_group'),
    away_division: text('away_division'),
    /** What the live board shows of the game, derived from its parts; null: nothing, or the game is over and has no plays. */
    live: json('live').$type<StoredLive | null>(),
    /** Whether the game has started and is not over. */
    running: boolean('running')
      .notNull()
      .generatedAlwaysAs(sql`status = 'scheduled' and live is not null`),
    /** Maximum number of periods stored so far. They get no further game.period, even if removed in between. */
    ended_periods: integer('ended_periods').notNull().default(0),
    /** Whether the game has ever shown that it runs: it gets no further game.started, even if the feed takes that back. */
    started: boolean('started').notNull().default(false),
    /** 0 before the first final score, 1 with it, then incremented by every correction of any part; see `gameRevisions`. */
    revision: integer('revision').notNull().default(0),
    /** SHA-256 of the last bundle written; ingesting the same bundle again changes nothing. */
    bundle_hash: bytes('bundle_hash').notNull(),
  },
  (table) => {
    const newestFirst = () => [table.date.desc(), table.tip_off_order.desc(), table.id] as const
    return [
      index('games_newest').on(...newestFirst()),
      // The status last, so that lists of a status are read from the index alone, too.
      index('games_of_competition').on(table.competition_id, ...newestFirst(), table.status),
      index('games_of_season').on(table.season_id, ...newestFirst(), table.status),
      index('games_of_status').on(table.status, ...newestFirst()),
      index('games_of_home_team').on(table.home_team_id, ...newestFirst(), table.status),
      index('games_of_away_team').on(table.away_team_id, ...newestFirst(), table.status),
      index('games_running')
        .on(table.id)
        .where(sql`${table.running}`),
      index('games_between').on(table.home_team_id, table.away_team_id, ...newestFirst()),
      check('games_status', sql`${table.status} in ('scheduled', 'final', 'no_result')`),
      check('games_two_teams', sql`${table.home_team_id} <> ${table.away_team_id}`),
      check(
        'games_score',
        sql`(${table.status} = 'final') = (${table.home_score} is not null and ${table.away_score} is not null)`,
      ),
      check('games_score_whole', sql`${table.home_score} >= 0 and ${table.away_score} >= 0`),
      check(
        'games_forfeit_winner',
        sql`${table.forfeit_winner} is null or (${table.status} = 'no_result' and ${table.forfeit_winner} in ('home', 'away', 'neither'))`,
      ),
      check('games_attendance', sql`${table.attendance} >= 0`),
    ]
  },
)

/**
 * A player's line in a box score. `season_id`, `date`, `tip_off_order`, `final` and `counted` are copies of the game's, so
 * that the game log of a player needs no join.
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
    /** Whether statistics count the game; see `isCounted`. */
    counted: boolean('counted').notNull(),
    side: text('side').notNull().$type<Side>(),
    /** Index of the line in the box score of the side. */
    position: integer('position').notNull(),
    number: text('number'),
    starter: boolean('starter').notNull(),
    played: boolean('played').notNull(),
    seconds: integer('seconds'),
    ...statColumns(),
    plus_minus: integer('plus_minus'),
    /** Derived from who was on court, where the feed has no plus_minus and it is certain. */
    computed_plus_minus: integer('computed_plus_minus'),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.player_id] }),
    index('box_lines_newest')
      .on(table.player_id, table.date.desc(), table.tip_off_order.desc(), table.game_id)
      .where(sql`${table.final}`),
    index('box_lines_of_season').on(table.player_id, table.season_id),
    index('box_lines_not_played')
      .on(table.player_id, table.season_id)
      .where(sql`${table.final} and not ${table.played}`),
    check('box_lines_side', sql`${table.side} in ('home', 'away')`),
    check('box_lines_seconds', sql`${table.seconds} >= 0`),
    ...statChecks('box_lines', table),
  ],
)

/**
 * A team's coach and totals in a box score; the totals are null if `has_totals` is false. `date` is a copy of the game's, so that
 * the years of a coach are read from an index.
 */
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
    date: date('date', { mode: 'string' }).notNull(),
    coach: text('coach'),
    has_totals: boolean('has_totals').notNull(),
    /** Whether a bundle has given the totals, or null for none. Without that, they are the sums of the lines. */
    totals_given: boolean('totals_given').notNull().default(true),
    ...statColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.side] }),
    index('team_boxes_of_coach').on(table.team_id, table.coach, table.date),
    check('team_boxes_side', sql`${table.side} in ('home', 'away')`),
    ...statChecks('team_boxes', table),
  ],
)

/** A shot as stored: as in responses, but with the player's id only and without the team, which the side implies. */
export type StoredShot = Omit<Shot, 'team' | 'player'> & { player_id: string | null }

/** The events of a game in one row, since they are read and written together (decision 1). The view `events` has a row per event. */
export const playByPlays = pgTable('play_by_plays', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  events: json('events').notNull().$type<StoredEvent[]>(),
})

/** The shots of a game in one row, like its events. The view `shots` has a row per shot. */
export const shotCharts = pgTable('shot_charts', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  shots: jsonb('shots').notNull().$type<StoredShot[]>(),
})

/**
 * The revisions of games from their first final score on (decision 12); of games that were final before there was this table, from
 * the first correction since.
 */
export const gameRevisions = pgTable(
  'game_revisions',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** The parts that have changed; of the first revision, those that the game has. */
    parts: text('parts').array().notNull().$type<RevisedPart[]>(),
    /** Leads from this version of the game (`GameVersion`) to the one before, without tests. Empty for the first revision. */
    undo: json('undo').notNull().$type<PatchOperation[]>(),
  },
  (table) => [primaryKey({ columns: [table.game_id, table.revision] })],
)

import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Change, RecordKind, StandingsRow, TieBreak } from '../../contract/index.ts'
import { plainText, searchWords } from './columns.ts'

/** Competitions: leagues, cups and tournaments. */
export const competitions = pgTable(
  'competitions',
  {
    id: plainText('id').primaryKey(),
    name: text('name').notNull(),
    sort_name: plainText('sort_name').notNull(),
    slug: text('slug').notNull().unique(),
    country: text('country'),
    gender: text('gender').notNull().$type<'men' | 'women' | 'mixed'>(),
    kind: text('kind').notNull().$type<'league' | 'cup' | 'international' | 'friendly'>(),
    time_zone: text('time_zone'),
    regulation_minutes: integer('regulation_minutes').notNull(),
    /** Number of periods without overtime. */
    periods: integer('periods').notNull().default(4),
    overtime_minutes: integer('overtime_minutes').notNull().default(5),
    tie_break: text('tie_break').notNull().$type<TieBreak>(),
    /** The league's points for a game won, lost, and lost by forfeit; null if its table has none. */
    points_win: integer('points_win'),
    points_loss: integer('points_loss'),
    points_forfeit: integer('points_forfeit'),
    /** The stages that have a table of their own, besides the regular season; null: none. */
    table_stages: text('table_stages').array(),
    /**
     * Day of the newest final game whose bundle described it; bundles of older games only fill in missing values. -infinity
     * before its first final game: the latest bundle counts.
     */
    described_on: date('described_on', { mode: 'string' }).notNull(),
  },
  (table) => [
    index('competitions_by_name').on(table.sort_name, table.id),
    check('competitions_gender', sql`${table.gender} in ('men', 'women', 'mixed')`),
    check('competitions_kind', sql`${table.kind} in ('league', 'cup', 'international', 'friendly')`),
    check(
      'competitions_regulation_minutes',
      sql`least(${table.regulation_minutes}, ${table.periods}, ${table.overtime_minutes}) > 0`,
    ),
    check(
      'competitions_points',
      sql`num_nulls(${table.points_win}, ${table.points_loss}, ${table.points_forfeit}) in (0, 3)`,
    ),
    check('competitions_tie_break', sql`${table.tie_break} in ('euroleague', 'fiba', 'nba', 'wnba', 'simple')`),
  ],
)

/** The table of a stage as stored, with the ids of its teams. */
export type StoredStageTable = {
  stage: string
  games: number
  through: string | null
  rows: (Omit<StandingsRow, 'team'> & { team_id: string })[]
}

/**
 * Seasons. The columns from `games` on are derived, and refreshed whenever a game of the season is written; those of the
 * standings with the standings.
 */
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
    no_result_games: integer('no_result_games').notNull().default(0),
    /** Final games with a box score. */
    box_scores: integer('box_scores').notNull().default(0),
    /** Whether a game has changed since the standings were stored; they are then computed when they are read (decision 5). */
    standings_stale: boolean('standings_stale').notNull().default(true),
    /** Games that the standings count, and the day of the last one. */
    standings_games: integer('standings_games').notNull().default(0),
    standings_through: date('standings_through', { mode: 'string' }),
    /** The tables of stages that have their own; null: none. In one column, because they are read and written together. */
    stage_tables: jsonb('stage_tables').$type<StoredStageTable[]>(),
    /** Default minimum of games for league leaders. */
    min_games: integer('min_games').notNull().default(1),
  },
  (table) => [
    index('seasons_newest').on(table.start_year.desc(), table.id),
    index('seasons_of_competition').on(table.competition_id, table.start_year.desc(), table.id),
  ],
)

/** Games of a season on each day with games, for the totals of lists; derived like the counts of seasons. */
export const seasonDays = pgTable(
  'season_days',
  {
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    date: date('date', { mode: 'string' }).notNull(),
    games: integer('games').notNull(),
    final_games: integer('final_games').notNull(),
    no_result_games: integer('no_result_games').notNull(),
  },
  (table) => [primaryKey({ columns: [table.season_id, table.date] })],
)

/** Teams. `games` is derived. */
export const teams = pgTable(
  'teams',
  {
    id: plainText('id').primaryKey(),
    name: text('name').notNull(),
    sort_name: plainText('sort_name').notNull(),
    search: searchWords('search').notNull(),
    /** Other names of the team in price feeds, normalized like sort_name. */
    aliases: text('aliases')
      .array()
      .notNull()
      .default(sql`'{}'`),
    country: text('country'),
    city: text('city'),
    arena: text('arena'),
    arena_capacity: integer('arena_capacity'),
    founded: integer('founded'),
    games: integer('games').notNull().default(0),
    /**
     * Day of the newest final game whose bundle described it; bundles of older games only fill in missing values. -infinity
     * before its first final game: the latest bundle counts.
     */
    described_on: date('described_on', { mode: 'string' }).notNull(),
  },
  (table) => [index('teams_by_name').on(table.sort_name, table.id), index('teams_search').using('gin', table.search)],
)

/** Teams of each season with their number of games; derived like the counts of seasons. */
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
    final_games: integer('final_games').notNull().default(0),
    no_result_games: integer('no_result_games').notNull().default(0),
    /** Games that statistics count: final, in a stage that counts, with a box score. */
    counted_games: integer('counted_games').notNull().default(0),
    /** Those of them that are of the regular season. */
    regular_games: integer('regular_games').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.team_id, table.season_id] }),
    index('team_seasons_of_season').on(table.season_id, table.team_id),
  ],
)

/** Players. */
export const players = pgTable(
  'players',
  {
    id: plainText('id').primaryKey(),
    name: text('name').notNull(),
    original_name: text('original_name'),
    sort_name: plainText('sort_name').notNull(),
    search: searchWords('search').notNull(),
    country: text('country'),
    position: text('position'),
    height_cm: integer('height_cm'),
    birth_date: date('birth_date', { mode: 'string' }),
    /**
     * Day of the newest final game whose bundle described it; bundles of older games only fill in missing values. -infinity
     * before its first final game: the latest bundle counts.
     */
    described_on: date('described_on', { mode: 'string' }).notNull(),
  },
  (table) => [
    index('players_by_name').on(table.sort_name, table.id),
    index('players_search').using('gin', table.search),
  ],
)

/** The record that an external identifier of a source refers to. A row changes only when its record is merged or removed. */
export const externalIds = pgTable(
  'external_ids',
  {
    kind: text('kind').notNull().$type<RecordKind>(),
    source: text('source').notNull(),
    external_id: text('external_id').notNull(),
    id: plainText('id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.source, table.external_id] }),
    index('external_ids_of_record').on(table.id),
  ],
)

/** A game as the change log shows it. */
export type FormerGame = Pick<Change, 'revision'> & Omit<Change['game'], 'id'>

/**
 * Ids of records that are no longer there. A merged one answers with the record that stayed; a removed game does not answer, and is
 * listed in the change log.
 */
export const formerIds = pgTable(
  'former_ids',
  {
    id: plainText('id').primaryKey(),
    /** The record that it was merged into; null if it was removed. */
    record_id: plainText('record_id'),
    /** What the change log says of a game: as it was when it was removed or merged. Null for other records. */
    game: jsonb('game').$type<FormerGame>(),
  },
  (table) => [index('former_ids_of_record').on(table.record_id)],
)

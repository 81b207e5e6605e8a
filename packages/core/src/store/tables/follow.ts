import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { GameProgress } from '../../contract/index.ts'
import { bytes, plainText } from './columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The budgets of requests to hosts of feeds, which all followers share. A budget can be for several hosts together. */
export const followBudgets = pgTable(
  'follow_budgets',
  {
    budget: plainText('budget').primaryKey(),
    /** Requests in any 60 seconds; the setting of the follower that started last counts for all. */
    per_minute: integer('per_minute').notNull(),
    /** The number of requests so far. */
    requests: bigint('requests', { mode: 'number' }).notNull().default(0),
    /** Before this moment no request is sent, so that the requests of a minute are spread over it. */
    next_at: moment('next_at').notNull().defaultNow(),
    /** Before this moment the host wants no request, or is left alone after errors. */
    blocked_until: moment('blocked_until'),
    /** Consecutive requests that failed on the side of the host. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [check('follow_budgets_per_minute', sql`${table.per_minute} >= 1`)],
)

/** The requests of the last minute, which the host may still count. */
export const followRequests = pgTable(
  'follow_requests',
  {
    budget: plainText('budget')
      .notNull()
      .references(() => followBudgets.budget, { onDelete: 'cascade' }),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** A minute after the response; while there is none, a minute after the latest moment at which the request ends. */
    counts_until: moment('counts_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.budget, table.number] })],
)

/** Seasons of feeds that are followed, or were. */
export const followSeasons = pgTable(
  'follow_seasons',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    budget: plainText('budget')
      .notNull()
      .references(() => followBudgets.budget, { onDelete: 'cascade' }),
    feed: plainText('feed').notNull(),
    season: plainText('season').notNull(),
  },
  (table) => [unique('follow_seasons_key').on(table.budget, table.feed, table.season)],
)

/** Games that are followed, and the schedule of each season, whose `game` is ''. One follower at a time has the lease. */
export const followGames = pgTable(
  'follow_games',
  {
    season_id: integer('season_id')
      .notNull()
      .references(() => followSeasons.id, { onDelete: 'cascade' }),
    /** The id of the game in the feed. */
    game: plainText('game').notNull(),
    tip_off: moment('tip_off'),
    progress: text('progress').notNull().default('to come').$type<GameProgress>(),
    /** When it began, as seen by the followers. */
    progress_at: moment('progress_at').notNull(),
    /** How many periods have ended, and when the last of them was seen to have ended. */
    periods: integer('periods').notNull().default(0),
    period_at: moment('period_at'),
    /** Only the latest claim may write. */
    claim_number: integer('claim_number').notNull().default(0),
    leased_until: moment('leased_until'),
  },
  (table) => [primaryKey({ columns: [table.season_id, table.game] })],
)

/** The resources of followed games: when to request each, and its latest response. */
export const followResources = pgTable(
  'follow_resources',
  {
    season_id: integer('season_id').notNull(),
    game: plainText('game').notNull(),
    kind: plainText('kind').notNull(),
    /** Null for the entry of a game in the schedule, which comes with the schedule. */
    url: text('url'),
    /** Null if no request is planned. */
    due_at: moment('due_at'),
    /** The smaller, the more urgent. */
    urgency: smallint('urgency').notNull().default(0),
    /** Consecutive requests without a usable response. */
    failures: integer('failures').notNull().default(0),
    /** The validators of the latest response, for conditional requests. */
    etag: text('etag'),
    last_modified: text('last_modified'),
    /** SHA-256 of the body; null if the body has to be read again. */
    hash: bytes('hash'),
    body: text('body'),
    /** When the latest response came, whether or not it was another one than before. */
    received_at: moment('received_at'),
  },
  (table) => [
    primaryKey({ columns: [table.season_id, table.game, table.kind] }),
    foreignKey({
      name: 'follow_resources_of_game',
      columns: [table.season_id, table.game],
      foreignColumns: [followGames.season_id, followGames.game],
    }).onDelete('cascade'),
    index('follow_resources_due').on(table.season_id, table.due_at),
  ],
)

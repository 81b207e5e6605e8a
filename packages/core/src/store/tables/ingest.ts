import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { ChangedPart, NotedPart, ScoredEvent } from '../../contract/index.ts'
import { players } from './catalogue.ts'
import { plainText } from './columns.ts'
import { games } from './games.ts'

/** One row with the number of changes to what is served; none before the first change (decision 7). */
export const changeNumber = pgTable(
  'change_number',
  {
    id: integer('id').primaryKey().default(1),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** How many of these changes are in `changes`. The others may have changed anything. */
    recorded: bigint('recorded', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('change_number_one_row', sql`${table.id} = 1`)],
)

/** The latest change of each part of each record: the change log, compacted (decision 7). */
export const changes = pgTable(
  'changes',
  {
    /** The public id of a game, season, competition, team or player; `*` for all of them together. */
    record_id: plainText('record_id').notNull(),
    part: text('part').notNull().$type<ChangedPart>(),
    number: bigint('number', { mode: 'number' }).notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.record_id, table.part] }), index('changes_by_number').on(table.number)],
)

/**
 * The latest change of each event of a play-by-play, for streams. The row with seq 0 is about all events of a game: `added`
 * is the number of the first write of its play-by-play, `changed` that of the latest change of all events at once, such as
 * a new name of a player. Events that have not changed by themselves since then have no other row, so an import writes
 * only that one.
 */
export const playChanges = pgTable(
  'play_changes',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    /** The number of the change that added the event; null: that of the first write. */
    added: bigint('added', { mode: 'number' }),
    /** The number of the latest change that added, changed or removed the event. */
    changed: bigint('changed', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.seq] }),
    index('play_changes_by_number').on(table.game_id, table.changed),
  ],
)

const playerOfGame = () => ({
  player_id: plainText('player_id')
    .notNull()
    .references(() => players.id),
  game_id: plainText('game_id')
    .notNull()
    .references(() => games.id, { onDelete: 'cascade' }),
})

/** Players that the play-by-play or the shots of a game name, but no line of its box score. */
export const playersWithoutLine = pgTable('players_without_line', playerOfGame(), (table) => [
  primaryKey({ columns: [table.player_id, table.game_id] }),
  index('players_without_line_of_game').on(table.game_id),
])

/** Players whom the latest bundle with players lists for a game, but names nowhere else: they may play, or be scored live. */
export const listedPlayers = pgTable('listed_players', playerOfGame(), (table) => [
  primaryKey({ columns: [table.player_id, table.game_id] }),
  index('listed_players_of_game').on(table.game_id),
])

/**
 * What clients that score a game live have said of its events, by the id that the client gave each (writing/event-order.ts). The
 * play-by-play is made of it; there are no rows for one that a bundle has replaced.
 */
export const scoredEvents = pgTable(
  'scored_events',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    id: plainText('id').notNull(),
    /** Null until the op that adds the event arrives. */
    added: json('added').$type<{ after: string | null; event: ScoredEvent }>(),
    /** The first one counts. */
    edits: json('edits').notNull().$type<{ version: number; event: ScoredEvent }[]>(),
    removed: boolean('removed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.game_id, table.id] })],
)

/** Inconsistencies found in a game when it was last written. */
export const warnings = pgTable(
  'warnings',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    code: text('code').notNull(),
    message: text('message').notNull(),
    /** The part that a note is about: the note stays until a bundle has that part. Null for all other warnings. */
    part: text('part').$type<NotedPart>(),
  },
  (table) => [primaryKey({ columns: [table.game_id, table.position] })],
)

/** Bundles and priced events that were refused, with the reason. A row is deleted when its game is accepted later. */
export const refusals = pgTable(
  'refusals',
  {
    source: text('source').notNull(),
    external_id: text('external_id').notNull(),
    reason: text('reason').notNull(),
    refused_at: timestamp('refused_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.source, table.external_id] })],
)

/** Times of the readings in a refused priced event. Its refusal is deleted once all of them have been accepted. */
export const refusedReadings = pgTable(
  'refused_readings',
  {
    source: text('source').notNull(),
    external_id: text('external_id').notNull(),
    /** Infinity if the source states only that the prices are the closing ones. */
    read_at: timestamp('read_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.external_id, table.read_at] }),
    foreignKey({
      columns: [table.source, table.external_id],
      foreignColumns: [refusals.source, refusals.external_id],
    }).onDelete('cascade'),
  ],
)

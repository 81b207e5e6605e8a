import { pgTable, primaryKey, text, timestamp, integer } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'
import { games } from './games.ts'

/** What is inconsistent in a game as it was last written. */
export const warnings = pgTable(
  'warnings',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    code: text('code').notNull(),
    message: text('message').notNull(),
  },
  (table) => [primaryKey({ columns: [table.game_id, table.position] })],
)

/** Bundles that were refused, with the reason; a row goes when the game is accepted after all. */
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

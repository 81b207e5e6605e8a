import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, plainText } from './columns.ts'
import { games } from './games.ts'

/** Parts of a final game whose whole answer is kept ready to send. */
export type GamePart = 'boxscore' | 'playbyplay' | 'shots'

/** Finished answers of final games, gzip-compressed; deleted whenever anything in them changes, a name included. */
export const compressedResponses = pgTable(
  'compressed_responses',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    part: text('part').notNull().$type<GamePart>(),
    hash: text('hash').notNull(),
    gzip: bytes('gzip').notNull(),
    /** The ids of all records that the answer names; when one of them gets another name, the answer goes. */
    record_ids: text('record_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.game_id, table.part] }),
    index('compressed_responses_record_ids').using('gin', table.record_ids),
  ],
)

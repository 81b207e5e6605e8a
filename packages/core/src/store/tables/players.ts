import { date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { plainText, searchWords } from './columns.ts'

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
    /** Day of the newest game that described it. */
    as_of: date('as_of', { mode: 'string' }).notNull(),
  },
  (table) => [
    index('players_by_name').on(table.sort_name, table.id),
    index('players_search').using('gin', table.search),
  ],
)

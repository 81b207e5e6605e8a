import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RecordKind } from '../../contract/index.ts'
import { plainText } from './columns.ts'

/** Which record an identifier of a source stands for. A row, once written, never changes. */
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

import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'

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
    tie_break: text('tie_break').notNull().$type<'euroleague' | 'nba' | 'simple'>(),
    /** Day of the newest game that described it. */
    as_of: date('as_of', { mode: 'string' }).notNull(),
  },
  (table) => [
    index('competitions_by_name').on(table.sort_name, table.id),
    check('competitions_gender', sql`${table.gender} in ('men', 'women', 'mixed')`),
    check('competitions_kind', sql`${table.kind} in ('league', 'cup', 'international', 'friendly')`),
    check('competitions_regulation_minutes', sql`${table.regulation_minutes} in (40, 48)`),
    check('competitions_tie_break', sql`${table.tie_break} in ('euroleague', 'nba', 'simple')`),
  ],
)

import { sql, type SQLWrapper } from 'drizzle-orm'
import { check, customType, integer } from 'drizzle-orm/pg-core'

/** Text that sorts by code point on every server, independent of its locale. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Words for name search, written as `'one' 'two'` and matched by prefix through a GIN index. */
export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' })

/** The columns of a StatLine, named as in the contract; null if not recorded. */
export const statColumns = () => ({
  points: integer('points'),
  two_made: integer('two_made'),
  two_attempted: integer('two_attempted'),
  three_made: integer('three_made'),
  three_attempted: integer('three_attempted'),
  free_throws_made: integer('free_throws_made'),
  free_throws_attempted: integer('free_throws_attempted'),
  offensive_rebounds: integer('offensive_rebounds'),
  defensive_rebounds: integer('defensive_rebounds'),
  rebounds: integer('rebounds'),
  assists: integer('assists'),
  steals: integer('steals'),
  turnovers: integer('turnovers'),
  blocks: integer('blocks'),
  blocks_received: integer('blocks_received'),
  fouls: integer('fouls'),
  fouls_drawn: integer('fouls_drawn'),
  performance_index: integer('performance_index'),
  field_goals_made: integer('field_goals_made'),
  field_goals_attempted: integer('field_goals_attempted'),
})

/** Checks on the columns of a StatLine: made shots are at most attempts, and sums add up. Nulls pass. */
export const statChecks = (name: string, stats: Record<keyof ReturnType<typeof statColumns>, SQLWrapper>) => [
  check(
    `${name}_made`,
    sql`${stats.two_made} <= ${stats.two_attempted} and ${stats.three_made} <= ${stats.three_attempted} and ${stats.free_throws_made} <= ${stats.free_throws_attempted}`,
  ),
  check(
    `${name}_sums`,
    sql`${stats.field_goals_made} = ${stats.two_made} + ${stats.three_made} and ${stats.field_goals_attempted} = ${stats.two_attempted} + ${stats.three_attempted}`,
  ),
]

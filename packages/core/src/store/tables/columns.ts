import { sql, type SQLWrapper } from 'drizzle-orm'
import { check, customType, integer } from 'drizzle-orm/pg-core'

/** Text that sorts by code point, the same on every server whatever its locale. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Words to search names by; written as `'one' 'two'`, matched by prefix through a GIN index. */
export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' })

/** The columns of a StatLine, in the contract's spelling; null where not recorded. */
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

/** What holds of the columns of a StatLine, as far as they are recorded: of a null there is nothing to say. */
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

import { asc, eq, sql } from 'drizzle-orm'
import { games, warnings, within, type Database, type Store } from '../../store/index.ts'

/** An inconsistency in a game: a code, and a message that describes it. */
export type Warning = { code: string; message: string }

/** The warnings of games by id, in their order. */
export const selectWarnings = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Warning[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ game: warnings.game_id, code: warnings.code, message: warnings.message })
    .from(warnings)
    .where(within(sql`${warnings.game_id}`, ids))
    .orderBy(warnings.game_id, warnings.position)
  const byGame = Map.groupBy(rows, ({ game }) => game)
  return new Map([...byGame].map(([id, ofGame]) => [id, ofGame.map(({ code, message }) => ({ code, message }))]))
}

/** The warnings of all games, or those with a code, by date and game. */
export const listWarnings = ({ db }: Store, { code }: { code?: string | undefined } = {}) =>
  db
    .select({ game: warnings.game_id, date: games.date, code: warnings.code, message: warnings.message })
    .from(warnings)
    .innerJoin(games, eq(games.id, warnings.game_id))
    .where(code === undefined ? undefined : eq(warnings.code, code))
    .orderBy(asc(games.date), asc(warnings.game_id), asc(warnings.position))

import { asc, eq } from 'drizzle-orm'
import { games, warnings, type Database, type Store } from '../../store/index.ts'

/** An inconsistency in a game: a code, and a message that describes it. */
export type Warning = { code: string; message: string }

/** The warnings of one game, in order. */
export const selectWarnings = (db: Database, game: string): Promise<Warning[]> =>
  db
    .select({ code: warnings.code, message: warnings.message })
    .from(warnings)
    .where(eq(warnings.game_id, game))
    .orderBy(warnings.position)

/** The warnings of all games, or those with a code, by date and game. */
export const listWarnings = ({ db }: Store, { code }: { code?: string | undefined } = {}) =>
  db
    .select({ game: warnings.game_id, date: games.date, code: warnings.code, message: warnings.message })
    .from(warnings)
    .innerJoin(games, eq(games.id, warnings.game_id))
    .where(code === undefined ? undefined : eq(warnings.code, code))
    .orderBy(asc(games.date), asc(warnings.game_id), asc(warnings.position))

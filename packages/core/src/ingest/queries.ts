import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { RecordKind } from '../contract/index.ts'
import { externalIds, games, refusals, warnings, type Database, type Store } from '../store/index.ts'
import { listedRefusal, UNNAMED, type ListedRefusal } from './refusal.ts'
import type { Warning } from './warning.ts'

/** The warnings of one game, in order. */
export const selectWarnings = (db: Database, game: string): Promise<Warning[]> =>
  db
    .select({ code: warnings.code, message: warnings.message })
    .from(warnings)
    .where(eq(warnings.game_id, game))
    .orderBy(warnings.position)

/** The warnings of all games, by date and game. */
export const listWarnings = ({ db }: Store) =>
  db
    .select({ game: warnings.game_id, date: games.date, code: warnings.code, message: warnings.message })
    .from(warnings)
    .innerJoin(games, eq(games.id, warnings.game_id))
    .orderBy(asc(games.date), asc(warnings.game_id), asc(warnings.position))

/** Keeps on the list that something was refused, and why; gives how it is listed. */
export const recordRefusal = async ({ db }: Store, refusal: ListedRefusal): Promise<ListedRefusal> => {
  const listed = listedRefusal(refusal)
  const { reason } = listed
  await db
    .insert(refusals)
    .values(listed)
    .onConflictDoUpdate({ target: [refusals.source, refusals.external_id], set: { reason, refused_at: sql`now()` } })
  return listed
}

/** What takes a game off the list: it was accepted after all. */
export const forgottenRefusal = (source: string, external_id: string): SQL =>
  sql`delete from refusals where source = ${source} and external_id = ${external_id}`

/** Takes off the list what was refused without a name at places that begin so. */
export const forgetPlaces = async ({ db }: Store, beginning: string): Promise<void> => {
  await db
    .delete(refusals)
    .where(and(eq(refusals.source, UNNAMED), sql`starts_with(${refusals.external_id}, ${beginning})`))
}

/** What was refused, by source and external id. */
export const listRefusals = ({ db }: Store) =>
  db.select().from(refusals).orderBy(asc(refusals.source), asc(refusals.external_id))

/** Whether there is no game yet. */
export const hasNoGames = async ({ db }: Store): Promise<boolean> =>
  (await db.select({ id: games.id }).from(games).limit(1)).length === 0

/** The identifiers that a source has for records of one kind, by ours. */
export const selectExternalIds = async (
  { db }: Store,
  kind: RecordKind,
  source: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .select({ id: externalIds.id, external_id: externalIds.external_id })
    .from(externalIds)
    .where(and(eq(externalIds.kind, kind), eq(externalIds.source, source)))
  return new Map(rows.map(({ id, external_id }) => [id, external_id]))
}

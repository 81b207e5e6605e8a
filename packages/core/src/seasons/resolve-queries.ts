import { eq, sql, type SQL } from 'drizzle-orm'
import type { CompetitionRef, SeasonRef } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { competitions, seasons, type Store } from '../store/index.ts'

/** A season and its competition, as other records point to them. */
export type ResolvedSeason = { season: SeasonRef; competition: CompetitionRef }

/** The competition and the season of a record's parameters, where they are given. */
export type Scope = { competition?: string | undefined; season?: string | undefined }

/** @throws ServiceError bad_request for an unknown competition: it is a parameter, not the record asked for. */
export const requireCompetition = async ({ db }: Store, id: string): Promise<CompetitionRef> => {
  const [competition] = await db
    .select({ id: competitions.id, name: competitions.name })
    .from(competitions)
    .where(eq(competitions.id, id))
  if (competition === undefined) throw badRequest(`competition: there is no competition ${id}.`)
  return competition
}

/** @throws ServiceError bad_request for an unknown season, or one of another competition than `competition`. */
export const requireSeason = async (
  { db }: Store,
  id: string,
  competition: string | undefined,
): Promise<ResolvedSeason> => {
  const [found] = await db
    .select({
      season: { id: seasons.id, name: seasons.name },
      competition: { id: competitions.id, name: competitions.name },
    })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(seasons.id, id))
  if (found === undefined) throw badRequest(`season: there is no season ${id}.`)
  if (competition !== undefined && found.competition.id !== competition)
    throw badRequest(`season: ${id} is a season of ${found.competition.id}, not of ${competition}.`)
  return found
}

/** Checks the season and the competition of a record's parameters, where they are given. @throws ServiceError bad_request */
export const requireFilters = async (store: Store, { season, competition }: Scope): Promise<void> => {
  if (competition !== undefined) await requireCompetition(store, competition)
  if (season !== undefined) await requireSeason(store, season, competition)
}

/**
 * Runs `select`; if it finds nothing, validates the filters and runs it again, as a game may have been written meanwhile.
 * @throws ServiceError bad_request for an unknown season or competition
 */
export const selectOrExplain = async <Found>(
  store: Store,
  scope: Scope,
  select: () => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  const found = await select()
  if (found !== undefined) return found
  await requireFilters(store, scope)
  return select()
}

/** SQL: the id of the latest season of the competition asked for, of which `counted` counts more than none. */
export const latestSeason = (counted: 'final_games' | 'box_scores' | 'any'): SQL => {
  const some = counted === 'any' ? sql`` : sql`and latest.${sql.identifier(counted)} > 0`
  return sql`(select latest.id from seasons latest where latest.competition_id = ${sql.placeholder('competition')} ${some}
    order by latest.start_year desc, latest.id limit 1)`
}

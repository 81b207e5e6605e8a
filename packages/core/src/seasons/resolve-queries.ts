import { and, desc, eq, gt } from 'drizzle-orm'
import type { CompetitionRef, SeasonRef } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { competitions, seasons, type Store } from '../store/index.ts'

/** A season and its competition, as statistics need them. */
export type ResolvedSeason = { season: SeasonRef; competition: CompetitionRef; regulation_minutes: number }

const columns = {
  season: { id: seasons.id, name: seasons.name },
  competition: { id: competitions.id, name: competitions.name },
  regulation_minutes: competitions.regulation_minutes,
}

/** @throws ServiceError bad_request for an unknown competition: it is a parameter, not the record asked for. */
export const requireCompetition = async ({ db }: Store, id: string): Promise<CompetitionRef> => {
  const [competition] = await db.select(columns.competition).from(competitions).where(eq(competitions.id, id))
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
    .select(columns)
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(seasons.id, id))
  if (found === undefined) throw badRequest(`season: there is no season ${id}.`)
  if (competition !== undefined && found.competition.id !== competition)
    throw badRequest(`season: ${id} is a season of ${found.competition.id}, not of ${competition}.`)
  return found
}

/** Checks the season and the competition of a record's parameters, where they are given. @throws ServiceError bad_request */
export const requireFilters = async (
  store: Store,
  { season, competition }: { season?: string | undefined; competition?: string | undefined },
): Promise<void> => {
  if (competition !== undefined) await requireCompetition(store, competition)
  if (season !== undefined) await requireSeason(store, season, competition)
}

/** The latest season of a competition, or the latest of which it counts more than none; undefined without one. */
export const latestSeason = async (
  { db }: Store,
  competition: string,
  counted?: 'final_games' | 'box_scores',
): Promise<ResolvedSeason | undefined> => {
  const [found] = await db
    .select(columns)
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(and(eq(seasons.competition_id, competition), counted && gt(seasons[counted], 0)))
    .orderBy(desc(seasons.start_year), seasons.id)
    .limit(1)
  return found
}

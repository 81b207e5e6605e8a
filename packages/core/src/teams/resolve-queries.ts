import { eq } from 'drizzle-orm'
import type { TeamRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { teams, type Store } from '../store/index.ts'

/** A team by id, as other records point to it; undefined when there is none. */
export const selectTeamRef = async ({ db }: Store, id: string): Promise<TeamRef | undefined> => {
  const [team] = await db.select({ id: teams.id, name: teams.name }).from(teams).where(eq(teams.id, id))
  return team
}

/** The team that a path names. @throws ServiceError not_found */
export const requireTeam = async (store: Store, id: string): Promise<TeamRef> => {
  const team = await selectTeamRef(store, id)
  if (team === undefined) throw notFound('team', id)
  return team
}

import { eq } from 'drizzle-orm'
import type { PlayerRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { players, type Store } from '../store/index.ts'

/** The player that a path names, as other records point to it. @throws ServiceError not_found */
export const requirePlayer = async ({ db }: Store, id: string): Promise<PlayerRef> => {
  const [player] = await db.select({ id: players.id, name: players.name }).from(players).where(eq(players.id, id))
  if (player === undefined) throw notFound('player', id)
  return player
}

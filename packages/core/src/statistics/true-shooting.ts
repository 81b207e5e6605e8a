import type { StatLine } from '../contract/index.ts'
import { FREE_THROW_HUNDREDTHS } from './possessions.ts'

/** The counts true shooting is made of, of one game or summed over several. */
export type ShootingTerms = Pick<StatLine, 'points' | 'field_goals_attempted' | 'free_throws_attempted'>

/**
 * True shooting percentage: points / (2 × (FGA + 0.44·FTA)), a fraction that may exceed 1; null when nothing was
 * attempted or a term is unknown.
 * Source: John Hollinger, "Pro Basketball Prospectus".
 */
export const trueShooting = (line: ShootingTerms): number | null => {
  const { points, field_goals_attempted: shots, free_throws_attempted: free_throws } = line
  if (points === null || shots === null || free_throws === null) return null
  const attempts = 100 * shots + FREE_THROW_HUNDREDTHS * free_throws
  return attempts === 0 ? null : (50 * points) / attempts
}

import { byNumber, overall, sum, type Criterion } from './criterion.ts'

/**
 * The criteria of a competition whose own are not known: points difference, then points scored, overtime included.
 * Source: the last two criteria of FIBA's Official Basketball Rules for the classification of teams.
 */
export const SIMPLE: readonly Criterion[] = [
  overall((games) => sum(games, ({ points_for, points_against }) => points_for - points_against), byNumber),
  overall((games) => sum(games, ({ points_for }) => points_for), byNumber),
]

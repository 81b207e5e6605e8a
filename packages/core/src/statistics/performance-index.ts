import type { StatLine } from '../contract/index.ts'
import { total } from './averages.ts'

const MERITS = [
  'points',
  'rebounds',
  'assists',
  'steals',
  'blocks',
  'fouls_drawn',
  'two_made',
  'three_made',
  'free_throws_made',
] as const
const DEDUCTIONS = [
  'two_attempted',
  'three_attempted',
  'free_throws_attempted',
  'turnovers',
  'blocks_received',
  'fouls',
] as const

/** The statistics that the performance index is computed from. A miss is an attempt less the shots made. */
export type PerformanceTerms = Pick<StatLine, (typeof MERITS)[number] | (typeof DEDUCTIONS)[number]>

/**
 * Performance index rating: (points + rebounds + assists + steals + blocks + fouls drawn) − (missed field goals +
 * missed free throws + turnovers + blocks received + fouls). Null if a term is unknown.
 * Source: the EuroLeague's index rating, which its box scores print as "Valuation".
 */
export const performanceIndex = (line: PerformanceTerms): number | null => {
  const added = total(MERITS.map((term) => line[term]))
  const deducted = total(DEDUCTIONS.map((term) => line[term]))
  return added === null || deducted === null ? null : added - deducted
}

import { CourtTotals } from '../contract/index.ts'
import { courtRatings } from '../statistics/index.ts'
import type { Sums } from './five-queries.ts'

/** The record of sums: with the rebounds of both kinds together, and ratings. */
export const courtTotals = (sums: Sums): CourtTotals =>
  CourtTotals.parse({
    ...sums,
    rebounds_for: sums.offensive_rebounds_for + sums.defensive_rebounds_for,
    rebounds_against: sums.offensive_rebounds_against + sums.defensive_rebounds_against,
    ...courtRatings(sums),
  })

/** What ratings are computed from: points and counted possessions of a team and of its opponent. */
export type CourtTerms = {
  points_for: number
  points_against: number
  possessions_for: number
  possessions_against: number
}

/** Points per 100 possessions of a team, of its opponent, and their difference; null without possessions. */
export type CourtRatings = {
  offensive_rating: number | null
  defensive_rating: number | null
  net_rating: number | null
}

/**
 * Offensive, defensive and net rating with counted possessions, each team's points by its own. For several games pass sums.
 * Source: Dean Oliver, "Basketball on Paper" (2004); the net rating is their difference.
 */
export const courtRatings = (terms: CourtTerms): CourtRatings => {
  const per100 = (points: number, possessions: number) => (possessions > 0 ? (100 * points) / possessions : null)
  const offensive_rating = per100(terms.points_for, terms.possessions_for)
  const defensive_rating = per100(terms.points_against, terms.possessions_against)
  const net_rating = offensive_rating === null || defensive_rating === null ? null : offensive_rating - defensive_rating
  return { offensive_rating, defensive_rating, net_rating }
}

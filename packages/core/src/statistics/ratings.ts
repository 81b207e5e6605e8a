/** Points scored and allowed per 100 possessions; null where the possessions are unknown or none. */
export type Ratings = { offensive_rating: number | null; defensive_rating: number | null }

/**
 * Offensive and defensive rating of a team: 100 × points / possessions. For several games give the sums of all three,
 * so that a fast game weighs what it should.
 * Source: Dean Oliver, "Basketball on Paper" (2004).
 */
export const ratings = (points_for: number, points_against: number, possessions: number | null): Ratings =>
  possessions === null || possessions <= 0
    ? { offensive_rating: null, defensive_rating: null }
    : {
        offensive_rating: (100 * points_for) / possessions,
        defensive_rating: (100 * points_against) / possessions,
      }

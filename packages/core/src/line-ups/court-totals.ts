import type { CourtTotals } from '../contract/index.ts'
import { courtRatings } from '../statistics/index.ts'
import type { Sums } from './five-queries.ts'

/** The record of sums: with the rebounds of both kinds together, and ratings. */
export const courtTotals = (sums: Sums): CourtTotals => ({
  seconds: sums.seconds,
  points_for: sums.points_for,
  points_against: sums.points_against,
  possessions_for: sums.possessions_for,
  possessions_against: sums.possessions_against,
  field_goals_made_for: sums.field_goals_made_for,
  field_goals_attempted_for: sums.field_goals_attempted_for,
  three_made_for: sums.three_made_for,
  three_attempted_for: sums.three_attempted_for,
  free_throws_made_for: sums.free_throws_made_for,
  free_throws_attempted_for: sums.free_throws_attempted_for,
  offensive_rebounds_for: sums.offensive_rebounds_for,
  defensive_rebounds_for: sums.defensive_rebounds_for,
  rebounds_for: sums.offensive_rebounds_for + sums.defensive_rebounds_for,
  assists_for: sums.assists_for,
  turnovers_for: sums.turnovers_for,
  field_goals_made_against: sums.field_goals_made_against,
  field_goals_attempted_against: sums.field_goals_attempted_against,
  three_made_against: sums.three_made_against,
  three_attempted_against: sums.three_attempted_against,
  free_throws_made_against: sums.free_throws_made_against,
  free_throws_attempted_against: sums.free_throws_attempted_against,
  offensive_rebounds_against: sums.offensive_rebounds_against,
  defensive_rebounds_against: sums.defensive_rebounds_against,
  rebounds_against: sums.offensive_rebounds_against + sums.defensive_rebounds_against,
  assists_against: sums.assists_against,
  turnovers_against: sums.turnovers_against,
  ...courtRatings(sums),
})

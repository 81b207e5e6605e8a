import type { BundleStats } from '@basketball-data/core/contract'
import type { TeamStints } from '@basketball-data/core/statistics'

/** What the stints of a team counted, for the columns of its box score. */
export const sumStints = ({ stints }: Pick<TeamStints, 'stints'>) => {
  const sum = (name: keyof TeamStints['stints'][number]['own']) => stints.reduce((all, { own }) => all + own[name], 0)
  return {
    points: sum('points'),
    field_goals_made: sum('field_goals_made'),
    field_goals_attempted: sum('field_goals_attempted'),
    three_made: sum('three_made'),
    three_attempted: sum('three_attempted'),
    free_throws_made: sum('free_throws_made'),
    free_throws_attempted: sum('free_throws_attempted'),
    offensive_rebounds: sum('offensive_rebounds'),
    defensive_rebounds: sum('defensive_rebounds'),
    assists: sum('assists'),
    turnovers: sum('turnovers'),
  }
}

/** The same columns of its box score. */
export const courtColumns = (totals: BundleStats): Record<keyof ReturnType<typeof sumStints>, number | null> => ({
  points: totals.points,
  field_goals_made: (totals.two_made ?? 0) + (totals.three_made ?? 0),
  field_goals_attempted: (totals.two_attempted ?? 0) + (totals.three_attempted ?? 0),
  three_made: totals.three_made,
  three_attempted: totals.three_attempted,
  free_throws_made: totals.free_throws_made,
  free_throws_attempted: totals.free_throws_attempted,
  offensive_rebounds: totals.offensive_rebounds,
  defensive_rebounds: totals.defensive_rebounds,
  assists: totals.assists,
  turnovers: totals.turnovers,
})

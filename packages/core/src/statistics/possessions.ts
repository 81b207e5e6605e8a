import type { StatLine } from '../contract/index.ts'

/** The counts of a team's totals that say how often it had the ball. */
export type PossessionTerms = Pick<
  StatLine,
  'field_goals_attempted' | 'free_throws_attempted' | 'offensive_rebounds' | 'turnovers'
>

/**
 * How much of a possession a free throw ends, in hundredths: most come in pairs, some after a made basket or a
 * technical foul. In hundredths because whole numbers add up exactly.
 * Source: Kubatko, Oliver, Pelton and Rosenbaum, "A Starting Point for Analyzing Basketball Statistics" (2007).
 */
export const FREE_THROW_HUNDREDTHS = 44

/**
 * Possessions of one team, estimated: FGA + 0.44·FTA − OREB + TOV; null where a term is unknown.
 * Source: Dean Oliver, "Basketball on Paper" (2004), with the weight of free throws above.
 */
export const teamPossessions = (totals: PossessionTerms): number | null => {
  const {
    field_goals_attempted: shots,
    free_throws_attempted: free_throws,
    offensive_rebounds: kept,
    turnovers: lost,
  } = totals
  if (shots === null || free_throws === null || kept === null || lost === null) return null
  return (100 * (shots - kept + lost) + FREE_THROW_HUNDREDTHS * free_throws) / 100
}

/**
 * Possessions of a game: the mean of both teams' estimates, because the ball changes hands and both have nearly the
 * same number; null without both totals.
 * Source: as {@link teamPossessions}.
 */
export const possessions = (home: PossessionTerms | null, away: PossessionTerms | null): number | null => {
  if (home === null || away === null) return null
  const [of_home, of_away] = [teamPossessions(home), teamPossessions(away)]
  return of_home === null || of_away === null ? null : (of_home + of_away) / 2
}

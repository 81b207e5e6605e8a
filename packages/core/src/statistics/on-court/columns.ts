import type { CourtEvent, CourtRules } from './court-rules.ts'

/** What is counted for a team while five of its players are on court, and for its opponent. */
export const COUNTED = [
  'points',
  'possessions',
  'field_goals_made',
  'field_goals_attempted',
  'three_made',
  'three_attempted',
  'free_throws_made',
  'free_throws_attempted',
  'offensive_rebounds',
  'defensive_rebounds',
  'assists',
  'turnovers',
] as const

/** What is counted. */
export type Counted = (typeof COUNTED)[number]

/** Counts of one team. */
export type Counts = Record<Counted, number>

/** Nothing counted yet. */
export const noCounts = (): Counts => ({
  points: 0,
  possessions: 0,
  field_goals_made: 0,
  field_goals_attempted: 0,
  three_made: 0,
  three_attempted: 0,
  free_throws_made: 0,
  free_throws_attempted: 0,
  offensive_rebounds: 0,
  defensive_rebounds: 0,
  assists: 0,
  turnovers: 0,
})

/** What an event adds to the counts of its team, beside points, as box scores count it. */
export const countedBy = (
  { type, player }: Pick<CourtEvent, 'type' | 'player'>,
  { team_rebounds }: Pick<CourtRules, 'team_rebounds'>,
): readonly Counted[] => {
  switch (type) {
    case 'two_made':
      return ['field_goals_made', 'field_goals_attempted']
    case 'two_missed':
      return ['field_goals_attempted']
    case 'three_made':
      return ['field_goals_made', 'field_goals_attempted', 'three_made', 'three_attempted']
    case 'three_missed':
      return ['field_goals_attempted', 'three_attempted']
    case 'free_throw_made':
      return ['free_throws_made', 'free_throws_attempted']
    case 'free_throw_missed':
      return ['free_throws_attempted']
    case 'offensive_rebound':
      return player !== null || team_rebounds ? ['offensive_rebounds'] : []
    case 'defensive_rebound':
      return player !== null || team_rebounds ? ['defensive_rebounds'] : []
    case 'assist':
      return ['assists']
    case 'turnover':
      return ['turnovers']
    default:
      return []
  }
}

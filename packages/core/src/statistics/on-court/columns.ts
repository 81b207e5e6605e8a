import { EVENT_POINTS, type Side } from '../../contract/index.ts'
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

/**
 * The columns of what a team and its opponents did while five of its players were on court. Rows of `fives` hold their values in
 * this order.
 */
export const COURT_COLUMNS = [
  'seconds',
  ...COUNTED.flatMap((name) => [`${name}_for`, `${name}_against`] as const),
] as const

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

/** Points of both teams. */
export type Points = Readonly<Record<Side, number>>

/** The points of one event for its side. */
const toPoints = ({ side, type }: CourtEvent): Points => {
  const value = EVENT_POINTS[type] ?? 0
  return { home: side === 'home' ? value : 0, away: side === 'away' ? value : 0 }
}

const toStep = ({ home_score, away_score }: CourtEvent, before: CourtEvent | undefined): Points => ({
  home: home_score - (before?.home_score ?? 0),
  away: away_score - (before?.away_score ?? 0),
})

/**
 * The points of each event. Feeds also write a running score at another row, even of the other team, so the points are those
 * of the baskets and free throws. Only where these do not add up to the final score, as in the G League, whose free throws
 * count up to three points, they are the steps of the running score.
 */
export const pointsByEvent = (events: readonly CourtEvent[]): readonly Points[] => {
  const points = events.map(toPoints)
  const last = events.at(-1)
  const isWhole = (['home', 'away'] as const).every(
    (side) => points.reduce((sum, each) => sum + each[side], 0) === (last?.[`${side}_score`] ?? 0),
  )
  return isWhole ? points : events.map((event, at) => toStep(event, events[at - 1]))
}

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

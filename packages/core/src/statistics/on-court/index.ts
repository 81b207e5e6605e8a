export { courtRatings } from './court-ratings.ts'
export { COUNTED, type Counted, type Counts } from './columns.ts'
export {
  FIBA_COURT,
  getCourtRules,
  periodSeconds,
  secondsLeft,
  NBA_COURT,
  WNBA_COURT,
  type CourtEvent,
  type CourtGame,
  type CourtLine,
  type CourtRules,
} from './court-rules.ts'
export { onCourt, type OnCourt } from './on-court.ts'
export type { CountedPossession } from './possessions/possession.ts'
export type { Remark } from './reasons.ts'
export { plusMinus, type Stint, type TeamStints } from './stints.ts'

export { currentFives } from './current-fives.ts'
export {
  getCourtRules,
  listPlayedSeconds,
  periodSeconds,
  secondsLeft,
  type CourtEvent,
  type CourtGame,
  type CourtLine,
  type CourtRules,
} from './court-rules.ts'
export { onCourt, type OnCourt } from './on-court.ts'
export type { CountedPossession } from './possessions/possession.ts'
export { plusMinus, type Stint, type TeamStints } from './stints.ts'

export { averages, defaultMinGames, mean, total, trueShooting, type Totals } from './averages.ts'
export {
  FORECAST_MODEL,
  followWinProbability,
  getWinProbability,
  isTrainingSeason,
  TeamRatings,
  type GameState,
  type RatedGame,
  type RatedResult,
} from './forecast.ts'
export {
  gameSeconds,
  inferPeriodMinutes,
  type CountedBy,
  type GameFormat,
  type GameLengthTerms,
} from './game-length.ts'
export { byGroup, inferGroups, newestNames, type GroupedGame } from './groups.ts'
export {
  currentFives,
  getCourtRules,
  listPlayedSeconds,
  onCourt,
  plusMinus,
  type CountedPossession,
  type CourtEvent,
  type CourtGame,
  type CourtLine,
  type CourtRules,
  type OnCourt,
  type Stint,
  type TeamStints,
} from './on-court/index.ts'
export { describePlays, describeScores, type Points } from './live-game.ts'
export { performanceIndex } from './performance-index.ts'
export { courtRatings, pace, possessions, ratings, teamPossessions, usage } from './possessions.ts'
export {
  isWon,
  newestFirst,
  toOutcome,
  record,
  recordInOrder,
  toResultLetter,
  type Dated,
  type FinalGame,
  type Outcome,
  type Result,
  type TeamRecord,
} from './records.ts'
export { DECIMALS, round, type Decimals } from './rounding.ts'
export { countsForStandings, countsForStatistics } from './game-length.ts'
export { assumeResult, assumeScore, MAX_ENUMERATED, races, type GameLeft, type Race, type RaceTeam } from './race.ts'
export {
  explainInOrder,
  standings,
  standingsInOrder,
  type ExplainedRow,
  type TableRow,
  type TableTeam,
} from './standings.ts'
export type { LeaguePoints } from './criteria.ts'
export type { TieBreak } from './tie-breaks.ts'

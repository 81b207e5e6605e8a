export { averages, type Totals } from './averages.ts'
export { countsForStandings, countsForStatistics } from './counted-stages.ts'
export { mean } from './mean.ts'
export { defaultMinGames } from './min-games.ts'
export { pace } from './pace.ts'
export { performanceIndex } from './performance-index.ts'
export { possessions, teamPossessions } from './possessions.ts'
export { ratings } from './ratings.ts'
export {
  isWon,
  newestFirst,
  outcomeOf,
  record,
  recordInOrder,
  type Dated,
  type Outcome,
  type TeamRecord,
} from './records.ts'
export { DECIMALS, round } from './rounding.ts'
export { standings, standingsInOrder, type TableRow, type TableTeam, type TieBreak } from './standings.ts'
export type { FinalGame, Result } from './team-game.ts'
export { total } from './total.ts'
export { trueShooting } from './true-shooting.ts'
export { usage } from './usage.ts'

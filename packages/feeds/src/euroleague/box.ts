import { formatClock, parseClock, type BundleLine, type BundleStats } from '@basketball-data/core/contract'
import { performanceIndex } from '@basketball-data/core/statistics'
import { missingStatistics } from '../checks.ts'
import { starterNotes, type Sheet, type Teams } from '../game-parts.ts'
import { counted, noteIf, type Note } from '../notes.ts'
import { readStats, whole } from '../schemas.ts'
import type { FindPerson } from './people.ts'
import { COLUMNS, type BoxscoreResponse, type Columns, type PlayerRow, type TeamSheet } from './schemas.ts'

const toStats = (row: Columns): BundleStats => readStats(COLUMNS, row)

const COLUMN_NAMES = Object.values(COLUMNS)

const sumColumn = (sheet: TeamSheet, column: keyof Columns): number =>
  [...sheet.PlayersStats, ...(sheet.tmr ? [sheet.tmr] : [])].reduce((sum, row) => sum + (row[column] ?? 0), 0)

/** The columns whose totals are not the sum of the players and the team row. */
const unevenColumns = (sheet: TeamSheet): string[] => {
  const { totr } = sheet
  return totr ? COLUMN_NAMES.filter((column) => totr[column] !== null && sumColumn(sheet, column) !== totr[column]) : []
}

const hasStats = (row: PlayerRow): boolean => COLUMN_NAMES.some((column) => row[column] !== null && row[column] !== 0)

const toLine = (row: PlayerRow, player: string): BundleLine => {
  const seconds = parseClock(row.Minutes)
  return {
    player,
    number: row.Dorsal === '' ? null : row.Dorsal.slice(0, 10),
    starter: row.IsStarter,
    played: seconds !== null,
    seconds,
    stats: toStats(row),
    plus_minus: whole(row.Plusminus),
  }
}

/** Whether the seconds of all players add up to a game: 5 × 40 minutes, and 5 × 5 minutes for each overtime. */
const isWholeGame = (seconds: number): boolean => seconds >= 12_000 && (seconds - 12_000) % 1_500 === 0

const minutesNote = (lines: BundleLine[], team: string): Note[] => {
  const seconds = lines.reduce((sum, line) => sum + (line.seconds ?? 0), 0)
  return noteIf(
    !isWholeGame(seconds),
    'minutes_differ',
    `${team}: the minutes of its players are ${formatClock(seconds)} together, not those of a whole game; they are stored as they are.`,
  )
}

const hasOddIndex = ({ stats }: BundleLine): boolean => {
  const expected = performanceIndex(stats)
  return expected !== null && stats.performance_index != null && stats.performance_index !== expected
}

const listNotes = (sheet: TeamSheet, lines: BundleLine[], team: string, live: boolean): Note[] => {
  const withoutMinutes = sheet.PlayersStats.filter((row) => parseClock(row.Minutes) === null && hasStats(row)).length
  const uneven = unevenColumns(sheet)
  const odd = lines.filter(hasOddIndex).length
  return [
    ...starterNotes(lines, team),
    ...missingStatistics(lines, sheet.totr ? toStats(sheet.totr) : null, team),
    ...(live ? [] : minutesNote(lines, team)),
    ...noteIf(
      withoutMinutes,
      'stats_without_minutes',
      `${team}: ${counted(withoutMinutes, 'player')} with statistics but no minutes, read as not having played.`,
    ),
    ...noteIf(
      uneven.length,
      'totals_differ',
      `${team}: players and team row do not add up to the totals in ${uneven.join(', ')}; both are stored.`,
    ),
    ...noteIf(
      odd,
      'valuation_differs',
      `${team}: ${counted(odd, 'player')} whose Valuation differs from the formula; it is stored as it is.`,
    ),
  ]
}

/** Reads the box scores of both teams in the order of the feed. Players who did not play keep their zeros. */
export const readBox = (box: BoxscoreResponse, teams: Teams, findPerson: FindPerson): { home: Sheet; away: Sheet } => {
  const buildSheet = (sheet: TeamSheet, team: string): Sheet => {
    const people = sheet.PlayersStats.map((row) => findPerson(row.Player_ID, row.Player, team))
    const lines = sheet.PlayersStats.map((row, at) => toLine(row, people[at]?.external_id ?? ''))
    return {
      totals: sheet.totr ? toStats(sheet.totr) : null,
      lines,
      people,
      notes: listNotes(sheet, lines, team, box.Live),
    }
  }
  const [home, away] = box.Stats
  return { home: buildSheet(home, teams.home), away: buildSheet(away, teams.away) }
}

import type { Side, StatLine } from '../../contract/index.ts'
import { total } from '../../statistics/index.ts'
import type { GameRows, LineRow } from '../write/part-rows.ts'
import type { Warning } from './warning.ts'

type Stats = { [Stat in keyof StatLine]?: number | null | undefined }

/** Statistics that only players have: those of the players add up to the team's. */
const OF_PLAYERS = [
  'points',
  'two_made',
  'two_attempted',
  'three_made',
  'three_attempted',
  'free_throws_made',
  'free_throws_attempted',
  'assists',
  'blocks',
  'blocks_received',
] as const
/** Statistics that a team can have without a player: those of the players add up to at most the team's. */
const OF_TEAMS = ['offensive_rebounds', 'defensive_rebounds', 'rebounds', 'turnovers', 'steals', 'fouls'] as const

/** Points from field goals; null if unknown. */
export const fieldPoints = ({ two_made, three_made }: Stats): number | null =>
  total([two_made, two_made, three_made, three_made, three_made])

/** Inconsistencies within one line, or within the totals. */
const statsWarnings = (subject: string, pointsCode: string, stats: Stats): Warning[] => {
  const made = total([fieldPoints(stats), stats.free_throws_made])
  const rebounds = total([stats.offensive_rebounds, stats.defensive_rebounds])
  const warnings: Warning[] = []
  if (stats.points != null && made !== null && stats.points !== made)
    warnings.push({ code: pointsCode, message: `${subject} ${stats.points} points, the shots made ${made}` })
  if (stats.rebounds != null && rebounds !== null && stats.rebounds !== rebounds)
    warnings.push({
      code: 'rebounds',
      message: `${subject} ${stats.rebounds} rebounds, ${rebounds} offensive and defensive`,
    })
  return warnings
}

const notPlayed = (line: LineRow): Warning[] => {
  const { played, seconds, points } = line
  if (played || ((seconds ?? 0) === 0 && (points ?? 0) === 0)) return []
  const message = `${line.side}: ${line.player_id} did not play, but has ${seconds ?? 0} seconds and ${points ?? 0} points`
  return [{ code: 'not_played', message }]
}

const sumWarnings = (totals: Stats, sheet: LineRow[], side: Side): Warning[] =>
  [...OF_PLAYERS, ...OF_TEAMS].flatMap((stat) => {
    const team = totals[stat]
    const known = sheet.flatMap((line) => line[stat] ?? [])
    if (team == null || known.length === 0) return []
    const players = known.reduce((sum, one) => sum + one, 0)
    const agrees = OF_TEAMS.some((one) => one === stat) ? players <= team : players === team
    return agrees
      ? []
      : [{ code: 'player_sums', message: `${side}: the players have ${players} ${stat}, the team ${team}` }]
  })

/** Inconsistencies in the box score of one side. */
export const boxWarnings = ({ boxes, lines }: GameRows, side: Side): Warning[] => {
  const totals = boxes.find((box) => box.side === side && box.has_totals)
  const sheet = lines.filter((line) => line.side === side)
  return [
    ...sheet.flatMap((line) => statsWarnings(`${side}: ${line.player_id} has`, 'line_points', line)),
    ...sheet.flatMap(notPlayed),
    ...(totals === undefined ? [] : statsWarnings(`${side}: the totals have`, 'totals_points', totals)),
    ...(totals === undefined ? [] : sumWarnings(totals, sheet, side)),
  ]
}

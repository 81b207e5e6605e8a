import type { Side, StatLine } from '../contract/index.ts'
import { total } from '../statistics/index.ts'
import type { GameRows, LineRow } from './rows.ts'
import type { Warning } from './warning.ts'

type Stats = { [Stat in keyof StatLine]?: number | null | undefined }

/** Statistics that only players make: those of the players add up to those of the team. */
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
/** Statistics that a team can also have by itself: those of the players are at most those of the team. */
const OF_TEAMS = ['offensive_rebounds', 'defensive_rebounds', 'rebounds', 'turnovers', 'steals', 'fouls'] as const

/** Points from the field; null where they are not known. */
export const fieldPoints = ({ two_made, three_made }: Stats): number | null =>
  total([two_made, two_made, three_made, three_made, three_made])

/** What of one line of statistics, or of the totals, does not agree with the rest of it. */
const statsWarnings = (whose: string, codeOfPoints: string, stats: Stats): Warning[] => {
  const made = total([fieldPoints(stats), stats.free_throws_made])
  const rebounds = total([stats.offensive_rebounds, stats.defensive_rebounds])
  const wrong: Warning[] = []
  if (stats.points != null && made !== null && stats.points !== made)
    wrong.push({ code: codeOfPoints, message: `${whose} ${stats.points} points, the shots made ${made}` })
  if (stats.rebounds != null && rebounds !== null && stats.rebounds !== rebounds)
    wrong.push({
      code: 'rebounds',
      message: `${whose} ${stats.rebounds} rebounds, ${rebounds} offensive and defensive`,
    })
  return wrong
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
    const fits = OF_TEAMS.some((one) => one === stat) ? players <= team : players === team
    return fits
      ? []
      : [{ code: 'player_sums', message: `${side}: the players have ${players} ${stat}, the team ${team}` }]
  })

/** What does not agree within the box score of one side. */
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

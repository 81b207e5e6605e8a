import type { BundleLine, BundleStats } from '@basketball-data/core/contract'
import { missingStatistics } from '../checks.ts'
import { starterNotes, type Person, type Sheet } from '../game-parts.ts'
import { counted, noteIf, type Note } from '../notes.ts'
import { count, readStats, whole } from '../schemas.ts'
import { parseIsoDuration, parseMinutesPlayed } from './clock.ts'
import { LIVE_COLUMNS, type LiveColumns, type LivePlayer, type LiveTeam } from './live-schemas.ts'
import { STATS_COLUMNS, type BoxRow, type StatsColumns } from './stats-schemas.ts'

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b)

const liveStats = (row: LiveColumns): BundleStats =>
  readStats(LIVE_COLUMNS, row, { rebounds: count(sum(row.reboundsOffensive, row.reboundsDefensive)) })

/** Statistics of a box score or game log of stats.nba.com, which have neither blocks received nor fouls drawn. */
export const toStats = (row: StatsColumns): BundleStats =>
  readStats(STATS_COLUMNS, row, {
    two_made: count(less(row.FGM, row.FG3M)),
    two_attempted: count(less(row.FGA, row.FG3A)),
    turnovers: count(row.TO ?? row.TOV),
    blocks_received: null,
    fouls_drawn: null,
  })

const jerseyNumber = (text: string): string | null => (text === '' ? null : text.slice(0, 10))

const liveLine = (player: LivePlayer): BundleLine => {
  const minutes = parseIsoDuration(player.statistics.minutes)
  const seconds = minutes === null ? null : Math.floor(minutes)
  const played = player.played || (seconds ?? 0) > 0
  return {
    player: player.personId,
    number: jerseyNumber(player.jerseyNum),
    starter: player.starter,
    played,
    seconds: played ? seconds : null,
    stats: liveStats(player.statistics),
    plus_minus: whole(player.statistics.plusMinusPoints),
  }
}

const statsLine = (row: BoxRow): BundleLine => {
  const seconds = parseMinutesPlayed(row.MIN)
  return {
    player: row.PLAYER_ID,
    number: jerseyNumber(row.JERSEY_NUM),
    starter: row.START_POSITION !== '',
    played: seconds !== null,
    seconds,
    stats: toStats(row),
    plus_minus: whole(row.PLUS_MINUS),
  }
}

const didSomething = ({ stats }: BundleLine): boolean =>
  Object.values(stats).some((value) => value != null && value !== 0)

const listNotes = (lines: BundleLine[], totals: BundleStats | null, team: string): Note[] => {
  const withoutMinutes = lines.filter((line) => line.seconds === null && didSomething(line)).length
  return [
    ...starterNotes(lines, team),
    ...missingStatistics(lines, totals, team),
    ...noteIf(
      withoutMinutes,
      'stats_without_minutes',
      `${team}: ${counted(withoutMinutes, 'player')} with statistics but no minutes.`,
    ),
  ]
}

/** The sum of a statistic over lines; null if one that played lacks it. */
const addUp = (lines: readonly BundleLine[], stat: keyof BundleStats): number | null =>
  lines.filter(({ played }) => played).reduce<number | null>((all, { stats }) => sum(all, stats[stat] ?? null), 0)

/**
 * Totals with the heaves as attempts of threes, which is what they are: feeds may count them among the field goals alone, or
 * beside them. Field goals that nobody attempted are heaves if the players have all points of the team.
 *
 * @param heaves as the feed counts them
 */
const withHeaves = (totals: BundleStats, lines: readonly BundleLine[], heaves: number): BundleStats => {
  const [twos, threes, points] = (['two_attempted', 'three_attempted', 'points'] as const).map((stat) =>
    addUp(lines, stat),
  )
  const { two_attempted, three_attempted } = totals
  if (twos == null || threes == null || two_attempted === null || three_attempted === null) return totals
  const extra = Math.max(heaves, two_attempted + three_attempted - twos - threes)
  return extra > 0 && points === totals.points
    ? { ...totals, two_attempted: twos, three_attempted: threes + extra }
    : totals
}

const buildSheet = (
  feedTotals: BundleStats | null,
  lines: BundleLine[],
  people: Person[],
  team: string,
  heaves = 0,
): Sheet => {
  const totals = feedTotals && withHeaves(feedTotals, lines, heaves)
  return { totals, lines, people, notes: listNotes(lines, totals, team) }
}

/**
 * Reads one team of a live box score, with the players who did not play.
 *
 * The totals include the team's turnovers but not its rebounds, as in every table of the league: most team rebounds
 * follow a dead ball and would distort the count of possessions.
 */
export const liveSheet = (team: LiveTeam): Sheet => {
  const players = team.players.filter(({ personId }) => personId !== '')
  const { statistics } = team
  const totals = statistics && {
    ...liveStats(statistics),
    turnovers: count(statistics.turnoversTotal ?? statistics.turnovers),
  }
  const people = players.map(({ personId, name }) => ({ external_id: personId, name }))
  const heaves = count(statistics?.teamFieldGoalAttempts ?? null) ?? 0
  return buildSheet(totals ?? null, players.map(liveLine), people, team.teamName, heaves)
}

/**
 * Reads one team of a box score of stats.nba.com.
 *
 * @param turnovers those of OtherStats, which include the team's; null without them
 */
export const statsSheet = (
  players: BoxRow[],
  total: StatsColumns | undefined,
  turnovers: number | null,
  team: string,
): Sheet => {
  const totals = total ? toStats(total) : null
  const people = players.map(({ PLAYER_ID, PLAYER_NAME }) => ({ external_id: PLAYER_ID, name: PLAYER_NAME }))
  const withTeam = totals && { ...totals, turnovers: count(turnovers) ?? totals.turnovers }
  return buildSheet(withTeam, players.map(statsLine), people, team)
}

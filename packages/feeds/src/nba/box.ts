import type { BundleLine, BundleStats } from '@basketball-data/core/contract'
import { missingStatistics } from '../checks.ts'
import { count, starterNotes, whole, type Person, type Sheet } from '../game-parts.ts'
import { counted, noteIf, type Note } from '../notes.ts'
import { parseIsoDuration, parseMinutesPlayed } from './clock.ts'
import type { LiveColumns, LivePlayer, LiveTeam } from './live-schemas.ts'
import type { BoxRow, StatsColumns } from './stats-schemas.ts'

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b)

const liveStats = (row: LiveColumns): BundleStats => ({
  points: count(row.points),
  two_made: count(row.twoPointersMade),
  two_attempted: count(row.twoPointersAttempted),
  three_made: count(row.threePointersMade),
  three_attempted: count(row.threePointersAttempted),
  free_throws_made: count(row.freeThrowsMade),
  free_throws_attempted: count(row.freeThrowsAttempted),
  offensive_rebounds: count(row.reboundsOffensive),
  defensive_rebounds: count(row.reboundsDefensive),
  rebounds: count(sum(row.reboundsOffensive, row.reboundsDefensive)),
  assists: count(row.assists),
  steals: count(row.steals),
  turnovers: count(row.turnovers),
  blocks: count(row.blocks),
  blocks_received: count(row.blocksReceived),
  fouls: count(row.foulsPersonal),
  fouls_drawn: count(row.foulsDrawn),
})

/** Statistics of a box score or game log of stats.nba.com, which have neither blocks received nor fouls drawn. */
export const toStats = (row: StatsColumns): BundleStats => ({
  points: count(row.PTS),
  two_made: count(less(row.FGM, row.FG3M)),
  two_attempted: count(less(row.FGA, row.FG3A)),
  three_made: count(row.FG3M),
  three_attempted: count(row.FG3A),
  free_throws_made: count(row.FTM),
  free_throws_attempted: count(row.FTA),
  offensive_rebounds: count(row.OREB),
  defensive_rebounds: count(row.DREB),
  rebounds: count(row.REB),
  assists: count(row.AST),
  steals: count(row.STL),
  turnovers: count(row.TO ?? row.TOV),
  blocks: count(row.BLK),
  blocks_received: null,
  fouls: count(row.PF),
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

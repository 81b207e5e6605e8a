import type { DecidedBy, StandingsRow } from '../contract/index.ts'
import {
  bothSides,
  newestFirst,
  recordInOrder,
  winShare,
  type FinalGame,
  type Result,
  type TeamGame,
} from './records.ts'
import {
  getWinShare,
  pointsDifference,
  splitByValue,
  sum,
  sumLeaguePoints,
  type LeaguePoints,
  type Season,
  type TeamWithGames,
} from './criteria.ts'
import { byGroup } from './groups.ts'
import { tieBreaker, type TieBreak } from './tie-breaks.ts'

/** A team of the season. */
export type TableTeam = {
  id: string
  /** Orders teams that nothing else separates. */
  sort_name: string
  /** Its group or conference, which has a table of its own; none by default. */
  group?: string | null
  /** Its division, which the NBA's tie-breaks need. */
  division?: string | null
}

/** A row of the standings with the id of its team. */
export type TableRow = Omit<StandingsRow, 'team'> & { team_id: string }

/** Orders teams that nothing else separates. */
export const byName = (a: TableTeam, b: TableTeam): number => {
  if (a.sort_name !== b.sort_name) return a.sort_name < b.sort_name ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The teams in their order, each with its games. @throws RangeError if a team of a game is not among them */
export const withGames = (teams: readonly TableTeam[], games: readonly Result[]): Season => {
  const gamesByTeam = new Map<string, TeamGame[]>(teams.map(({ id }) => [id, []]))
  const add = (team: string, game: TeamGame) => {
    const ofTeam = gamesByTeam.get(team)
    if (ofTeam === undefined) throw new RangeError(`team ${team} of a game is not in the season`)
    ofTeam.push(game)
  }
  for (const game of games) {
    const { home, away } = bothSides(game)
    add(game.home, home)
    add(game.away, away)
  }
  return new Map(
    teams.map(({ id, group = null, division = null }) => [
      id,
      { id, group, division, games: gamesByTeam.get(id) ?? [] },
    ]),
  )
}

/** What a table is ordered by. */
export type TableRules = {
  tie_break: TieBreak
  /** The points of the league; null or omitted if it has none, and then the win share comes first. */
  points?: LeaguePoints | null
}

/**
 * What a team is ranked by: its league points, or its win share without them. Shares can be compared as numbers: a quotient of
 * integers is rounded to the nearest double, so equal shares are equal.
 */
export const rateRecord = (team: TeamWithGames, points: LeaguePoints | null): number =>
  points === null ? getWinShare(team) : sumLeaguePoints(team.games, points)

const toRow = ({ id, group, games }: TeamWithGames, index: number, points: LeaguePoints | null): TableRow => ({
  group,
  rank: index + 1,
  team_id: id,
  ...recordInOrder(games),
  win_share: winShare(games),
  league_points: points && sumLeaguePoints(games, points),
  points_for: sum(games, ({ points_for }) => points_for),
  points_against: sum(games, ({ points_against }) => points_against),
  points_difference: pointsDifference(games),
})

/** A row of the standings with the rule that placed its team. */
export type ExplainedRow = TableRow & { decided_by: DecidedBy }

/** The standings of a season whose games are ordered newest first, each row with the rule that placed it; see `standings`. */
export const explainInOrder = (
  games: readonly Result[],
  teams: readonly TableTeam[],
  { tie_break, points = null }: TableRules,
): ExplainedRow[] => {
  const season = withGames(teams.toSorted(byName), games)
  const breakTies = tieBreaker(tie_break, season, points)
  const groups = Map.groupBy(season.values(), ({ group }) => group)
  return [...groups]
    .toSorted(([a], [b]) => byGroup(a, b))
    .flatMap(([, group]) =>
      splitByValue(group, (team) => rateRecord(team, points))
        .flatMap(breakTies)
        .flatMap(({ teams, decided_by }) => teams.map((team) => ({ team, decided_by })))
        .map(({ team, decided_by }, index) => ({ ...toRow(team, index, points), decided_by })),
    )
}

/** The standings of a season whose games are ordered newest first; see `standings`. */
export const standingsInOrder = (
  games: readonly Result[],
  teams: readonly TableTeam[],
  rules: TableRules,
): TableRow[] => explainInOrder(games, teams, rules).map(({ decided_by: _, ...row }) => row)

/**
 * The standings of a season, group by group and best team first: by league points if the competition has them, else by win
 * share, then by its tie-break, then by name. Every team has a row and its own rank in its group, also without a game. A tied
 * game counts as played and as neither won nor lost; a game decided by forfeit as won and lost, without points. Nothing is rounded.
 *
 * @param games the games that count for the standings, in any order
 * @param points the points of the league; by default it has none
 * @throws RangeError if a team of a game is not among `teams`
 */
export const standings = (
  games: readonly FinalGame[],
  teams: readonly TableTeam[],
  tieBreak: TieBreak,
  points: LeaguePoints | null = null,
): TableRow[] => standingsInOrder(games.toSorted(newestFirst), teams, { tie_break: tieBreak, points })

import type { StandingsRow } from '../contract/index.ts'
import {
  bothSides,
  newestFirst,
  recordInOrder,
  winShare,
  type FinalGame,
  type Result,
  type TeamGame,
} from './records.ts'
import { byNumber, pointsDifference, splitByValue, sum, type Season, type TeamWithGames } from './criteria.ts'
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

const byName = (a: TableTeam, b: TableTeam): number => {
  if (a.sort_name !== b.sort_name) return a.sort_name < b.sort_name ? -1 : 1
  return a.id < b.id ? -1 : 1
}

const withGames = (teams: readonly TableTeam[], games: readonly Result[]): Season => {
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

/**
 * Splits teams by win share. Shares can be compared as numbers: a quotient of integers is rounded to the nearest double,
 * so equal shares are equal.
 */
const byWinShare = (teams: readonly TeamWithGames[]): TeamWithGames[][] =>
  splitByValue(teams, ({ games }) => winShare(games), byNumber)

const toRow = ({ id, group, games }: TeamWithGames, index: number): TableRow => ({
  group,
  rank: index + 1,
  team_id: id,
  ...recordInOrder(games),
  win_share: winShare(games),
  points_for: sum(games, ({ points_for }) => points_for),
  points_against: sum(games, ({ points_against }) => points_against),
  points_difference: pointsDifference(games),
})

/** The standings of a season whose games are ordered newest first; see `standings`. */
export const standingsInOrder = (
  games: readonly Result[],
  teams: readonly TableTeam[],
  tieBreak: TieBreak,
): TableRow[] => {
  const season = withGames(teams.toSorted(byName), games)
  const breakTies = tieBreaker(tieBreak, season)
  const groups = Map.groupBy(season.values(), ({ group }) => group)
  return [...groups]
    .toSorted(([a], [b]) => byGroup(a, b))
    .flatMap(([, group]) => byWinShare(group).flatMap(breakTies).map(toRow))
}

/**
 * The standings of a season, group by group and best team first: by win share, then by the competition's tie-break, then by
 * name. Every team has a row and its own rank in its group, also without a game. A tied game counts as played and as neither
 * won nor lost. Nothing is rounded.
 *
 * @param games the games that count for the standings, in any order
 * @throws RangeError if a team of a game is not among `teams`
 */
export const standings = (games: readonly FinalGame[], teams: readonly TableTeam[], tieBreak: TieBreak): TableRow[] =>
  standingsInOrder(games.toSorted(newestFirst), teams, tieBreak)

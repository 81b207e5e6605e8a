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
import { breakTies, byNumber, overall, sum, type TeamWithGames, type TieBreak } from './tie-breaks.ts'

/** A team of the season. `sort_name` orders teams that nothing else separates. */
export type TableTeam = { id: string; sort_name: string }

/** A row of the standings with the id of its team. */
export type TableRow = Omit<StandingsRow, 'team' | 'group'> & { team_id: string }

/** Win shares can be compared as numbers: a quotient of integers is rounded to the nearest double, so equal shares are equal. */
const byWinShare = overall(winShare, byNumber)

const byName = (a: TableTeam, b: TableTeam): number => {
  if (a.sort_name !== b.sort_name) return a.sort_name < b.sort_name ? -1 : 1
  return a.id < b.id ? -1 : 1
}

const withGames = (teams: readonly TableTeam[], games: readonly Result[]): TeamWithGames[] => {
  const gamesOf = new Map<string, TeamGame[]>(teams.map(({ id }) => [id, []]))
  const add = (team: string, game: TeamGame) => {
    const ofTeam = gamesOf.get(team)
    if (ofTeam === undefined) throw new RangeError(`team ${team} of a game is not in the season`)
    ofTeam.push(game)
  }
  for (const game of games) {
    const { home, away } = bothSides(game)
    add(game.home, home)
    add(game.away, away)
  }
  return teams.map(({ id }) => ({ id, games: gamesOf.get(id) ?? [] }))
}

const rowOf = ({ id, games }: TeamWithGames, index: number): TableRow => {
  const points_for = sum(games, (game) => game.points_for)
  const points_against = sum(games, (game) => game.points_against)
  return {
    rank: index + 1,
    team_id: id,
    ...recordInOrder(games),
    win_share: winShare(games),
    points_for,
    points_against,
    points_difference: points_for - points_against,
  }
}

/** The standings of a season whose games are ordered newest first; see `standings`. */
export const standingsInOrder = (
  games: readonly Result[],
  teams: readonly TableTeam[],
  tieBreak: TieBreak,
): TableRow[] =>
  byWinShare(withGames(teams.toSorted(byName), games))
    .flatMap((tied) => breakTies(tied, tieBreak))
    .map(rowOf)

/**
 * The standings of a season, best team first: by win share, then by the competition's tie-break, then by name. Every team
 * has a row and its own rank, also without a game. A tied game counts as played and as neither won nor lost. Nothing is
 * rounded.
 *
 * @param games the games that count for the standings, in any order
 * @throws RangeError if a team of a game is not among `teams`
 */
export const standings = (games: readonly FinalGame[], teams: readonly TableTeam[], tieBreak: TieBreak): TableRow[] =>
  standingsInOrder(games.toSorted(newestFirst), teams, tieBreak)

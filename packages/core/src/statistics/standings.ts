import type { StandingsRow } from '../contract/index.ts'
import { newestFirst, recordInOrder, winShare } from './records.ts'
import { bothSides, type FinalGame, type Result, type TeamGame } from './team-game.ts'
import { breakTies, byNumber, overall, sum, type Contender } from './tie-break/criterion.ts'
import { EUROLEAGUE } from './tie-break/euroleague.ts'
import { NBA } from './tie-break/nba.ts'
import { SIMPLE } from './tie-break/simple.ts'

/** A team of the season; `sort_name` decides where nothing else does. */
export type TableTeam = { id: string; sort_name: string }

/** A row of the table with the id of its team. */
export type TableRow = Omit<StandingsRow, 'team'> & { team_id: string }

const RULES = { euroleague: EUROLEAGUE, nba: NBA, simple: SIMPLE }

/** The rule by which a competition orders teams of equal win share. */
export type TieBreak = keyof typeof RULES

/** Equal shares are equal doubles: a quotient of whole numbers has one nearest double. */
const byWinShare = overall(winShare, byNumber)

const byName = (a: TableTeam, b: TableTeam): number =>
  a.sort_name === b.sort_name ? (a.id < b.id ? -1 : 1) : a.sort_name < b.sort_name ? -1 : 1

const gamesOfTeams = (games: readonly Result[], teams: readonly TableTeam[]): Contender[] => {
  const games_of = new Map<string, TeamGame[]>(teams.map(({ id }) => [id, []]))
  const enter = (team: string, game: TeamGame) => {
    const played = games_of.get(team)
    if (played === undefined) throw new RangeError(`a game is of team ${team}, which is not of the season`)
    played.push(game)
  }
  for (const game of games) {
    const { home, away } = bothSides(game)
    enter(game.home, home)
    enter(game.away, away)
  }
  return [...games_of].map(([id, of_team]) => ({ id, games: of_team }))
}

const rowOf = ({ id, games }: Contender, place: number): TableRow => {
  const points_for = sum(games, (game) => game.points_for)
  const points_against = sum(games, (game) => game.points_against)
  return {
    rank: place + 1,
    team_id: id,
    ...recordInOrder(games),
    win_share: winShare(games),
    points_for,
    points_against,
    points_difference: points_for - points_against,
  }
}

/** The table of a season whose games come newest first; see `standings`. */
export const standingsInOrder = (
  newest_first: readonly Result[],
  teams: readonly TableTeam[],
  tie_break: TieBreak,
): TableRow[] => {
  const by_name = gamesOfTeams(newest_first, teams.toSorted(byName))
  return byWinShare(by_name)
    .flatMap((tied) => breakTies(tied, RULES[tie_break]))
    .map(rowOf)
}

/**
 * The table of a season, best first: by win share, then by the competition's rule among teams of equal win share,
 * then by name. Every team has its own rank and a row, also without a game. A tied game counts as played and as
 * neither won nor lost. Nothing is rounded.
 *
 * @param games those that count, each with its final score, in any order
 * @throws RangeError where a game is of a team that is not among `teams`
 */
export const standings = (games: readonly FinalGame[], teams: readonly TableTeam[], tie_break: TieBreak): TableRow[] =>
  standingsInOrder(games.toSorted(newestFirst), teams, tie_break)

import type { HeadToHead, TeamForm } from '../../packages/core/src/contract/index.ts'
import {
  listGames,
  isCounted,
  getLength,
  totalIfKnown,
  mean,
  quotient,
  refIn,
  total,
  type Game,
  type History,
  getVenue,
} from './history.ts'

type Seen = ReturnType<typeof listGames>[number]

const won = (games: Seen[]) => games.filter(({ scored, allowed }) => scored > allowed).length
const lost = (games: Seen[]) => games.filter(({ scored, allowed }) => scored < allowed).length
const wonLost = (games: Seen[]): string => `${won(games)}-${lost(games)}`

/** The mean of both teams' estimates; null if either is unknown. */
const countPossessions = ({ boxes }: History, { id }: Game): number | null => {
  const estimates = boxes
    .filter(({ game_id, has_totals }) => game_id === id && has_totals)
    .map(({ field_goals_attempted, free_throws_attempted, offensive_rebounds, turnovers }) =>
      field_goals_attempted === null ||
      free_throws_attempted === null ||
      offensive_rebounds === null ||
      turnovers === null
        ? null
        : field_goals_attempted + 0.44 * free_throws_attempted - offensive_rebounds + turnovers,
    )
  const [one = null, other = null] = estimates
  return one === null || other === null ? null : (one + other) / 2
}

const per100 = (points: number, possessions: number | null) =>
  possessions !== null && possessions <= 0 ? null : quotient(100 * points, possessions)

export const recountForm = (history: History, team: string, last: number, venue?: 'home' | 'away'): TeamForm => {
  const seen = listGames(team, history.games.filter(isCounted))
    .filter((seen) => venue === undefined || getVenue(seen.venue, seen.game) === venue)
    .filter(({ scored, allowed }) => scored !== allowed)
    .slice(0, last)
  const games = seen.map(({ game, venue, opponent, scored, allowed }) => {
    const competition = history.competitions.find(({ id }) => id === game.competition_id)
    const possessions = countPossessions(history, game)
    const rate = quotient(possessions, quotient(getLength(history, game), 60))
    return {
      game: { id: game.id, date: game.date, competition: refIn(history.competitions, game.competition_id) },
      venue,
      opponent: refIn(history.teams, opponent),
      result: scored > allowed ? ('W' as const) : ('L' as const),
      points_for: scored,
      points_against: allowed,
      margin: scored - allowed,
      possessions,
      pace: rate === null ? null : rate * (competition?.regulation_minutes ?? 0),
      offensive_rating: per100(scored, possessions),
      defensive_rating: per100(allowed, possessions),
    }
  })
  const estimated = games.filter(({ possessions }) => possessions !== null)
  const all = totalIfKnown(estimated.map(({ possessions }) => possessions))
  return {
    team: refIn(history.teams, team),
    summary: {
      games: games.length,
      won: won(seen),
      lost: lost(seen),
      average_margin: mean(games.map(({ margin }) => margin)),
      pace: mean(games.flatMap(({ pace }) => pace ?? [])),
      offensive_rating: per100(total(estimated.map(({ points_for }) => points_for)), all),
      defensive_rating: per100(total(estimated.map(({ points_against }) => points_against)), all),
    },
    games,
  }
}

/** The summary of the games between two teams, and their ids. */
export const recountHeadToHead = (history: History, team: string, opponent: string, last: number) => {
  const seen = listGames(team, history.games.filter(isCounted))
    .filter((game) => game.opponent === opponent)
    .slice(0, last)
  const summary: HeadToHead['summary'] = {
    games: seen.length,
    won: won(seen),
    lost: lost(seen),
    home: wonLost(seen.filter(({ venue, game }) => getVenue(venue, game) === 'home')),
    away: wonLost(seen.filter(({ venue, game }) => getVenue(venue, game) === 'away')),
    average_points_for: mean(seen.map(({ scored }) => scored)),
    average_points_against: mean(seen.map(({ allowed }) => allowed)),
    first_date: seen.at(-1)?.game.date ?? null,
    last_date: seen[0]?.game.date ?? null,
  }
  return { summary, games: seen.map(({ game }) => game.id) }
}

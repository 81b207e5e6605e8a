import type { LeaderStat, Leaders, StandingsRow } from '../../contract/index.ts'
import { standings } from '../../statistics/index.ts'
import { gamesOf, isCounted, totalIfKnown, refIn, total, type Game, type History } from './history.ts'
import { countedEntries } from './players.ts'
import { wonLost } from './teams.ts'

const gamesOfSeason = ({ games }: History, season: string) => games.filter(({ season_id }) => season_id === season)

/** The games that the standings count: the regular season, or all games if no game of the season has a stage. */
const tableGames = (history: History, season: string): Game[] => {
  const all = gamesOfSeason(history, season)
  const stagesNamed = all.some(({ stage }) => stage !== null)
  return all.filter(
    ({ status, stage }) => status === 'final' && (stage === 'regular' || (!stagesNamed && stage === null)),
  )
}

const beforeOvertime = (game: Game, side: 'home' | 'away'): number | null => {
  const periods = game.periods?.[side]
  return periods === undefined || periods.length < 4 ? null : total(periods.slice(0, 4))
}

/** Uses the tie-breaks of the service, which have their own tests against a second implementation. */
const orderOf = (history: History, season: string, counted: Game[]): string[] => {
  const { competition_id } = history.seasons.find(({ id }) => id === season) ?? {}
  const rule = history.competitions.find(({ id }) => id === competition_id)?.tie_break ?? 'simple'
  const inTable = gamesOfSeason(history, season).filter(({ stage }) => stage === null || stage === 'regular')
  const entrants = new Set(inTable.flatMap((game) => [game.home_team_id, game.away_team_id]))
  const finals = counted.map((game) => ({
    ...game,
    home: game.home_team_id,
    away: game.away_team_id,
    home_score: game.home_score ?? 0,
    away_score: game.away_score ?? 0,
    home_regulation_score: beforeOvertime(game, 'home'),
    away_regulation_score: beforeOvertime(game, 'away'),
  }))
  const teams = history.teams.filter(({ id }) => entrants.has(id))
  return standings(finals, teams, rule).map(({ team_id }) => team_id)
}

const streakOf = (games: ReturnType<typeof gamesOf>): string => {
  const letters = games
    .filter(({ scored, allowed }) => scored !== allowed)
    .map(({ scored, allowed }) => (scored > allowed ? 'W' : 'L'))
    .join('')
  const [run = ''] = /^(W+|L+)/.exec(letters) ?? []
  return run === '' ? '' : `${run.charAt(0)}${run.length}`
}

/** The standings of a season with the number of counted games; `through` is null before the first one. */
export const recountStandings = (history: History, season: string) => {
  const counted = tableGames(history, season)
  const table = orderOf(history, season, counted).map((team, index): StandingsRow => {
    const games = gamesOf(team, counted)
    const [won = 0, lost = 0] = wonLost(games).split('-').map(Number)
    const [scored, allowed] = [total(games.map((game) => game.scored)), total(games.map((game) => game.allowed))]
    return {
      group: null,
      rank: index + 1,
      team: refIn(history.teams, team),
      played: games.length,
      won,
      lost,
      win_share: games.length === 0 ? 0 : won / games.length,
      points_for: scored,
      points_against: allowed,
      points_difference: scored - allowed,
      home: wonLost(games.filter(({ venue }) => venue === 'home')),
      away: wonLost(games.filter(({ venue }) => venue === 'away')),
      last_ten: wonLost(games.slice(0, 10)),
      streak: streakOf(games),
    }
  })
  return {
    games: counted.length,
    through:
      counted
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null,
    table,
  }
}

const minGames = (history: History, season: string): number => {
  const boxed = gamesOfSeason(history, season).filter((game) => isCounted(game) && game.has_boxscore)
  const counts = history.teams
    .map(({ id }) => gamesOf(id, boxed).length)
    .filter((games) => games > 0)
    .toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [counts[Math.ceil(counts.length / 2) - 1], counts[Math.floor(counts.length / 2)]]
  return Math.max(1, Math.ceil((7 * (lower + upper)) / 20))
}

/** The leaders of a season; `min_games` defaults to the service's default. */
export const recountLeaders = (
  history: History,
  season: string,
  stat: LeaderStat,
  min_games: number = minGames(history, season),
): Pick<Leaders, 'min_games' | 'leaders'> => {
  const unit = stat === 'minutes' ? 60 : 1
  const lines = Map.groupBy(
    countedEntries(history, ({ game }) => game.season_id === season),
    ({ line }) => line.player_id,
  )
  const candidates = [...lines].flatMap(([player, entries]) => {
    const sum = totalIfKnown(entries.map(({ line }) => (stat === 'minutes' ? line.seconds : line[stat])))
    const last = entries[0]?.game.date
    const [team = ''] = entries
      .filter(({ game }) => game.date === last)
      .map(({ line }) => line.team_id)
      .toSorted()
    return sum === null || entries.length < min_games ? [] : [{ player, team, games: entries.length, sum }]
  })
  const leaders = candidates
    .toSorted((a, b) => (a.player < b.player ? -1 : 1))
    .toSorted((a, b) => b.sum - a.sum)
    .toSorted((a, b) => b.sum / b.games - a.sum / a.games)
    .slice(0, 10)
    .map(({ player, team, games, sum }) => ({
      rank: 1 + candidates.filter((other) => other.sum / other.games > sum / games).length,
      player: refIn(history.players, player),
      team: refIn(history.teams, team),
      games,
      per_game: sum / games / unit,
      total: Math.round(sum / unit),
    }))
  return { min_games, leaders }
}

import type { LeaderStat, Leaders, StandingsRow } from '../../contract/index.ts'
import { standings } from '../../statistics/index.ts'
import { gamesOf, isCounted, newestFirst, totalIfKnown, refIn, total, type Game, type History } from './history.ts'
import { countedEntries } from './players.ts'
import { wonLost } from './teams.ts'

const gamesOfSeason = ({ games }: History, season: string) => games.filter(({ season_id }) => season_id === season)

/** The games of the regular season, or all games if no game of the season has a stage; without those struck. */
const tableGames = (history: History, season: string): Game[] => {
  const all = gamesOfSeason(history, season).filter((game) => game.counts_in_standings)
  const stagesNamed = all.some(({ stage }) => stage !== null)
  return all.filter(({ stage }) => stage === 'regular' || (!stagesNamed && stage === null))
}

const beforeOvertime = (game: Game, side: 'home' | 'away'): number | null => {
  const periods = game.periods?.[side]
  return periods === undefined || periods.length < 4 ? null : total(periods.slice(0, 4))
}

/** The group or division of a team in the newest game that has one. */
const newest = (team: string, games: Game[], column: 'group' | 'division'): string | null => {
  const seen = games
    .toSorted(newestFirst)
    .map((game) =>
      game.home_team_id === team ? game[`home_${column}`] : game.away_team_id === team ? game[`away_${column}`] : null,
    )
  return seen.find((name) => name !== null) ?? null
}

/** The group of each team, computed pair by pair. */
const recountGroups = (games: Game[]): Map<string, string | null> => {
  const teams = [...new Set(games.flatMap((game) => [game.home_team_id, game.away_team_id]))].toSorted()
  const met = (one: string, other: string) =>
    games.some(({ home_team_id, away_team_id }) =>
      [one, other].every((id) => [home_team_id, away_team_id].includes(id)),
    )
  const named = new Map(teams.map((team) => [team, newest(team, games, 'group')]))
  if ([...named.values()].some((name) => name !== null))
    return new Map(
      teams.map((team) => {
        const [group = null, ...others] = new Set(
          teams.filter((other) => other !== team && met(team, other)).flatMap((other) => named.get(other) ?? []),
        )
        return [team, named.get(team) ?? (others.length === 0 ? group : null)]
      }),
    )
  const groups: string[][] = []
  for (const team of teams) {
    const own = groups.find(([first = '']) => met(first, team))
    if (own === undefined) groups.push([team])
    else own.push(team)
  }
  const isWhole = (group: string[]) =>
    group.length > 2 &&
    teams.every((team) => group.every((one) => one === team || met(one, team) === group.includes(team)))
  const groupOf = (team: string) => `Group ${1 + groups.findIndex((group) => group.includes(team))}`
  return new Map(teams.map((team) => [team, groups.length > 1 && groups.every(isWhole) ? groupOf(team) : null]))
}

/** Uses the tie-breaks of the service, which have their own tests against a second implementation. */
const orderOf = (history: History, season: string, games: Game[]): { team: string; group: string | null }[] => {
  const { competition_id } = history.seasons.find(({ id }) => id === season) ?? {}
  const rule = history.competitions.find(({ id }) => id === competition_id)?.tie_break ?? 'simple'
  const inTable = gamesOfSeason(history, season).filter(
    ({ stage, counts_in_standings }) => counts_in_standings && (stage === null || stage === 'regular'),
  )
  const entrants = new Set(inTable.flatMap((game) => [game.home_team_id, game.away_team_id]))
  const finals = games
    .filter(({ status }) => status === 'final')
    .map((game) => ({
      ...game,
      home: game.home_team_id,
      away: game.away_team_id,
      home_score: game.home_score ?? 0,
      away_score: game.away_score ?? 0,
      home_regulation_score: beforeOvertime(game, 'home'),
      away_regulation_score: beforeOvertime(game, 'away'),
    }))
  const groups = recountGroups(games)
  const teams = history.teams
    .filter(({ id }) => entrants.has(id))
    .map((team) => ({ ...team, group: groups.get(team.id) ?? null, division: newest(team.id, games, 'division') }))
  return standings(finals, teams, rule).map(({ team_id, group }) => ({ team: team_id, group }))
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
  const regular = tableGames(history, season)
  const counted = regular.filter(({ status }) => status === 'final')
  const order = orderOf(history, season, regular)
  const table = order.map(({ team, group }, index): StandingsRow => {
    const games = gamesOf(team, counted)
    const [won = 0, lost = 0] = wonLost(games).split('-').map(Number)
    const [scored, allowed] = [total(games.map((game) => game.scored)), total(games.map((game) => game.allowed))]
    return {
      group,
      rank: 1 + index - order.findIndex((row) => row.group === group),
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

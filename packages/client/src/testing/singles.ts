import type {
  HeadToHead,
  Leaders,
  LeaderStat,
  Page,
  Plan,
  PlayerSeasons,
  PlayerSplits,
  Prices,
  Roster,
  SplitBy,
  Standings,
  TeamForm,
  Trend,
} from '@basketball-data/client'
import { isOf, isPlayed, isWithin, requiredScope } from './filters.ts'
import { league, records } from './league.ts'
import { Query } from './query.ts'
import { badRequest, notFound } from './refusal.ts'

const BY: SplitBy[] = ['venue', 'result', 'month', 'opponent', 'starter']
const STATS: LeaderStat[] = [
  ...(['points', 'rebounds', 'assists', 'steals', 'blocks', 'three_made'] as const),
  ...(['offensive_rebounds', 'minutes', 'performance_index'] as const),
]

/** @throws Refusal not_found */
const found = <Data>(data: Data | undefined, what: string): Data => {
  if (data === undefined) throw notFound(what)
  return data
}

/** The record of a path with an id and no parameters. */
export const record =
  (
    path:
      | '/teams/{id}'
      | '/players/{id}'
      | '/games/{id}'
      | '/games/{id}/boxscore'
      | '/games/{id}/playbyplay'
      | '/games/{id}/shots',
  ) =>
  (_: Query, id: string): unknown =>
    found(records[path][id], `record ${id}`)

export const roster = (query: Query, id: string): Roster => {
  const { season } = requiredScope(query)
  const played = league.games.find((game) => game.has.boxscore && isOf(id, game))?.season.id
  return found(records['/teams/{id}/roster'][`${id} ${season ?? played}`], `team ${id}`)
}

export const form = (query: Query, id: string): TeamForm => {
  const [last = 10, venue] = [query.whole('last', 100), query.oneOf('venue', ['home', 'away'])]
  const scope = requiredScope(query)
  const { name } = found(records['/teams/{id}'][id], `team ${id}`)
  const all = isPlayed(scope) ? (records['/teams/{id}/form'][id] ?? []) : []
  const games = all.filter((game) => (venue ?? game.venue) === game.venue).slice(0, last)
  const summary = found(
    records[`form ${games.length}`]?.[venue && games.length > 0 ? `${id} ${venue}` : id],
    `team ${id}`,
  )
  return { team: { id, name }, summary, games }
}

export const headToHead = (query: Query, id: string): HeadToHead => {
  const [last = 10, other = ''] = [query.whole('last', 100), query.id('opponent', 'tm_')]
  const scope = requiredScope(query)
  query.required('opponent')
  const opponent = records['/teams/{id}'][other]
  if (opponent === undefined) throw badRequest(`opponent: there is no team ${other}.`)
  if (id === other) throw badRequest('opponent: must be another team.')
  const { name } = found(records['/teams/{id}'][id], `team ${id}`)
  const met = league.games.filter((game) => game.status === 'final' && isOf(id, game) && isOf(other, game))
  const games = met.filter((game) => isWithin(scope, game)).slice(0, last)
  const summary = found(records[`met ${games.length}`]?.[`${id} ${other}`], `team ${id}`)
  return { team: { id, name }, opponent: { id: other, name: opponent.name }, summary, games }
}

export const playerSeasons = (query: Query, id: string): PlayerSeasons => {
  const scope = requiredScope(query)
  const { player, seasons } = found(records['/players/{id}/seasons'][id], `player ${id}`)
  return { player, seasons: seasons.filter((each) => isWithin(scope, each)) }
}

export const splits = (query: Query, id: string): PlayerSplits => {
  const [by = 'venue', scope] = [query.oneOf('by', BY), requiredScope(query)]
  const all = found(records[`/players/{id}/splits?by=${by}`][id], `player ${id}`)
  return isPlayed(scope) ? all : { ...all, splits: [] }
}

export const standings = (query: Query): Standings => {
  query.required('competition')
  const { competition = '' } = requiredScope(query)
  return found(records['/standings'][competition], `competition ${competition}`)
}

/** Equal averages share the rank, and the next one counts them all. */
const ranked = (leaders: Leaders['leaders']): Leaders['leaders'] =>
  leaders.map((leader) => ({
    ...leader,
    rank: leaders.findIndex(({ per_game }) => per_game === leader.per_game) + 1,
  }))

export const leaders = (query: Query): Leaders => {
  query.required('competition')
  const [stat = 'points', top = 10] = [query.oneOf('stat', STATS), query.whole('top', 100)]
  const least = query.whole('min_games', 1000)
  const { competition = '', season } = requiredScope(query)
  const all = found(records[`/stats/leaders?stat=${stat}`][competition], `competition ${competition}`)
  const min_games = least ?? all.min_games
  const named = league.seasons.find(({ id }) => id === season)
  return {
    ...all,
    ...(named && { season: { id: named.id, name: named.name } }),
    min_games,
    leaders: ranked(all.leaders.filter(({ games }) => games >= min_games)).slice(0, top),
  }
}

/** Nobody quotes prices in the league: every market is empty. */
export const prices = (query: Query, id: string): Prices => {
  query.oneOf('lines', ['all'])
  const game = found(
    league.games.find((each) => each.id === id),
    `game ${id}`,
  )
  const none = { best: null, books: [], opening: null, history: [] }
  const markets = { moneyline: none, spread: { line: null, ...none }, total: { line: null, ...none } }
  return { game, average: null, markets }
}

export const trends = (query: Query, id: string, plan: Plan): Page<Trend> => {
  requiredScope(query)
  found(records['/teams/{id}'][id], `team ${id}`)
  return new Query(new URLSearchParams(), []).page([], plan)
}

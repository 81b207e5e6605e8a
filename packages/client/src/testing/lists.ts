import type { Page, Plan } from '@basketball-data/client'
import { daysOf, gameLog, isNamed, isOf, isWithin, scopeOf } from './filters.ts'
import { league, records } from './league.ts'
import type { Query } from './query.ts'
import { badRequest, notFound } from './refusal.ts'

/** Answers a list: what is asked for, the plan of the key, the id in the path. */
export type ListRoute = (query: Query, plan: Plan, id: string) => Page<unknown>

const yesterday = (): string => new Date(Date.parse(league.today) - 86_400_000).toISOString().slice(0, 10)

const seasonsOfTeam = (id: string) =>
  (records['/teams/{id}'][id]?.competitions ?? []).flatMap(({ seasons, ...competition }) =>
    seasons.map((season) => ({ competition, season })),
  )

const seasonsOfPlayer = (id: string) =>
  (records['/players/{id}'][id]?.teams ?? []).flatMap(({ seasons, ...team }) =>
    seasons.map((season) => ({ team, competition: season.competition, season })),
  )

export const competitions: ListRoute = (query, plan) => query.page(league.competitions, plan)

export const seasons: ListRoute = (query, plan) => {
  const competition = query.id('competition', 'cp_')
  return query.page(
    league.seasons.filter((season) => (competition ?? season.competition.id) === season.competition.id),
    plan,
  )
}

export const teams: ListRoute = (query, plan) => {
  const [scope, q = ''] = [scopeOf(query), query.get('q')]
  if (query.get('q') !== undefined && !/[\p{L}\p{N}]/u.test(q))
    throw badRequest('q must have at least 1 letter or digit.')
  const isMeant = (id: string) => seasonsOfTeam(id).some((each) => isWithin(scope, each))
  return query.page(
    league.teams.filter(({ id, name }) => isNamed(name, q) && isMeant(id)),
    plan,
  )
}

export const players: ListRoute = (query, plan) => {
  const [scope, q, team] = [scopeOf(query), query.get('q'), query.id('team', 'tm_')]
  if (q === undefined && team === undefined) throw badRequest('Send q or team.', ['q', 'team'])
  if (q !== undefined && (q.match(/\p{L}/gu) ?? []).length < 3) throw badRequest('q must have at least 3 letters.')
  const isMeant = (id: string) =>
    seasonsOfPlayer(id).some((each) => (team ?? each.team.id) === each.team.id && isWithin(scope, each))
  return query.page(
    league.players.filter(({ id, name }) => isNamed(name, q ?? '') && isMeant(id)),
    plan,
  )
}

export const games: ListRoute = (query, plan) => {
  const [scope, isOn, team] = [scopeOf(query), daysOf(query), query.id('team', 'tm_')]
  const status = query.oneOf('status', ['scheduled', 'final', 'no_result'])
  return query.page(
    league.games.filter(
      (game) => isWithin(scope, game) && isOn(game) && isOf(team, game) && (status ?? game.status) === game.status,
    ),
    plan,
  )
}

export const results: ListRoute = (query, plan) => {
  const [scope, date] = [scopeOf(query), yesterday()]
  return query.page(
    league.games.filter((game) => game.date === date && game.status === 'final' && isWithin(scope, game)),
    plan,
  )
}

export const playerGames: ListRoute = (query, plan, id) => {
  const [scope, isOn] = [scopeOf(query), daysOf(query)]
  const page = query.page(
    gameLog(id).filter(({ game }) => isWithin(scope, game) && isOn(game)),
    plan,
  )
  if (records['/players/{id}'][id] === undefined) throw notFound(`player ${id}`)
  return page
}

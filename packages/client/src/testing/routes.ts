import type { Plan } from '@basketball-data/client'
import { league } from './league.ts'
import { usageOf } from './limits.ts'
import * as lists from './lists.ts'
import { checkId, type Query } from './query.ts'
import { notFound } from './refusal.ts'
import * as singles from './singles.ts'
import type { WebhookStore } from './webhooks.ts'

/** What a route is called with. */
export interface Asked {
  query: Query
  /** The id in the path; empty where the path has none. */
  id: string
  plan: Plan
  /** The fields that were sent; empty for a read. */
  body: Record<string, unknown>
  idempotencyKey: string | null
  webhooks: WebhookStore
  /** Calls counted so far. */
  used: number
  /** Address of the service, /v1 with it. */
  base: string
  /** Address of the documentation. */
  docs: string
}

/** One endpoint: who may call it, what it takes, and its body. */
export interface Route {
  method: string
  path: string
  /** The lowest plan; null: no key needed. */
  plan: Plan | null
  parameters: readonly string[]
  /** The fields of the body it reads; empty where it reads none. */
  fields: readonly string[]
  status: number
  /** The body of its answer. */
  answer: (asked: Asked) => unknown
}

const PAGING = ['page', 'cursor', 'per_page']
const wrapped = (data: unknown) => ({ data, meta: {} })

const route = (
  plan: Plan | null,
  path: string,
  parameters: readonly string[],
  answer: Route['answer'],
  { method = 'GET', status = 200, fields = [] as string[] } = {},
): Route => ({ method, path, plan, parameters, fields, status, answer })

const list = (plan: Plan, path: string, filters: string[], answer: lists.ListRoute): Route =>
  route(plan, path, [...filters, ...PAGING], ({ query, plan, id }) => answer(query, plan, id))

const single = (plan: Plan, path: string, parameters: string[], answer: (query: Query, id: string) => unknown): Route =>
  route(plan, path, parameters, ({ query, id }) => wrapped(answer(query, id)))

/** Every endpoint that the handlers answer. */
export const ROUTES: Route[] = [
  route(null, '/', [], ({ base, docs }) =>
    wrapped({ name: 'Fixtures', base, docs, status: 'ok', endpoints: ROUTES.length }),
  ),
  route('free', '/usage', [], ({ plan, used }) => wrapped(usageOf(plan, used))),
  list('free', '/competitions', [], lists.competitions),
  list('free', '/seasons', ['competition'], lists.seasons),
  list('live', '/teams', ['competition', 'season', 'q'], lists.teams),
  single('live', '/teams/{id}', [], singles.record('/teams/{id}')),
  single('live', '/teams/{id}/roster', ['season'], singles.roster),
  single('complete', '/teams/{id}/form', ['last', 'venue', 'competition'], singles.form),
  single('live', '/teams/{id}/head-to-head', ['opponent', 'competition', 'last'], singles.headToHead),
  route('complete', '/teams/{id}/trends', ['competition', 'season'], ({ query, id, plan }) =>
    singles.trends(query, id, plan),
  ),
  list('live', '/players', ['q', 'team', 'competition', 'season'], lists.players),
  single('live', '/players/{id}', [], singles.record('/players/{id}')),
  list('live', '/players/{id}/games', ['season', 'from', 'to'], lists.playerGames),
  single('live', '/players/{id}/seasons', ['competition'], singles.playerSeasons),
  single('complete', '/players/{id}/splits', ['by', 'season', 'competition'], singles.splits),
  single('live', '/standings', ['competition', 'season'], singles.standings),
  single('complete', '/stats/leaders', ['competition', 'season', 'stat', 'min_games', 'top'], singles.leaders),
  list('free', '/games', ['date', 'from', 'to', 'competition', 'season', 'team', 'status'], lists.games),
  single('free', '/games/{id}', [], singles.record('/games/{id}')),
  single('live', '/games/{id}/boxscore', [], singles.record('/games/{id}/boxscore')),
  single('live', '/games/{id}/playbyplay', [], singles.record('/games/{id}/playbyplay')),
  single('live', '/games/{id}/shots', [], singles.record('/games/{id}/shots')),
  single('complete', '/games/{id}/prices', ['lines'], singles.prices),
  list('free', '/results/yesterday', ['competition'], lists.results),
  route('live', '/webhooks', [], ({ webhooks, plan }) => webhooks.list(plan)),
  route(
    'live',
    '/webhooks',
    [],
    ({ webhooks, body, idempotencyKey }) => wrapped(webhooks.create(body, idempotencyKey)),
    {
      method: 'POST',
      status: 201,
      fields: ['url', 'events', 'competitions'],
    },
  ),
  route('live', '/webhooks/{id}', [], ({ webhooks, id }) => wrapped(webhooks.remove(id)), { method: 'DELETE' }),
  route('live', '/webhooks/{id}/test', [], ({ webhooks, id }) => wrapped(webhooks.test(id)), { method: 'POST' }),
  route(null, '/openapi.json', [], () => ({
    openapi: '3.1.0',
    info: { title: 'Fixtures', version: league.today.slice(0, 10) },
    paths: {},
  })),
]

/** The id in a path that a route is of; undefined where it is of another. */
const idIn = (path: string, route: Route): string | undefined => {
  const [before = '', after] = route.path.split('{id}')
  if (after === undefined) return path === route.path ? '' : undefined
  const id = path.slice(before.length, path.length - after.length)
  return id !== '' && !id.includes('/') && path === before + id + after ? id : undefined
}

const PREFIX: Record<string, string> = { teams: 'tm_', players: 'pl_', games: 'gm_', webhooks: 'wh_' }

/** @throws Refusal bad_request for an id of another kind than the path is of */
export const checkPathId = ({ path }: Route, id: string): void => {
  const kind = PREFIX[path.split('/')[1] ?? '']
  if (path.includes('{id}') && kind !== undefined) checkId(id, kind)
}

/** What a path answers, by method; OPTIONS is answered everywhere. */
export interface Place {
  /** HEAD where there is GET. */
  methods: string[]
  /** The route of a method, HEAD as GET; undefined for a method that is not answered. */
  route: (method: string) => Route | undefined
  id: string
}

/** What is at a path. @throws Refusal not_found where there is nothing */
export const placeOf = (path: string): Place => {
  const here = ROUTES.map((route) => ({ route, id: idIn(path, route) })).filter(({ id }) => id !== undefined)
  if (here.length === 0) throw notFound('such path')
  const routes = here.map(({ route }) => route)
  return {
    methods: [...routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'],
    route: (method) => routes.find((route) => route.method === (method === 'HEAD' ? 'GET' : method)),
    id: here[0]?.id ?? '',
  }
}

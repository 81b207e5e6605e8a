import type { Plan } from '@basketball-data/client'
import { league } from './league.ts'
import * as lists from './lists.ts'
import { checkId, type Query } from './query.ts'
import * as singles from './singles.ts'
import type { WebhookStore } from './webhooks.ts'

/** What a route is called with. */
export interface Asked {
  query: Query
  /** The id in the path; empty where the path has none. */
  id: string
  plan: Plan
  body: unknown
  webhooks: WebhookStore
  /** Calls counted so far. */
  calls: number
}

/** One endpoint: who may call it, what it takes, and its body. */
export interface Route {
  method: string
  path: string
  /** The lowest plan; null: no key needed. */
  plan: Plan | null
  parameters: readonly string[]
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
  { method = 'GET', status = 200 } = {},
): Route => ({ method, path, plan, parameters, status, answer })

const list = (plan: Plan, path: string, filters: string[], answer: lists.ListRoute): Route =>
  route(plan, path, [...filters, ...PAGING], ({ query, plan, id }) => answer(query, plan, id))

const single = (plan: Plan, path: string, parameters: string[], answer: (query: Query, id: string) => unknown): Route =>
  route(plan, path, parameters, ({ query, id }) => wrapped(answer(query, id)))

const usage = ({ plan, calls }: Asked) => ({
  key: 'bd_…test',
  plan,
  calls_today: calls,
  calls_this_month: calls,
  limits: { per_minute: null, per_day: null, per_month: null },
  remaining: null,
  resets_at: null,
  window: { from: null, to: null },
})

const BASE = 'http://127.0.0.1:3000'

/** Every endpoint that the handlers answer. */
export const ROUTES: Route[] = [
  route(null, '/', [], () =>
    wrapped({ name: 'Fixtures', base: `${BASE}/v1`, docs: `${BASE}/docs`, status: 'ok', endpoints: ROUTES.length }),
  ),
  route('free', '/usage', [], (asked) => wrapped(usage(asked))),
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
  route('live', '/webhooks', [], ({ webhooks, body }) => wrapped(webhooks.create(body)), {
    method: 'POST',
    status: 201,
  }),
  route('live', '/webhooks/{id}', [], ({ webhooks, id }) => wrapped(webhooks.remove(id)), { method: 'DELETE' }),
  route('live', '/webhooks/{id}/test', [], ({ webhooks, id }) => wrapped(webhooks.test(id)), { method: 'POST' }),
  route(null, '/openapi.json', [], () => ({
    openapi: '3.1.0',
    info: { title: 'Fixtures', version: league.today.slice(0, 10) },
    paths: {},
  })),
]

const PREFIX: Record<string, string> = { teams: 'tm_', players: 'pl_', games: 'gm_', webhooks: 'wh_' }

/** The route of a path, and the id in it; undefined where there is none. */
export const routeOf = (method: string, path: string): { route: Route; id: string } | undefined => {
  for (const each of ROUTES.filter((route) => route.method === method)) {
    const [before = '', after] = each.path.split('{id}')
    if (after === undefined && path === each.path) return { route: each, id: '' }
    const id = path.slice(before.length, path.length - (after?.length ?? 0))
    if (after !== undefined && !id.includes('/') && path === before + id + after) return { route: each, id }
  }
  return undefined
}

/** @throws Refusal bad_request for an id of another kind than the path is of */
export const checkPathId = ({ path }: Route, id: string): void => {
  const kind = PREFIX[path.split('/')[1] ?? '']
  if (path.includes('{id}') && kind !== undefined) checkId(id, kind)
}

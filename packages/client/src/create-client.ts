import type { All, AllOf, Client, Get, GetOf, List, ListOf, Read } from './client.ts'
import { ConnectionError } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { everyRecord, type Page, type Paging } from './paging.ts'
import { sender, type Call } from './request.ts'

/** An id goes into a path: `..` would lead to another endpoint. */
const pathOf = (template: string, id: string): string => {
  if (!/^\w+$/.test(id)) throw new TypeError(`Not an id: ${id}`)
  return template.replace('{id}', id)
}

/** Not crypto.randomUUID: pages that are not served by https have none. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Every body of a record or a list has these two; the contract, not this check, vouches for their fields. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the record it asked for
const isAnswer = <Answer extends { data: unknown; meta: unknown }>(body: object): body is Answer =>
  'data' in body && 'meta' in body

/**
 * A typed client of the service. What can be called twice is tried again: after 429 rate_limited, 5xx and lost connections it
 * waits and retries, after quota_exceeded never.
 * @example
 * const client = createClient({ key: 'bd_…', baseUrl: 'https://data.example/v1' })
 * for await (const game of client.games.all({ season: 'ss_2k9v0d3w' })) console.log(game.home.name, game.home_score)
 */
export const createClient = (options: ClientOptions = {}): Client => {
  const send = sender(options)
  const answerTo = async <Answer extends { data: unknown; meta: unknown }>(
    asked: Call,
    call?: CallOptions,
  ): Promise<Answer> => {
    const body = await send(asked, call)
    if (!isAnswer<Answer>(body)) throw new ConnectionError('foreign_answer', 200)
    return body
  }
  const recordOf = async <Data>(asked: Call, call?: CallOptions): Promise<Data> =>
    (await answerTo<{ data: Data; meta: object }>(asked, call)).data
  const answer = <Answer extends { data: unknown; meta: unknown }>(path: string, query: object, call?: CallOptions) =>
    answerTo<Answer>({ path, query }, call)
  const record = <Data>(path: string, query: object = {}, call?: CallOptions) => recordOf<Data>({ path, query }, call)
  const one =
    <Data>(path: string): Read<Data> =>
    (call) =>
      record(path, {}, call)
  const byId =
    <Data>(template: string): Get<Data> =>
    async (id, call) =>
      record(pathOf(template, id), {}, call)
  const partOf =
    <Parameters extends object, Data>(template: string): GetOf<Parameters, Data> =>
    async (id, parameters, call) =>
      record(pathOf(template, id), parameters, call)
  const list =
    <Parameters extends Paging, Item>(path: string): List<Parameters, Item> =>
    (parameters, call) =>
      answer<Page<Item>>(path, parameters ?? {}, call)
  const all =
    <Parameters extends Paging, Item>(path: string): All<Parameters, Item> =>
    (parameters, call) =>
      everyRecord((paging) => answer<Page<Item>>(path, { ...parameters, ...paging }, call), parameters?.per_page)
  const listOf =
    <Parameters extends Paging, Item>(template: string): ListOf<Parameters, Item> =>
    async (id, parameters, call) =>
      list<Parameters, Item>(pathOf(template, id))(parameters, call)
  const allOf = <Parameters extends Paging, Item>(template: string): AllOf<Parameters, Item> =>
    async function* (id, parameters, call) {
      yield* all<Parameters, Item>(pathOf(template, id))(parameters, call)
    }

  const change =
    <Data>(method: 'POST' | 'DELETE', template: string): Get<Data> =>
    async (id, call) =>
      recordOf({ method, path: pathOf(template, id) }, call)

  return {
    index: one('/'),
    usage: one('/usage'),
    openapi: async (call) => ({ ...(await send({ path: '/openapi.json' }, call)) }),
    competitions: { list: list('/competitions'), all: all('/competitions') },
    seasons: { list: list('/seasons'), all: all('/seasons') },
    teams: {
      list: list('/teams'),
      all: all('/teams'),
      get: byId('/teams/{id}'),
      roster: partOf('/teams/{id}/roster'),
      form: partOf('/teams/{id}/form'),
      headToHead: partOf('/teams/{id}/head-to-head'),
    },
    players: {
      list: list('/players'),
      all: all('/players'),
      get: byId('/players/{id}'),
      games: listOf('/players/{id}/games'),
      allGames: allOf('/players/{id}/games'),
      seasons: partOf('/players/{id}/seasons'),
      splits: partOf('/players/{id}/splits'),
    },
    standings: (parameters, call) => record('/standings', parameters, call),
    leaders: (parameters, call) => record('/stats/leaders', parameters, call),
    games: {
      list: list('/games'),
      all: all('/games'),
      get: byId('/games/{id}'),
      boxScore: byId('/games/{id}/boxscore'),
      playByPlay: byId('/games/{id}/playbyplay'),
      shots: byId('/games/{id}/shots'),
    },
    results: { yesterday: list('/results/yesterday'), allYesterday: all('/results/yesterday') },
    webhooks: {
      list: (call) => answer('/webhooks', {}, call),
      create: (webhook, { idempotencyKey = newKey(), ...call } = {}) =>
        recordOf({ method: 'POST', path: '/webhooks', body: webhook, idempotencyKey }, call),
      remove: change('DELETE', '/webhooks/{id}'),
      test: change('POST', '/webhooks/{id}/test'),
    },
  }
}

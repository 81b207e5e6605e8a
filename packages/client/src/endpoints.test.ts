import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  BasketballData,
  type GameFilters,
  type GetHeadToHead,
  type GetLeaders,
  type GetPlayerSeasons,
  type GetPlayerSplits,
  type GetPrices,
  type GetRoster,
  type GetStandings,
  type GetTeamForm,
  type GetTrends,
  type List,
  type ListCompetitions,
  type ListPlayerGames,
  type ListResults,
  type ListSeasons,
  type ListTeams,
  type NewWebhook,
  type PlayerFilters,
} from './index.ts'

const Reference = z.object({ $ref: z.string() })
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
})
const Fields = z.object({ properties: z.record(z.string(), z.unknown()) })
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(Reference).default([]),
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Reference })) }).optional(),
      }),
    ),
  ),
  components: z.object({ parameters: z.record(z.string(), Parameter), schemas: z.record(z.string(), z.unknown()) }),
})
const { paths, components } = Document.parse(
  JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')),
)
const last = (reference: string) => reference.split('/').at(-1) ?? ''

/** An operation as the document has it, and as the client calls it. */
interface Operation {
  method: string
  path: string
  query: string[]
  headers: string[]
  body: string[]
}

/** Headers of any call: a caller sets the one among `headers`, the cache sends the other. */
const GENERAL = new Set(['x-request-id', 'if-none-match'])

const documented = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => {
    const named = parameters.map(({ $ref }) => components.parameters[last($ref)])
    const inside = (place: string) => named.flatMap((each) => (each?.in === place ? each.name.toLowerCase() : []))
    const schema =
      requestBody && Fields.parse(components.schemas[last(requestBody.content['application/json']?.schema.$ref ?? '')])
    const operation: Operation = {
      method: method.toUpperCase(),
      path,
      query: inside('query').toSorted(),
      headers: inside('header').filter((name) => !GENERAL.has(name)),
      body: Object.keys(schema?.properties ?? {}).toSorted(),
    }
    return [operationId, operation] as const
  }),
)

const sent: Request[] = []
const fetch = async (address: string, init: RequestInit) => {
  sent.push(new Request(address, init))
  return Response.json({ data: 'found', meta: { next_cursor: null } })
}
const baseUrl = 'https://data.example/v1'
const client = new BasketballData({ apiKey: 'bd_key', baseUrl, fetch })
afterEach(() => {
  sent.length = 0
})

/** Every parameter there is: the compiler asks for each, so that none is in the types that is not in a call here. */
type All<Parameters> = { [Name in keyof Parameters]-?: Exclude<Parameters[Name], undefined> }
const ids = { competition: 'cp_8r7yrkj6', season: 'ss_2k9v0d3w', team: 'tm_5q1zt8xn' }
const { competition, season, team } = ids
const days = { from: '2026-11-01', to: '2026-11-30' }
/** `page` and `cursor` cannot be sent together: what one call leaves out, the other sends. */
const paged = async <Parameters>(list: (parameters: Parameters) => List<unknown>, all: All<Parameters>) => {
  await list({ ...all, cursor: undefined }).page()
  await list({ ...all, page: undefined }).page()
}
const paging = { page: 2, cursor: 'next', per_page: 20 }

/** How the client makes the call of each operation of the document. */
const CALLS: Record<string, () => Promise<unknown>> = {
  getIndex: () => client.index(),
  getUsage: () => client.usage(),
  getOpenApiDocument: () => client.openapi(),
  listCompetitions: () => paged<ListCompetitions>(client.competitions.list, paging),
  listSeasons: () => paged<ListSeasons>(client.seasons.list, { competition, ...paging }),
  listTeams: () => paged<ListTeams>(client.teams.list, { competition, season, q: 'alb', ...paging }),
  getTeam: () => client.teams.get(team),
  getTeamRoster: () => client.teams.roster(team, { season } satisfies All<GetRoster>),
  getTeamForm: () => client.teams.form(team, { last: 5, venue: 'home', competition } satisfies All<GetTeamForm>),
  getTeamHeadToHead: () =>
    client.teams.headToHead(team, { opponent: 'tm_0v6kd2rm', competition, last: 5 } satisfies All<GetHeadToHead>),
  listTeamTrends: () => client.teams.trends(team, { competition, season } satisfies All<GetTrends>).page(),
  listPlayers: () =>
    paged<PlayerFilters>((filters) => client.players.list({ q: 'holm', team, ...filters }), {
      competition,
      season,
      ...paging,
    }),
  getPlayer: () => client.players.get('pl_c4h7m2pe'),
  listPlayerGames: () =>
    paged<ListPlayerGames>((parameters) => client.players.games('pl_c4h7m2pe', parameters), {
      season,
      ...days,
      ...paging,
    }),
  getPlayerSeasons: () => client.players.seasons('pl_c4h7m2pe', { competition } satisfies All<GetPlayerSeasons>),
  getPlayerSplits: () =>
    client.players.splits('pl_c4h7m2pe', { by: 'month', season, competition } satisfies All<GetPlayerSplits>),
  getStandings: () => client.standings({ competition, season } satisfies All<GetStandings>),
  getLeaders: () =>
    client.stats.leaders({ competition, season, stat: 'assists', min_games: 3, top: 5 } satisfies All<GetLeaders>),
  listGames: async () => {
    await client.games.list({ date: '2026-11-20' }).page()
    const filters: All<GameFilters> = { ...ids, status: 'final', ...paging }
    await paged<GameFilters>((each) => client.games.list({ ...each, ...days }), filters)
  },
  getGame: () => client.games.get('gm_9wd3f6ka'),
  getGameBoxScore: () => client.games.boxScore('gm_9wd3f6ka'),
  getGamePlayByPlay: () => client.games.playByPlay('gm_9wd3f6ka'),
  getGameShots: () => client.games.shots('gm_9wd3f6ka'),
  getGamePrices: () => client.games.prices('gm_9wd3f6ka', { lines: 'all' } satisfies All<GetPrices>),
  listResultsOfYesterday: () => paged<ListResults>(client.results.yesterday, { competition, ...paging }),
  listWebhooks: () => client.webhooks.list().page(),
  createWebhook: () => {
    const events: NewWebhook['events'] = ['game.final']
    const all: All<NewWebhook> = { url: 'https://hooks.example.org/', events, competitions: [competition] }
    return client.webhooks.create(all)
  },
  removeWebhook: () => client.webhooks.remove('wh_0f3a9c5d7e1b2468'),
  testWebhook: () => client.webhooks.test('wh_0f3a9c5d7e1b2468'),
}

/** What the calls of one operation have sent together, its id back in the notation of the document. */
const operationOf = async (requests: Request[]): Promise<Operation> => {
  const [first = new Request(baseUrl)] = requests
  const path = new URL(first.url).pathname.slice('/v1'.length).replace(/\/[a-z]{2}_\w+/, '/{id}')
  const text = await first.text()
  const names = requests.flatMap(({ url }) => [...new URL(url).searchParams.keys()])
  return {
    method: first.method,
    path,
    query: [...new Set(names)].toSorted(),
    headers: [...first.headers.keys()].filter((name) => name === 'idempotency-key'),
    body: Object.keys(text === '' ? {} : Object(JSON.parse(text))).toSorted(),
  }
}

describe('the client and the committed document', () => {
  test('have the same operations', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(documented.map(([operationId]) => operationId).toSorted())
  })

  test.each(documented)('%s: the method, path, parameters and body are the same', async (operationId, operation) => {
    await CALLS[operationId]?.()
    expect(await operationOf(sent)).toEqual(operation)
  })

  test('a method of the client is an operation of the document', () => {
    const methods = Object.values(client).flatMap((value: unknown) =>
      typeof value === 'function' ? [value] : Object.values(Object(value)),
    )
    expect(methods).toHaveLength(documented.length)
  })
})

describe('a call', () => {
  test('carries the key as a bearer token, and never in the address', async () => {
    await client.usage()
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer bd_key')
    expect(sent[0]?.url).not.toContain('bd_key')
  })

  test('without a key carries none', async () => {
    await new BasketballData({ baseUrl, fetch }).index()
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('finds the service whether or not its address ends in a slash, and on this machine where none is given', async () => {
    await new BasketballData({ baseUrl: `${baseUrl}/`, fetch }).usage()
    await new BasketballData({ fetch }).usage()
    expect(sent.map(({ url }) => url)).toEqual([`${baseUrl}/usage`, 'http://127.0.0.1:3000/v1/usage'])
  })

  test('with what can be no id is not made', async () => {
    for (const id of ['', '.', '..', '../usage', 'gm_1/shots', 'gm_1?x=1', 'gm_1#', '%2e%2e', 'gm 1'])
      await expect(client.games.get(id)).rejects.toThrow(TypeError)
    for (const none of [undefined, null, 7]) {
      const id = none as unknown as string
      await expect(client.games.get(id)).rejects.toThrow(TypeError)
      await expect(client.teams.roster(id)).rejects.toThrow(TypeError)
      await expect(client.teams.trends(id).page()).rejects.toThrow(TypeError)
      await expect(client.players.games(id).all()).rejects.toThrow(TypeError)
      await expect(client.webhooks.remove(id)).rejects.toThrow(TypeError)
    }
    await expect(client.teams.headToHead('../usage', { opponent: team })).rejects.toThrow(TypeError)
    await expect(client.players.games('..').page()).rejects.toThrow(TypeError)
    await expect(client.players.games('').all()).rejects.toThrow(TypeError)
    await expect(client.webhooks.remove('../usage')).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })

  test('for the OpenAPI document gives the document itself', async () => {
    const document = { openapi: '3.1.0', paths: {} }
    expect(await client.openapi({ fetch: async () => Response.json(document) })).toEqual(document)
  })
})

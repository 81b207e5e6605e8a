import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BadRequestError, BasketballData, type EventStream, type List } from './index.ts'
import type {
  GetForecasts,
  GetGamePrices,
  GetGameFlow,
  GetGameShotChart,
  GetHistoryLeaders,
  GetHistoryStandings,
  GetLeaders,
  GetPlayerSeasons,
  GetPlayerAverages,
  GetPlayerOnOff,
  GetPlayerShotChart,
  GetPlayerSplits,
  GetRace,
  GetWhatIf,
  GetStandings,
  GetTeamForm,
  GetTeamHeadToHead,
  GetTeamLineUps,
  GetTeamRoster,
  GetTeamShotChart,
  ListCompetitions,
  ListGames,
  ListPlayerGames,
  ListPlayers,
  ListChanges,
  ListLive,
  ListResultsOfYesterday,
  ListSeasons,
  ListTeams,
  ListTeamTrends,
  StreamGame,
  StreamGames,
  WebhookInput,
} from './openapi.generated.ts'

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

/** An operation, as documented or as the client called it. */
interface Operation {
  method: string
  path: string
  query: string[]
  headers: string[]
  body: string[]
}

/** Headers that calls may have: callers set the first, the cache the second, a stream that connects again the third. */
const GENERAL = new Set(['x-request-id', 'if-none-match', 'last-event-id'])

const documented = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => {
    const named = parameters.map(({ $ref }) => components.parameters[last($ref)])
    const namesIn = (location: string) =>
      named.flatMap((each) => (each?.in === location ? each.name.toLowerCase() : []))
    const schema =
      requestBody && Fields.parse(components.schemas[last(requestBody.content['application/json']?.schema.$ref ?? '')])
    const operation: Operation = {
      method: method.toUpperCase(),
      path,
      query: namesIn('query').toSorted(),
      headers: namesIn('header').filter((name) => !GENERAL.has(name)),
      body: Object.keys(schema?.properties ?? {}).toSorted(),
    }
    return [operationId, operation] as const
  }),
)

const sent: Request[] = []
const fetch = async (address: string, init: RequestInit) => {
  sent.push(new Request(address, init))
  if (new URL(address).pathname.endsWith('.svg')) return new Response('<svg></svg>')
  return Response.json({ data: 'data', meta: { next_cursor: null } })
}
const baseUrl = 'https://data.example/v1'
const client = new BasketballData({ apiKey: 'bd_key', baseUrl, fetch })
afterEach(() => {
  sent.length = 0
})

/** All parameters of an operation, so that the compiler finds one that is missing from a call below. */
type All<Parameters> = { [Name in keyof Parameters]-?: Exclude<Parameters[Name], undefined> }
const competition = 'cp_8r7yrkj6'
const season = 'ss_2k9v0d3w'
const team = 'tm_5q1zt8xn'
const days = { from: '2026-11-01', to: '2026-11-30' }
const GAME = 'gm_9wd3f6ka'
const PLAYER = 'pl_c4h7m2pe'
const WEBHOOK = 'wh_0f3a9c5d7e1b2468'

/** `page` and `cursor` exclude each other, so two requests send both. */
const bothPages = async (list: (paging: { page?: number; cursor?: string; per_page: number }) => List<unknown>) => {
  await list({ page: 2, per_page: 20 })
  await list({ cursor: 'next', per_page: 20 })
}
/** Checks that these are all parameters except paging. */
const all = <Parameters>(parameters: All<Omit<Parameters, 'page' | 'cursor' | 'per_page'>>) => parameters

/** Opens a stream, which the response is not. */
const refused = (stream: EventStream<unknown>) => stream.next().catch(() => {})

/** How the client calls each operation of the document, with every parameter. */
const CALLS: Record<string, () => Promise<unknown>> = {
  getIndex: () => client.index(),
  getUsage: () => client.usage(),
  getOpenApiDocument: () => client.openapi(),
  listCompetitions: () => bothPages((paging) => client.competitions.list({ ...all<ListCompetitions>({}), ...paging })),
  listSeasons: () => bothPages((paging) => client.seasons.list({ ...all<ListSeasons>({ competition }), ...paging })),
  listTeams: () =>
    bothPages((paging) => client.teams.list({ ...all<ListTeams>({ competition, season, q: 'alb' }), ...paging })),
  getTeam: () => client.teams.get(team),
  getTeamRoster: () => client.teams.roster(team, all<GetTeamRoster>({ season })),
  getTeamForm: () => client.teams.form(team, all<GetTeamForm>({ last: 5, venue: 'home', competition })),
  getTeamHeadToHead: () =>
    client.teams.headToHead(team, all<GetTeamHeadToHead>({ opponent: 'tm_0v6kd2rm', competition, last: 5 })),
  getTeamLineUps: () =>
    client.teams.lineUps(team, all<GetTeamLineUps>({ season, competition, size: 2, min_seconds: 60, top: 5 })),
  getTeamShotChart: () => client.teams.shotChart(team, all<GetTeamShotChart>({ season, competition })),
  listTeamTrends: () => client.teams.trends(team, all<ListTeamTrends>({ competition, season })),
  listPlayers: () =>
    bothPages((paging) =>
      client.players.list({ ...all<ListPlayers>({ q: 'holm', team, competition, season }), ...paging }),
    ),
  getPlayer: () => client.players.get(PLAYER),
  listPlayerGames: () =>
    bothPages((paging) => client.players.games(PLAYER, { ...all<ListPlayerGames>({ season, ...days }), ...paging })),
  getPlayerSeasons: () => client.players.seasons(PLAYER, all<GetPlayerSeasons>({ competition })),
  getPlayerSplits: () => client.players.splits(PLAYER, all<GetPlayerSplits>({ by: 'month', season, competition })),
  getPlayerAverages: () =>
    client.players.averages(PLAYER, all<GetPlayerAverages>({ competition, season, stage: 'regular', ...days })),
  getPlayerOnOff: () => client.players.onOff(PLAYER, all<GetPlayerOnOff>({ season, competition })),
  getPlayerShotChart: () => client.players.shotChart(PLAYER, all<GetPlayerShotChart>({ season, competition })),
  getStandings: () => client.standings(all<GetStandings>({ competition, season })),
  getRace: () => client.race(all<GetRace>({ competition, season, date: '2026-11-20' })),
  getWhatIf: () => client.whatIf(all<GetWhatIf>({ competition, season, results: `${GAME}:90-80` })),
  getLeaders: () =>
    client.stats.leaders(all<GetLeaders>({ competition, season, stat: 'assists', min_games: 3, top: 5 })),
  getHistoryStandings: () =>
    client.history.standings(all<GetHistoryStandings>({ competition, season, date: '2026-11-20' })),
  getHistoryLeaders: () =>
    client.history.leaders(
      all<GetHistoryLeaders>({
        competition,
        season,
        date: '2026-11-20',
        stat: 'assists',
        min_games: 3,
        top: 5,
        stage: 'playoffs',
      }),
    ),
  listGames: async () => {
    const { date, from, to, ...filters } = all<ListGames>({
      competition,
      season,
      team,
      status: 'final',
      date: '2026-11-20',
      ...days,
    })
    await client.games.list({ date })
    await bothPages((paging) => client.games.list({ ...filters, from, to, ...paging }))
  },
  getGame: () => client.games.get(GAME),
  getGameBoxScore: () => client.games.boxScore(GAME),
  getGamePlayByPlay: () => client.games.playByPlay(GAME),
  getGameShots: () => client.games.shots(GAME),
  getGameLineUps: () => client.games.lineUps(GAME),
  getGamePossessions: () => client.games.possessions(GAME),
  getGamePreview: () => client.games.preview(GAME),
  listGameRevisions: () => bothPages((paging) => client.games.revisions(GAME, paging)),
  getGameForecast: () => client.games.forecast(GAME),
  getGameWinProbability: () => client.games.winProbability(GAME),
  getForecasts: () => client.forecasts(all<GetForecasts>({ competition, date: '2026-11-20' })),
  getGamePrices: () => client.games.prices(GAME, all<GetGamePrices>({ lines: 'all' })),
  getGameShotChart: () => client.games.shotChart(GAME, all<GetGameShotChart>({ side: 'home', player: PLAYER })),
  getGameFlow: () => client.games.flow(GAME, all<GetGameFlow>({ probability: true })),
  streamGame: () => refused(client.games.stream(GAME, all<StreamGame>({ after: '12-3' }))),
  streamGames: () =>
    refused(
      client.stream(all<StreamGames>({ competition, season, date: '2026-11-20', backfill: true, after: '12-3' })),
    ),
  listLive: () =>
    bothPages((paging) => client.live({ ...all<ListLive>({ competition, date: '2026-11-20' }), ...paging })),
  listResultsOfYesterday: () =>
    bothPages((paging) => client.results.yesterday({ ...all<ListResultsOfYesterday>({ competition }), ...paging })),
  listChanges: () =>
    client.changes.list({ per_page: 20, ...all<ListChanges>({ after: '12', competition, season, game: GAME }) }),
  listWebhooks: () => client.webhooks.list(),
  createWebhook: () =>
    client.webhooks.create(
      all<WebhookInput>({ url: 'https://hooks.example.org/', events: ['game.final'], competitions: [competition] }),
    ),
  removeWebhook: () => client.webhooks.remove(WEBHOOK),
  testWebhook: () => client.webhooks.test(WEBHOOK),
}

/** The operation that these requests called, with `{id}` in the path as in the document. */
const findOperation = async (requests: Request[]): Promise<Operation> => {
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

describe('the client', () => {
  test('has a method for every operation of the OpenAPI document', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(documented.map(([operationId]) => operationId).toSorted())
  })

  test.each(documented)(
    'calls %s with the documented method, path, parameters and body',
    async (operationId, operation) => {
      await CALLS[operationId]?.()
      expect(await findOperation(sent)).toEqual(operation)
    },
  )

  test('has no method without an operation', () => {
    const methods = Object.values(client).flatMap((value: unknown) =>
      typeof value === 'function' ? [value] : Object.values(Object(value)),
    )
    expect(methods).toHaveLength(documented.length)
  })
})

describe('a call', () => {
  test('sends the key as a bearer token, never in the URL', async () => {
    await client.usage()
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer bd_key')
    expect(sent[0]?.url).not.toContain('bd_key')
  })

  test('without a key has no Authorization header', async () => {
    await new BasketballData({ baseUrl, fetch }).index()
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('accepts a base URL with a trailing slash, and defaults to 127.0.0.1:3000', async () => {
    await new BasketballData({ baseUrl: `${baseUrl}/`, fetch }).usage()
    await new BasketballData({ apiKey: 'bd_key', fetch }).usage()
    expect(sent.map(({ url }) => url)).toEqual([`${baseUrl}/usage`, 'http://127.0.0.1:3000/v1/usage'])
  })

  test('with a malformed id rejects with the BadRequestError of the service and sends nothing', async () => {
    for (const id of ['', '.', '..', '../usage', 'gm_1/shots', 'gm_1?x=1', 'gm_1#', '%2e%2e', 'gm 1'])
      await expect(client.games.get(id)).rejects.toMatchObject({
        name: 'BadRequestError',
        code: 'bad_request',
        status: 400,
        message: `"${id}" is not an id: ids are like gm_9wd3f6ka.`,
      })
    await expect(client.teams.headToHead('../usage', { opponent: team })).rejects.toThrow(BadRequestError)
    await expect(client.players.games('..')).rejects.toThrow(BadRequestError)
    await expect(client.players.games('').all()).rejects.toThrow(BadRequestError)
    await expect(client.webhooks.remove('../usage')).rejects.toThrow(BadRequestError)
    await expect(client.games.stream('..').next()).rejects.toThrow(BadRequestError)
    expect(sent).toEqual([])
  })

  test('with an id that is no string rejects with a TypeError and sends nothing', async () => {
    for (const none of [undefined, null, 7]) {
      const id = none as unknown as string
      await expect(client.games.get(id)).rejects.toThrow(TypeError)
      await expect(client.teams.roster(id)).rejects.toThrow(TypeError)
      await expect(client.teams.trends(id)).rejects.toThrow(TypeError)
      await expect(client.players.games(id).all()).rejects.toThrow(TypeError)
      await expect(client.webhooks.remove(id)).rejects.toThrow(TypeError)
    }
    expect(sent).toEqual([])
  })

  test('of openapi resolves to the document itself', async () => {
    const document = { openapi: '3.1.0', paths: {} }
    expect(await client.openapi({ fetch: async () => Response.json(document) })).toEqual(document)
  })
})

import type { Competitions, Games, Players, Results, Seasons, Stats, Teams, Webhooks } from './api.ts'
import { type Call, callOf } from './call.ts'
import { endpointsOver } from './endpoints.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import type { GetStandings } from './parameters.ts'
import type { Index, Usage } from './records.ts'
import { sender } from './request.ts'
import type { Standings } from './statistics-records.ts'

/**
 * A typed client of the service: a method for each endpoint, grouped as the paths are.
 *
 * Every call rejects with a ServiceError of the class of its code when the service refuses it, with a ConnectionError when
 * there is no answer of the service, and with the signal's reason when its signal is aborted (a list that is being read
 * throws an AbortedError then). Where trying again can help and does no harm, it is tried again first.
 * @example
 * const client = new BasketballData({ apiKey: 'bd_…', baseUrl: 'https://data.example/v1' })
 * for await (const game of client.games.list({ season: 'ss_2k9v0d3w' })) console.log(game.home.name, game.home_score)
 */
export class BasketballData {
  /** GET /: the service itself. Needs no key. */
  readonly index: (options?: CallOptions) => Call<Index>
  /** GET /usage: what the account has used and may still use. Not counted. */
  readonly usage: (options?: CallOptions) => Call<Usage>
  /** GET /openapi.json: the machine-readable description of the service. Needs no key. */
  readonly openapi: (options?: CallOptions) => Call<{ [field: string]: unknown }>
  /** GET /standings: the table of a season. Plan live. */
  readonly standings: (parameters: GetStandings, options?: CallOptions) => Call<Standings>
  readonly competitions: Competitions
  readonly seasons: Seasons
  readonly teams: Teams
  readonly players: Players
  readonly games: Games
  readonly stats: Stats
  readonly results: Results
  readonly webhooks: Webhooks

  /** @throws TypeError for a key or headers that cannot be sent, and a baseUrl that is no address */
  constructor(options: ClientOptions = {}) {
    const send = sender(options)
    const { byId, create, find, list, listOf, one, partOf, whole, wholeOf } = endpointsOver(send, options.signal)
    this.index = one('/')
    this.usage = one('/usage')
    this.openapi = (options) =>
      callOf(send({ path: '/openapi.json' }, options).then(({ data, response }) => ({ data: { ...data }, response })))
    this.standings = find('/standings')
    this.competitions = { list: list('/competitions') }
    this.seasons = { list: list('/seasons') }
    this.teams = {
      list: list('/teams'),
      get: byId('/teams/{id}'),
      roster: partOf('/teams/{id}/roster'),
      form: partOf('/teams/{id}/form'),
      headToHead: partOf('/teams/{id}/head-to-head'),
      trends: wholeOf('/teams/{id}/trends'),
    }
    this.players = {
      list: list('/players'),
      get: byId('/players/{id}'),
      games: listOf('/players/{id}/games'),
      seasons: partOf('/players/{id}/seasons'),
      splits: partOf('/players/{id}/splits'),
    }
    this.games = {
      list: list('/games'),
      get: byId('/games/{id}'),
      boxScore: byId('/games/{id}/boxscore'),
      playByPlay: byId('/games/{id}/playbyplay'),
      shots: byId('/games/{id}/shots'),
      prices: partOf('/games/{id}/prices'),
    }
    this.stats = { leaders: find('/stats/leaders') }
    this.results = { yesterday: list('/results/yesterday') }
    this.webhooks = {
      list: whole('/webhooks'),
      create: create('/webhooks'),
      remove: byId('/webhooks/{id}', 'DELETE'),
      test: byId('/webhooks/{id}/test', 'POST'),
    }
  }
}

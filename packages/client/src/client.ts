import { type Api, createApi } from './api.ts'
import type * as openapi from './openapi.generated.ts'
import { createChangeList, type ChangeList } from './changes.ts'
import type {
  BoxScore,
  Competition,
  Forecasts,
  Game,
  GameDetail,
  GameForecast,
  GameLineUps,
  GamePreview,
  GameRevision,
  GameStreamEvent,
  HeadToHead,
  ServiceIndex,
  Leaders,
  LiveBoardMeta,
  LiveGame,
  WebhookInput,
  OnOff,
  PlayByPlay,
  Player,
  PlayerAverages,
  PlayerGame,
  PlayerSeasons,
  PlayerSplits,
  PlayerSummary,
  Possessions,
  Prices,
  Race,
  Roster,
  Season,
  Shots,
  Standings,
  StreamEvent,
  Team,
  TeamDetail,
  TeamForm,
  TeamLineUps,
  Trend,
  Usage,
  Webhook,
  WhatIfStandings,
  WinProbability,
} from './openapi.generated.ts'
import { type CallOptions, type ClientOptions, clientSettings } from './options.ts'
import type { List } from './paging.ts'
import { newIdempotencyKey, path } from './request.ts'
import type { Call } from './response.ts'
import { createStreaming, type StreamOptions } from './stream.ts'

/** Parameters of GET /games: `date`, or `from` and `to`, but not both. */
export type ListGames = openapi.ListGames & ({ date?: undefined } | { from?: undefined; to?: undefined })

/** Parameters of GET /players: `q` or `team` is required. */
export type ListPlayers = openapi.ListPlayers & ({ q: string } | { team: string })

/** A webhook as it is created: the only response that holds its secret. */
export type CreatedWebhook = Webhook & { secret: string }

/**
 * A stream, which can be read once. To resume in another process, pass the `id` of an event as `after`.
 * @example for await (const { event, data } of client.games.stream(id)) if (event === 'period') console.log(data.data.game.periods)
 */
export type EventStream<Event> = AsyncGenerator<Event, void, undefined>

/** Options of a call that creates a record. */
export interface CreateOptions extends CallOptions {
  /** A call with the same key within 24 hours creates no second record. By default every call has a new key. */
  idempotencyKey?: string | undefined
}

/** The class behind BasketballData. Its private fields are not part of that type. */
class Client {
  readonly #api: Api
  /** Apart, so that a client without streams is smaller. */
  readonly #stream: ReturnType<typeof createStreaming>

  constructor(options: ClientOptions = {}) {
    const settings = clientSettings(options)
    this.#api = createApi(options, settings)
    this.#stream = createStreaming(options, settings)
  }

  /** GET /: service index. Needs no key. */
  readonly index = (options?: CallOptions): Call<ServiceIndex> => this.#api.call('GET', '/', {}, options)
  /** GET /usage: calls made and calls left. Not counted. */
  readonly usage = (options?: CallOptions): Call<Usage> => this.#api.call('GET', '/usage', {}, options)
  /** GET /openapi.json: the OpenAPI document. Needs no key. */
  readonly openapi = (options?: CallOptions): Call<Record<string, unknown>> =>
    this.#api.document('/openapi.json', options)
  /** GET /standings: standings of a season. Plan live. */
  readonly standings = (query: openapi.GetStandings, options?: CallOptions): Call<Standings> =>
    this.#api.call('GET', '/standings', { query }, options)
  /** GET /standings/race: what each team can still reach. Plan complete. */
  readonly race = (query: openapi.GetRace, options?: CallOptions): Call<Race> =>
    this.#api.call('GET', '/standings/race', { query }, options)
  /** GET /standings/what-if: the standings with assumed results, and the rule that placed each team. Plan complete. */
  readonly whatIf = (query: openapi.GetWhatIf, options?: CallOptions): Call<WhatIfStandings> =>
    this.#api.call('GET', '/standings/what-if', { query }, options)

  /** GET /forecasts: the forecasts of the games of a day, and their seal. Plan complete. */
  readonly forecasts = (query: openapi.GetForecasts, options?: CallOptions): Call<Forecasts> =>
    this.#api.call('GET', '/forecasts', { query }, options)

  /**
   * GET /live: every running game and every game of the day, by tip-off, with scores, clocks and latest plays. Pass
   * `meta.stream_after` of its first page as `after` to `stream`, which continues from exactly there. Plan live.
   * @example
   * const { data, meta } = await client.live()
   * for await (const { event, data } of client.stream({ after: meta.stream_after })) if (event === 'score') show(data)
   */
  readonly live = (
    query?: openapi.ListLive,
    options?: CallOptions,
  ): List<LiveGame, Pick<LiveBoardMeta, 'stream_after'>> => this.#api.list('/live', query, options)

  /**
   * GET /stream: changed games and scores, ended periods and final scores. It reconnects automatically, resumes after the last event,
   * and never ends. Leave the loop to close it. Plan live.
   */
  readonly stream = ({
    competition,
    season,
    date,
    backfill,
    ...options
  }: openapi.StreamGames & StreamOptions = {}): EventStream<StreamEvent> =>
    this.#stream({ ...options, path: '/stream', query: { competition, season, date, backfill } })

  /** Endpoints under /competitions. */
  readonly competitions = {
    /** GET /competitions: leagues, cups and tournaments, by name. */
    list: (query?: openapi.ListCompetitions, options?: CallOptions): List<Competition> =>
      this.#api.list('/competitions', query, options),
  }

  /** Endpoints under /seasons. */
  readonly seasons = {
    /** GET /seasons: newest first. */
    list: (query?: openapi.ListSeasons, options?: CallOptions): List<Season> =>
      this.#api.list('/seasons', query, options),
  }

  /** Endpoints under /teams. */
  readonly teams = {
    /** GET /teams: by name. Plan live. */
    list: (query?: openapi.ListTeams, options?: CallOptions): List<Team> => this.#api.list('/teams', query, options),
    /**
     * GET /teams/{id}: the club, its coaches and its seasons. Plan live.
     * @throws NotFoundError for an unknown id, BadRequestError for a malformed one or one of another kind
     */
    get: (id: string, options?: CallOptions): Call<TeamDetail> =>
      this.#api.call('GET', path`/teams/${id}`, {}, options),
    /** GET /teams/{id}/roster: the players of a season, with their averages. Plan live. */
    roster: (id: string, query?: openapi.GetTeamRoster, options?: CallOptions): Call<Roster> =>
      this.#api.call('GET', path`/teams/${id}/roster`, { query }, options),
    /** GET /teams/{id}/form: the last games, with pace and ratings. Plan complete. */
    form: (id: string, query?: openapi.GetTeamForm, options?: CallOptions): Call<TeamForm> =>
      this.#api.call('GET', path`/teams/${id}/form`, { query }, options),
    /** GET /teams/{id}/head-to-head: the last games against `opponent`. Plan live. */
    headToHead: (id: string, query: openapi.GetTeamHeadToHead, options?: CallOptions): Call<HeadToHead> =>
      this.#api.call('GET', path`/teams/${id}/head-to-head`, { query }, options),
    /** GET /teams/{id}/lineups: players who were on court together in a season. Plan complete. */
    lineUps: (id: string, query?: openapi.GetTeamLineUps, options?: CallOptions): Call<TeamLineUps> =>
      this.#api.call('GET', path`/teams/${id}/lineups`, { query }, options),
    /** GET /teams/{id}/shots.svg: the shot chart of a season, as an SVG document. Plan live. */
    shotChart: (id: string, query?: openapi.GetTeamShotChart, options?: CallOptions): Call<string> =>
      this.#api.picture(path`/teams/${id}/shots.svg`, query, options),
    /** GET /teams/{id}/trends: betting trends. Plan complete. */
    trends: (id: string, query?: openapi.ListTeamTrends, options?: CallOptions): List<Trend> =>
      this.#api.wholeList(path`/teams/${id}/trends`, query, options),
  }

  /** Endpoints under /players. */
  readonly players = {
    /** GET /players: by name. Needs `q` or `team`. Plan live. */
    list: (query: ListPlayers, options?: CallOptions): List<PlayerSummary> =>
      this.#api.list('/players', query, options),
    /**
     * GET /players/{id}: the player and the teams played for. Plan live.
     * @throws NotFoundError for an unknown id, BadRequestError for a malformed one or one of another kind
     */
    get: (id: string, options?: CallOptions): Call<Player> => this.#api.call('GET', path`/players/${id}`, {}, options),
    /** GET /players/{id}/games: the game log, newest first. Plan live. */
    games: (id: string, query?: openapi.ListPlayerGames, options?: CallOptions): List<PlayerGame> =>
      this.#api.list(path`/players/${id}/games`, query, options),
    /** GET /players/{id}/seasons: season averages. Plan live. */
    seasons: (id: string, query?: openapi.GetPlayerSeasons, options?: CallOptions): Call<PlayerSeasons> =>
      this.#api.call('GET', path`/players/${id}/seasons`, { query }, options),
    /** GET /players/{id}/splits: player splits, e.g. home and away. Plan complete. */
    splits: (id: string, query?: openapi.GetPlayerSplits, options?: CallOptions): Call<PlayerSplits> =>
      this.#api.call('GET', path`/players/${id}/splits`, { query }, options),
    /** GET /players/{id}/averages: averages and totals over a span of days, or a part of a season. Plan live. */
    averages: (id: string, query?: openapi.GetPlayerAverages, options?: CallOptions): Call<PlayerAverages> =>
      this.#api.call('GET', path`/players/${id}/averages`, { query }, options),
    /** GET /players/{id}/on-off: what the team did with the player on court, and without. Plan complete. */
    onOff: (id: string, query?: openapi.GetPlayerOnOff, options?: CallOptions): Call<OnOff> =>
      this.#api.call('GET', path`/players/${id}/on-off`, { query }, options),
    /** GET /players/{id}/shots.svg: the shot chart of a season, as an SVG document. Plan live. */
    shotChart: (id: string, query?: openapi.GetPlayerShotChart, options?: CallOptions): Call<string> =>
      this.#api.picture(path`/players/${id}/shots.svg`, query, options),
  }

  /** Endpoints under /games. */
  readonly games = {
    /** GET /games: newest first. Filter by `date`, or by `from` and `to`. */
    list: (query?: ListGames, options?: CallOptions): List<Game> => this.#api.list('/games', query, options),
    /**
     * GET /games/{id}: the game with its periods and officials.
     * @throws NotFoundError for an unknown id, BadRequestError for a malformed one or one of another kind
     */
    get: (id: string, options?: CallOptions): Call<GameDetail> =>
      this.#api.call('GET', path`/games/${id}`, {}, options),
    /** GET /games/{id}/boxscore: the box score. Plan live. */
    boxScore: (id: string, options?: CallOptions): Call<BoxScore> =>
      this.#api.call('GET', path`/games/${id}/boxscore`, {}, options),
    /** GET /games/{id}/playbyplay: the play-by-play. Plan live. */
    playByPlay: (id: string, options?: CallOptions): Call<PlayByPlay> =>
      this.#api.call('GET', path`/games/${id}/playbyplay`, {}, options),
    /** GET /games/{id}/shots: the shots, field-goal attempts with their locations. Plan live. */
    shots: (id: string, options?: CallOptions): Call<Shots> =>
      this.#api.call('GET', path`/games/${id}/shots`, {}, options),
    /** GET /games/{id}/lineups: who was on court, stint by stint. Plan complete. */
    lineUps: (id: string, options?: CallOptions): Call<GameLineUps> =>
      this.#api.call('GET', path`/games/${id}/lineups`, {}, options),
    /** GET /games/{id}/possessions: the possessions. Plan complete. */
    possessions: (id: string, options?: CallOptions): Call<Possessions> =>
      this.#api.call('GET', path`/games/${id}/possessions`, {}, options),
    /** GET /games/{id}/prices: closing prices. Plan complete. */
    prices: (id: string, query?: openapi.GetGamePrices, options?: CallOptions): Call<Prices> =>
      this.#api.call('GET', path`/games/${id}/prices`, { query }, options),
    /** GET /games/{id}/revisions: how the game was corrected, newest first, as JSON Patches. Plan complete. */
    revisions: (id: string, query?: openapi.ListGameRevisions, options?: CallOptions): List<GameRevision> =>
      this.#api.list(path`/games/${id}/revisions`, query, options),
    /** GET /games/{id}/preview: both teams as they stood before the game. Plan complete. */
    preview: (id: string, options?: CallOptions): Call<GamePreview> =>
      this.#api.call('GET', path`/games/${id}/preview`, {}, options),
    /** GET /games/{id}/forecast: how likely the home team is to win, as it was stored before the game. Plan complete. */
    forecast: (id: string, options?: CallOptions): Call<GameForecast> =>
      this.#api.call('GET', path`/games/${id}/forecast`, {}, options),
    /** GET /games/{id}/win-probability: how likely the home team is to win after each event. Plan complete. */
    winProbability: (id: string, options?: CallOptions): Call<WinProbability> =>
      this.#api.call('GET', path`/games/${id}/win-probability`, {}, options),
    /** GET /games/{id}/shots.svg: the shot chart as an SVG document, of both teams or of one side or player. Plan live. */
    shotChart: (id: string, query?: openapi.GetGameShotChart, options?: CallOptions): Call<string> =>
      this.#api.picture(path`/games/${id}/shots.svg`, query, options),
    /** GET /games/{id}/flow.svg: the margin over the time of the game, as an SVG document. Plan live; complete with the probability. */
    flow: (id: string, query?: openapi.GetGameFlow, options?: CallOptions): Call<string> =>
      this.#api.picture(path`/games/${id}/flow.svg`, query, options),
    /**
     * GET /games/{id}/stream: the game and its plays as they happen. It reconnects automatically, resumes after the last
     * event, and ends 5 minutes after the final score. Leave the loop to close it. Plan live.
     */
    stream: (id: string, options: openapi.StreamGame & StreamOptions = {}): EventStream<GameStreamEvent> =>
      this.#stream({ ...options, path: path`/games/${id}/stream` }),
  }

  /** Endpoints under /stats. */
  readonly stats = {
    /** GET /stats/leaders: league leaders of a season in one statistic. Plan complete. */
    leaders: (query: openapi.GetLeaders, options?: CallOptions): Call<Leaders> =>
      this.#api.call('GET', '/stats/leaders', { query }, options),
  }

  /** Endpoints under /history. */
  readonly history = {
    /** GET /history/standings: the standings at the end of a day. Plan live. */
    standings: (query: openapi.GetHistoryStandings, options?: CallOptions): Call<Standings> =>
      this.#api.call('GET', '/history/standings', { query }, options),
    /** GET /history/leaders: league leaders at the end of a day, also of the play-offs alone. Plan complete. */
    leaders: (query: openapi.GetHistoryLeaders, options?: CallOptions): Call<Leaders> =>
      this.#api.call('GET', '/history/leaders', { query }, options),
  }

  /** Endpoints under /results. */
  readonly results = {
    /** GET /results/yesterday: games finished yesterday, by the calendar of their competition. */
    yesterday: (query?: openapi.ListResultsOfYesterday, options?: CallOptions): List<Game> =>
      this.#api.list('/results/yesterday', query, options),
  }

  /** Endpoints under /changes. */
  readonly changes = {
    /** GET /changes: the changed parts of games, oldest first. Plan live. */
    list: (query?: openapi.ListChanges, options?: CallOptions): ChangeList =>
      createChangeList((changed) => this.#api.page('/changes', changed, options), query),
  }

  /** Endpoints under /webhooks. */
  readonly webhooks = {
    /** GET /webhooks: the webhooks of the account, newest first. Plan live. */
    list: (options?: CallOptions): List<Webhook> => this.#api.wholeList('/webhooks', {}, options),
    /** POST /webhooks: creates a webhook. Only this response holds its secret. Retried under one idempotency key. Plan live. */
    create: (
      body: WebhookInput,
      { idempotencyKey = newIdempotencyKey(), ...options }: CreateOptions = {},
    ): Call<CreatedWebhook> => this.#api.call('POST', '/webhooks', { body, idempotencyKey }, options),
    /** DELETE /webhooks/{id}: deletes a webhook and returns it. After a lost connection, check `list`. Plan live. */
    remove: (id: string, options?: CallOptions): Call<Webhook> =>
      this.#api.call('DELETE', path`/webhooks/${id}`, {}, options),
    /** POST /webhooks/{id}/test: sends the newest final score now; `last_status` is the receiver's status. Plan live. */
    test: (id: string, options?: CallOptions): Call<Webhook> =>
      this.#api.call('POST', path`/webhooks/${id}/test`, {}, options),
  }
}

/**
 * A typed client of the service, with a method for each endpoint. An object with the same methods is one too: tests can
 * pass a fake.
 *
 * A call that the service rejects throws a ServiceError, of the class of its code: in every method that takes an id, a NotFoundError for
 * an unknown one and a BadRequestError for one that is malformed or of another kind. Without a valid response it throws a
 * ConnectionError. When its signal is aborted it rejects with the signal's reason (a list that is being read throws an
 * AbortedError). Transient failures are retried first, if sending the call twice is safe.
 * @example
 * const client = new BasketballData({ apiKey: 'bd_…', baseUrl: 'https://data.example/v1' })
 * for await (const game of client.games.list({ season: 'ss_2k9v0d3w' })) console.log(game.home.name, game.home_score)
 */
export interface BasketballData extends Pick<Client, keyof Client> {}

/**
 * @throws TypeError for a key or headers that cannot be sent, a baseUrl that is not a URL, and if neither the options nor the environment
 * have a key or an address
 */
export const BasketballData: new (options?: ClientOptions) => BasketballData = Client

/** Endpoints under /competitions. */
export type Competitions = BasketballData['competitions']
/** Endpoints under /seasons. */
export type Seasons = BasketballData['seasons']
/** Endpoints under /teams. */
export type Teams = BasketballData['teams']
/** Endpoints under /players. */
export type Players = BasketballData['players']
/** Endpoints under /games. */
export type Games = BasketballData['games']
/** Endpoints under /stats. */
export type Stats = BasketballData['stats']
/** Endpoints under /history. */
export type History = BasketballData['history']
/** Endpoints under /results. */
export type Results = BasketballData['results']
/** Endpoints under /changes. */
export type Changes = BasketballData['changes']
/** Endpoints under /webhooks. */
export type Webhooks = BasketballData['webhooks']

import type { BoxScore, Game, GameDetail, PlayByPlay, Shots } from './game-records.ts'
import type { CallOptions } from './options.ts'
import type { Page, Paging } from './paging.ts'
import type {
  GetHeadToHead,
  GetLeaders,
  GetPlayerSeasons,
  GetPlayerSplits,
  GetRoster,
  GetStandings,
  GetTeamForm,
  ListCompetitions,
  ListGames,
  ListPlayerGames,
  ListPlayers,
  ListResults,
  ListSeasons,
  ListTeams,
} from './parameters.ts'
import type { Player, PlayerGame, PlayerSeasons, PlayerSplits, PlayerSummary } from './player-records.ts'
import type { Competition, Index, Season, Team, TeamDetail, Usage } from './records.ts'
import type { CreatedWebhook, NewWebhook, Webhook } from './webhook-records.ts'
import type { HeadToHead, Leaders, Roster, Standings, TeamForm } from './statistics-records.ts'

/** Reads something there is one of. */
export type Read<Data> = (options?: CallOptions) => Promise<Data>

/** Reads one record by its id. Rejects with not_found when there is none, and with a TypeError for what can be no id. */
export type Get<Data> = (id: string, options?: CallOptions) => Promise<Data>

/** Reads what there is of one record, by its id. Rejects as Get does. */
export type GetOf<Parameters, Data> = (id: string, parameters?: Parameters, options?: CallOptions) => Promise<Data>

/** Reads the record that the parameters name. */
export type Find<Parameters, Data> = (parameters: Parameters, options?: CallOptions) => Promise<Data>

/** What a call that makes a record accepts as its last argument. */
export interface CreateOptions extends CallOptions {
  /** Names the call: repeated with it within 24 hours, it makes no second record. A new one for each call when left out. */
  idempotencyKey?: string | undefined
}

/** Reads one page. */
export type List<Parameters, Item> = (parameters?: Parameters, options?: CallOptions) => Promise<Page<Item>>

/**
 * Reads a whole list, record by record. The next page is asked for when it is needed, so that leaving the loop ends the
 * calls. Pages are of 200 records, the largest, unless `per_page` says otherwise: every page is a counted call.
 */
export type All<Parameters extends Paging, Item> = (
  parameters?: Omit<Parameters, 'page' | 'cursor'>,
  options?: CallOptions,
) => AsyncGenerator<Item, void, undefined>

/** Reads one page of what there is of one record, by its id. Rejects as Get does. */
export type ListOf<Parameters, Item> = (
  id: string,
  parameters?: Parameters,
  options?: CallOptions,
) => Promise<Page<Item>>

/** Reads all there is of one record, by its id, as All does. Rejects as Get does, at the first record. */
export type AllOf<Parameters extends Paging, Item> = (
  id: string,
  parameters?: Omit<Parameters, 'page' | 'cursor'>,
  options?: CallOptions,
) => AsyncGenerator<Item, void, undefined>

/**
 * The service's endpoints, grouped by resource. Every call rejects with a ServiceError when the service refuses it, with a
 * ConnectionError when there is no answer of the service, and with the signal's reason when its signal is aborted.
 */
export interface Client {
  /** GET /: the service itself. Needs no key. */
  index: Read<Index>
  /** GET /usage: what the account has used and may still use. Not counted. */
  usage: Read<Usage>
  /** GET /openapi.json: the machine-readable description of the service. Needs no key. */
  openapi: Read<{ [field: string]: unknown }>
  competitions: {
    /** GET /competitions, by name. */
    list: List<ListCompetitions, Competition>
    all: All<ListCompetitions, Competition>
  }
  seasons: {
    /** GET /seasons, newest first. */
    list: List<ListSeasons, Season>
    all: All<ListSeasons, Season>
  }
  teams: {
    /** GET /teams, by name. Plan live. */
    list: List<ListTeams, Team>
    all: All<ListTeams, Team>
    /** GET /teams/{id}. Plan live. */
    get: Get<TeamDetail>
    /** GET /teams/{id}/roster: who played for the team in a season, with averages. Plan live. */
    roster: GetOf<GetRoster, Roster>
    /** GET /teams/{id}/form: the last games, with pace and ratings. Plan complete. */
    form: GetOf<GetTeamForm, TeamForm>
    /** GET /teams/{id}/head-to-head: the last games against `opponent`. Plan live. */
    headToHead: (id: string, parameters: GetHeadToHead, options?: CallOptions) => Promise<HeadToHead>
  }
  players: {
    /** GET /players, by name. Plan live. */
    list: List<ListPlayers, PlayerSummary>
    all: All<ListPlayers, PlayerSummary>
    /** GET /players/{id}. Plan live. */
    get: Get<Player>
    /** GET /players/{id}/games: every box line of the player, newest first. Plan live. */
    games: ListOf<ListPlayerGames, PlayerGame>
    allGames: AllOf<ListPlayerGames, PlayerGame>
    /** GET /players/{id}/seasons: averages, season by season. Plan live. */
    seasons: GetOf<GetPlayerSeasons, PlayerSeasons>
    /** GET /players/{id}/splits: averages in parts of the games. Plan complete. */
    splits: GetOf<GetPlayerSplits, PlayerSplits>
  }
  /** GET /standings: the table of a season. Plan live. */
  standings: Find<GetStandings, Standings>
  /** GET /stats/leaders: the best players of a season in one statistic. Plan complete. */
  leaders: Find<GetLeaders, Leaders>
  games: {
    /** GET /games, newest first. */
    list: List<ListGames, Game>
    all: All<ListGames, Game>
    /** GET /games/{id}: the game with its periods and officials. */
    get: Get<GameDetail>
    /** GET /games/{id}/boxscore. Plan live. */
    boxScore: Get<BoxScore>
    /** GET /games/{id}/playbyplay. Plan live. */
    playByPlay: Get<PlayByPlay>
    /** GET /games/{id}/shots: field-goal attempts, made and missed. Plan live. */
    shots: Get<Shots>
  }
  results: {
    /** GET /results/yesterday: the games finished yesterday, by the calendar of their competition. */
    yesterday: List<ListResults, Game>
    allYesterday: All<ListResults, Game>
  }
  webhooks: {
    /** GET /webhooks: those of the account, newest first. Plan live. */
    list: Read<Page<Webhook>>
    /**
     * POST /webhooks: events are sent to the address from now on. The answer is the only one with the secret. Tried again
     * as reads are, without making two. Plan live.
     */
    create: (webhook: NewWebhook, options?: CreateOptions) => Promise<CreatedWebhook>
    /** DELETE /webhooks/{id}, and gives what was removed. After a lost connection look at `list`. Plan live. */
    remove: Get<Webhook>
    /** POST /webhooks/{id}/test: sends the newest final score to the address now; `last_status` is its answer. Plan live. */
    test: Get<Webhook>
  }
}

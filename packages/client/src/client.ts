import type { BoxScore, Game, GameDetail, PlayByPlay, Shots } from './game-records.ts'
import type { CallOptions } from './options.ts'
import type { Page, Paging } from './paging.ts'
import type { ListCompetitions, ListGames, ListResults, ListSeasons, ListTeams } from './parameters.ts'
import type { Competition, Index, Season, Team, TeamDetail, Usage } from './records.ts'

/** Reads something there is one of. */
export type Read<Data> = (options?: CallOptions) => Promise<Data>

/** Reads one record by its id. Rejects with not_found when there is none, and with a TypeError for what can be no id. */
export type Get<Data> = (id: string, options?: CallOptions) => Promise<Data>

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
  }
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
}

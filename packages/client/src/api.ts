import type { Call } from './call.ts'
import type { BoxScore, Game, GameDetail, PlayByPlay, Shots } from './game-records.ts'
import type { CallOptions } from './options.ts'
import type { List } from './paging.ts'
import type {
  GetHeadToHead,
  GetLeaders,
  GetPlayerSeasons,
  GetPlayerSplits,
  GetPrices,
  GetRoster,
  GetTeamForm,
  GetTrends,
  ListCompetitions,
  ListGames,
  ListPlayerGames,
  ListPlayers,
  ListResults,
  ListSeasons,
  ListTeams,
} from './parameters.ts'
import type { Player, PlayerGame, PlayerSeasons, PlayerSplits, PlayerSummary } from './player-records.ts'
import type { Prices, Trend } from './price-records.ts'
import type { Competition, Season, Team, TeamDetail } from './records.ts'
import type { HeadToHead, Leaders, Roster, TeamForm } from './statistics-records.ts'
import type { CreatedWebhook, NewWebhook, Webhook } from './webhook-records.ts'

/** What a call that makes a record accepts as its last argument. */
export interface CreateOptions extends CallOptions {
  /** Names the call: repeated with it within 24 hours, it makes no second record. A new one for each call when left out. */
  idempotencyKey?: string | undefined
}

/** The paths under /competitions. */
export interface Competitions {
  /** GET /competitions: leagues, cups and tournaments, by name. */
  list: (parameters?: ListCompetitions, options?: CallOptions) => List<Competition>
}

/** The paths under /seasons. */
export interface Seasons {
  /** GET /seasons: newest first. */
  list: (parameters?: ListSeasons, options?: CallOptions) => List<Season>
}

/** The paths under /teams. */
export interface Teams {
  /** GET /teams: by name. Plan live. */
  list: (parameters?: ListTeams, options?: CallOptions) => List<Team>
  /** GET /teams/{id}: the club, its coaches and its seasons. Plan live. */
  get: (id: string, options?: CallOptions) => Call<TeamDetail>
  /** GET /teams/{id}/roster: who played for the team in a season, with averages. Plan live. */
  roster: (id: string, parameters?: GetRoster, options?: CallOptions) => Call<Roster>
  /** GET /teams/{id}/form: the last games, with pace and ratings. Plan complete. */
  form: (id: string, parameters?: GetTeamForm, options?: CallOptions) => Call<TeamForm>
  /** GET /teams/{id}/head-to-head: the last games against `opponent`. Plan live. */
  headToHead: (id: string, parameters: GetHeadToHead, options?: CallOptions) => Call<HeadToHead>
  /** GET /teams/{id}/trends: how bets on the team would have done. Plan complete. */
  trends: (id: string, parameters?: GetTrends, options?: CallOptions) => List<Trend>
}

/** The paths under /players. */
export interface Players {
  /** GET /players: by name. Send `q` or `team`. Plan live. */
  list: (parameters: ListPlayers, options?: CallOptions) => List<PlayerSummary>
  /** GET /players/{id}: the player, with the teams played for. Plan live. */
  get: (id: string, options?: CallOptions) => Call<Player>
  /** GET /players/{id}/games: every box line of the player, newest first. Plan live. */
  games: (id: string, parameters?: ListPlayerGames, options?: CallOptions) => List<PlayerGame>
  /** GET /players/{id}/seasons: averages, season by season. Plan live. */
  seasons: (id: string, parameters?: GetPlayerSeasons, options?: CallOptions) => Call<PlayerSeasons>
  /** GET /players/{id}/splits: averages in parts of the games. Plan complete. */
  splits: (id: string, parameters?: GetPlayerSplits, options?: CallOptions) => Call<PlayerSplits>
}

/** The paths under /games. */
export interface Games {
  /** GET /games: newest first. Send `date`, or `from` and `to`. */
  list: (parameters?: ListGames, options?: CallOptions) => List<Game>
  /** GET /games/{id}: the game with its periods and officials. */
  get: (id: string, options?: CallOptions) => Call<GameDetail>
  /** GET /games/{id}/boxscore: a line for everyone on the score sheet. Plan live. */
  boxScore: (id: string, options?: CallOptions) => Call<BoxScore>
  /** GET /games/{id}/playbyplay: what happened, in order. Plan live. */
  playByPlay: (id: string, options?: CallOptions) => Call<PlayByPlay>
  /** GET /games/{id}/shots: field-goal attempts, made and missed, with their spots. Plan live. */
  shots: (id: string, options?: CallOptions) => Call<Shots>
  /** GET /games/{id}/prices: the closing prices. Plan complete. */
  prices: (id: string, parameters?: GetPrices, options?: CallOptions) => Call<Prices>
}

/** The paths under /stats. */
export interface Stats {
  /** GET /stats/leaders: the best players of a season in one statistic. Plan complete. */
  leaders: (parameters: GetLeaders, options?: CallOptions) => Call<Leaders>
}

/** The paths under /results. */
export interface Results {
  /** GET /results/yesterday: the games finished yesterday, by the calendar of their competition. */
  yesterday: (parameters?: ListResults, options?: CallOptions) => List<Game>
}

/** The paths under /webhooks. */
export interface Webhooks {
  /** GET /webhooks: those of the account, newest first. Plan live. */
  list: (options?: CallOptions) => List<Webhook>
  /**
   * POST /webhooks: events are sent to the address from now on. The answer is the only one with the secret. Tried again
   * as reads are, without making two. Plan live.
   */
  create: (webhook: NewWebhook, options?: CreateOptions) => Call<CreatedWebhook>
  /** DELETE /webhooks/{id}, and gives what was removed. After a lost connection look at `list`. Plan live. */
  remove: (id: string, options?: CallOptions) => Call<Webhook>
  /** POST /webhooks/{id}/test: sends the newest final score to the address now; `last_status` is its answer. Plan live. */
  test: (id: string, options?: CallOptions) => Call<Webhook>
}

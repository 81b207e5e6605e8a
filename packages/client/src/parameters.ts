import type { GameStatus } from './game-records.ts'
import type { Paging } from './paging.ts'
import type { SplitBy, Venue } from './player-records.ts'
import type { LeaderStat } from './statistics-records.ts'

/** What GET /competitions accepts. */
export interface ListCompetitions extends Paging {}

/** What GET /seasons accepts. */
export interface ListSeasons extends Paging {
  /** Id of a competition. */
  competition?: string | undefined
}

/** What GET /teams accepts. */
export interface ListTeams extends Paging {
  /** Id of a competition. */
  competition?: string | undefined
  /** Id of a season. */
  season?: string | undefined
  /** Words of a name: each must be the start of a word of it, whatever the case, accents and punctuation. */
  q?: string | undefined
}

/** The days of games: one, or a span of them; never both. */
export type Days =
  | {
      /** YYYY-MM-DD: only games on this day. Not together with `from` or `to`. */
      date?: string | undefined
      from?: undefined
      to?: undefined
    }
  | {
      date?: undefined
      /** YYYY-MM-DD: only games on this day or later. Not together with `date`. */
      from?: string | undefined
      /** YYYY-MM-DD: only games on this day or earlier. Not together with `date`. */
      to?: string | undefined
    }

/** What GET /games accepts beside the days. */
export interface GameFilters extends Paging {
  /** Id of a competition. */
  competition?: string | undefined
  /** Id of a season. */
  season?: string | undefined
  /** Id of a team, home or away. */
  team?: string | undefined
  /** Only games of this status. */
  status?: GameStatus | undefined
}

/** What GET /games accepts. Send `date`, or `from` and `to`, or neither. */
export type ListGames = GameFilters & Days

/** What GET /results/yesterday accepts. */
export interface ListResults extends Paging {
  /** Id of a competition. */
  competition?: string | undefined
}

/** Which players: those of a name, those of a team, or both. */
export type PlayerSearch =
  | {
      /** Words of a name, 3 letters or more: each must be the start of a word of it, whatever the case and accents. */
      q: string
      /** Id of a team. */
      team?: string | undefined
    }
  | {
      /** Words of a name, 3 letters or more: each must be the start of a word of it, whatever the case and accents. */
      q?: string | undefined
      /** Id of a team. */
      team: string
    }

/** What GET /players accepts beside a name and a team. */
export interface PlayerFilters extends Paging {
  /** Id of a competition. */
  competition?: string | undefined
  /** Id of a season. */
  season?: string | undefined
}

/** What GET /players accepts. Send `q` or `team`, or both. */
export type ListPlayers = PlayerFilters & PlayerSearch

/** What GET /players/{id}/games accepts. */
export interface ListPlayerGames extends Paging {
  /** Id of a season. */
  season?: string | undefined
  /** YYYY-MM-DD: only games on this day or later. */
  from?: string | undefined
  /** YYYY-MM-DD: only games on this day or earlier. */
  to?: string | undefined
}

/** What GET /players/{id}/seasons accepts. */
export interface GetPlayerSeasons {
  /** Id of a competition. */
  competition?: string | undefined
}

/** What GET /players/{id}/splits accepts. */
export interface GetPlayerSplits {
  /** What the games are split by; venue when left out. */
  by?: SplitBy | undefined
  /** Id of a season; all when left out. */
  season?: string | undefined
  /** Id of a competition; all when left out. */
  competition?: string | undefined
}

/** What GET /teams/{id}/roster accepts. */
export interface GetRoster {
  /** Id of a season; the team's latest when left out. */
  season?: string | undefined
}

/** What GET /teams/{id}/form accepts. */
export interface GetTeamForm {
  /** How many games back, 1 to 100; 10 when left out. */
  last?: number | undefined
  /** Only games at home, or away. */
  venue?: Venue | undefined
  /** Id of a competition; all when left out. */
  competition?: string | undefined
}

/** What GET /teams/{id}/head-to-head accepts. */
export interface GetHeadToHead {
  /** Id of the other team. */
  opponent: string
  /** Id of a competition; all when left out. */
  competition?: string | undefined
  /** How many games back, 1 to 100; 10 when left out. */
  last?: number | undefined
}

/** What GET /games/{id}/prices accepts. */
export interface GetPrices {
  /** all: every line of every bookmaker. */
  lines?: 'all' | undefined
}

/** What GET /teams/{id}/trends accepts. */
export interface GetTrends {
  /** Id of a competition; all when left out. */
  competition?: string | undefined
  /** Id of a season; all when left out. */
  season?: string | undefined
}

/** What GET /standings accepts. */
export interface GetStandings {
  /** Id of a competition. */
  competition: string
  /** Id of a season of it; the latest with a final game when left out. */
  season?: string | undefined
}

/** What GET /stats/leaders accepts. */
export interface GetLeaders {
  /** Id of a competition. */
  competition: string
  /** Id of a season of it; the latest with box scores when left out. */
  season?: string | undefined
  /** points when left out. */
  stat?: LeaderStat | undefined
  /** Games a player must have played; 0.7 × the median number of team games when left out. */
  min_games?: number | undefined
  /** How many players, 1 to 100; 10 when left out. */
  top?: number | undefined
}

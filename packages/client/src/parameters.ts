import type { GameStatus } from './game-records.ts'
import type { Paging } from './paging.ts'

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

/** What GET /games accepts. Send `date`, or `from` and `to`. */
export interface ListGames extends Paging {
  /** YYYY-MM-DD: only games on this day. */
  date?: string | undefined
  /** YYYY-MM-DD: only games on this day or later. */
  from?: string | undefined
  /** YYYY-MM-DD: only games on this day or earlier. */
  to?: string | undefined
  /** Id of a competition. */
  competition?: string | undefined
  /** Id of a season. */
  season?: string | undefined
  /** Id of a team, home or away. */
  team?: string | undefined
  status?: GameStatus | undefined
}

/** What GET /results/yesterday accepts. */
export interface ListResults extends Paging {
  /** Id of a competition. */
  competition?: string | undefined
}

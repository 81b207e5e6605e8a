/** A plan, lowest to highest. */
export type Plan = 'free' | 'live' | 'archive' | 'complete'

/** A competition, as other records point to it. */
export interface CompetitionRef {
  id: string
  name: string
}

/** A season, as other records point to it. */
export interface SeasonRef {
  id: string
  /** Like 2026-27. */
  name: string
}

/** A team, as other records point to it. */
export interface TeamRef {
  id: string
  /** The current name; sponsors change it. */
  name: string
}

/** A player, as other records point to it. */
export interface PlayerRef {
  id: string
  /** Given name, then surname. */
  name: string
}

/** The service itself. */
export interface Index {
  name: string
  /** Base address of all paths, ending in the version segment. */
  base: string
  /** Where the service is documented. */
  docs: string
  /** `ok` while the service answers. */
  status: string
  /** How many endpoints this version has. */
  endpoints: number
}

/** What an account has used and may still use. */
export interface Usage {
  /** The key, masked: its prefix and last four characters. */
  key: string
  plan: Plan
  /** Counted calls of the account since 00:00 UTC. */
  calls_today: number
  /** Counted calls of the account since the first of the month, UTC. */
  calls_this_month: number
  /** Calls the plan allows; null: no limit. */
  limits: { per_minute: number | null; per_day: number | null; per_month: number | null }
  /** Calls left today; null: no daily limit. */
  remaining: number | null
  /** When the day ends, ISO 8601 in UTC; null: no daily limit. */
  resets_at: string | null
  /** The span of game dates the plan may read; null: no bound on that side. */
  window: { from: string | null; to: string | null }
}

/** A competition, over all its seasons. */
export interface Competition {
  id: string
  name: string
  /** Lower-case name for addresses, unique. */
  slug: string
  /** null when it spans several countries. */
  country: string | null
  gender: 'men' | 'women' | 'mixed'
  /** international is of national teams. */
  kind: 'league' | 'cup' | 'international' | 'friendly'
  /** How many seasons are known. */
  seasons: number
  /** Name of the earliest season; null when there is none. */
  first_season: string | null
  /** Name of the latest season; null when there is none. */
  last_season: string | null
  /** How many games are known, whatever their status. */
  games: number
}

/** One season of one competition. */
export interface Season {
  id: string
  /** Like 2026-27. */
  name: string
  /** The year in which the season begins. */
  start_year: number
  competition: CompetitionRef
  /** How many games are known, whatever their status. */
  games: number
  /** Day of the first game, YYYY-MM-DD; null when there is none. */
  first_date: string | null
  /** Day of the last game, YYYY-MM-DD; null when there is none. */
  last_date: string | null
}

/** A team, in a list. */
export interface Team {
  id: string
  /** The current name; sponsors change it. */
  name: string
  /** null where unknown. */
  country: string | null
  /** How many games are known, whatever their status. */
  games: number
}

/** A head coach and the years in office. */
export interface Coach {
  /** Given name, then surname. */
  name: string
  /** First year as head coach; null where unknown. */
  from: number | null
  /** Last year as head coach; null where unknown or still in office. */
  to: number | null
}

/** A season a team plays in. */
export interface TeamSeason {
  id: string
  name: string
  /** Games of the team in that season. */
  games: number
}

/** A competition a team plays in. */
export interface TeamCompetition {
  id: string
  name: string
  /** Newest first. */
  seasons: TeamSeason[]
}

/** One team with everything known about the club. */
export interface TeamDetail {
  id: string
  /** The current name; sponsors change it. */
  name: string
  /** null where unknown. */
  country: string | null
  /** null where unknown. */
  city: string | null
  /** The current home arena; null where unknown. */
  arena: string | null
  /** Seats of the arena; null where unknown. */
  arena_capacity: number | null
  /** Founding year; null where unknown. */
  founded: number | null
  /** Latest first; empty where none is known. */
  coaches: Coach[]
  /** By name. */
  competitions: TeamCompetition[]
}

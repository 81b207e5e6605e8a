/** A plan, lowest to highest. */
export type Plan = 'free' | 'live' | 'archive' | 'complete'

/** A competition, as other records point to it. */
export interface CompetitionRef {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
}

/** A season, as other records point to it. */
export interface SeasonRef {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season, e.g. 2026-27. */
  name: string
}

/** A team, as other records point to it. */
export interface TeamRef {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team; sponsors change it. */
  name: string
}

/** A player, as other records point to it. */
export interface PlayerRef {
  /** Identifier of a player. It never changes. */
  id: string
  /** Given name, then surname. */
  name: string
}

/** The service itself. */
export interface Index {
  /** Name of the service. */
  name: string
  /** Base address of all paths, ending in the version segment. */
  base: string
  /** Where the service is documented. */
  docs: string
  /** `ok` while the service answers. */
  status: string
  /** Endpoints of this version, counted from the route table. */
  endpoints: number
}

/** What an account has used and may still use. */
export interface Usage {
  /** The key, masked: its prefix and last four characters. */
  key: string
  /** A plan, lowest to highest: free, live, archive, complete. */
  plan: Plan
  /** Counted calls of the account since 00:00 UTC. */
  calls_today: number
  /** Counted calls of the account since the first of the month, UTC. */
  calls_this_month: number
  /** Calls the plan allows; null: no limit. */
  limits: {
    /** Calls in any 60 seconds, per key; null: no limit. */
    per_minute: number | null
    /** Calls from 00:00 UTC to 00:00 UTC, per account; null: no limit. */
    per_day: number | null
    /** Calls in a calendar month (UTC), per account; null: no limit. */
    per_month: number | null
  }
  /** Calls left today; null: no daily limit. */
  remaining: number | null
  /** When the day ends (00:00 UTC); null: no daily limit. ISO 8601. */
  resets_at: string | null
  /** The span of game dates the plan may read; null: no bound on that side. */
  window: {
    /** The first day; null: no bound. YYYY-MM-DD. */
    from: string | null
    /** The last day; null: no bound. YYYY-MM-DD. */
    to: string | null
  }
}

/** A competition, over all its seasons. */
export interface Competition {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
  /** Lower-case name for addresses, unique. */
  slug: string
  /** Country of the competition; null when it spans several. */
  country: string | null
  /** Who plays: men, women or mixed. */
  gender: 'men' | 'women' | 'mixed'
  /** league, cup, international (national teams) or friendly. */
  kind: 'league' | 'cup' | 'international' | 'friendly'
  /** Seasons known. */
  seasons: number
  /** Name of the earliest season; null when there is none. */
  first_season: string | null
  /** Name of the latest season; null when there is none. */
  last_season: string | null
  /** Games known, whatever their status. */
  games: number
}

/** One season of one competition. */
export interface Season {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season, e.g. 2026-27. */
  name: string
  /** The year in which the season begins. */
  start_year: number
  competition: CompetitionRef
  /** Games known, whatever their status. */
  games: number
  /** Day of the first game; null when there is none. YYYY-MM-DD. */
  first_date: string | null
  /** Day of the last game; null when there is none. YYYY-MM-DD. */
  last_date: string | null
}

/** A team, in a list. */
export interface Team {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team; sponsors change it. */
  name: string
  /** Country of the club; null where unknown. */
  country: string | null
  /** Games known, whatever their status. */
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
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season. */
  name: string
  /** Games of the team in that season. */
  games: number
}

/** A competition a team plays in. */
export interface TeamCompetition {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
  /** Seasons, newest first. */
  seasons: TeamSeason[]
}

/** One team with everything known about the club. */
export interface TeamDetail {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team; sponsors change it. */
  name: string
  /** Country of the club; null where unknown. */
  country: string | null
  /** City of the club; null where unknown. */
  city: string | null
  /** The club's current home arena; null where unknown. */
  arena: string | null
  /** Seats of the arena; null where unknown. */
  arena_capacity: number | null
  /** Founding year; null where unknown. */
  founded: number | null
  /** Head coaches, latest first; empty where none is known. */
  coaches: Coach[]
  /** Competitions the team plays in, by name. */
  competitions: TeamCompetition[]
}

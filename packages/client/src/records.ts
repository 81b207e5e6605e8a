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
  /** Current name of the team. It changes with sponsors. */
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
  /** Base URL of all paths, ending in the version segment. */
  base: string
  /** URL of the documentation. */
  docs: string
  /** Always `ok`. */
  status: string
  /** Number of endpoints of this version. */
  endpoints: number
}

/** What an account has used and may still use. */
export interface Usage {
  /** The redacted key: its prefix and last four characters. */
  key: string
  /** Plan, from lowest to highest: free, live, archive, complete. */
  plan: Plan
  /** Counted calls of the account since 00:00 UTC today. */
  calls_today: number
  /** Counted calls of the account since the first day of the month, UTC. */
  calls_this_month: number
  /** Calls the plan allows; null: no limit. */
  limits: {
    /** Calls in any 60 seconds, per key. Null: no limit. */
    per_minute: number | null
    /** Calls from 00:00 UTC to 00:00 UTC, per account. Null: no limit. */
    per_day: number | null
    /** Calls in a calendar month (UTC), per account. Null: no limit. */
    per_month: number | null
  }
  /** Calls left today. Null: no daily limit. */
  remaining: number | null
  /** When the daily limit resets (00:00 UTC). Null: no daily limit. ISO 8601. */
  resets_at: string | null
  /** The dates of games that the plan includes. */
  window: {
    /** First day. Null: unlimited. YYYY-MM-DD. */
    from: string | null
    /** Last day. Null: unlimited. YYYY-MM-DD. */
    to: string | null
  }
}

/** A competition, over all its seasons. */
export interface Competition {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
  /** Unique lower-case name for URLs. */
  slug: string
  /** Country of the competition. Null if it spans several countries. */
  country: string | null
  /** Whether men, women or both (mixed) play in the competition. */
  gender: 'men' | 'women' | 'mixed'
  /** Kind of the competition: league, cup, international (national teams) or friendly. */
  kind: 'league' | 'cup' | 'international' | 'friendly'
  /** Number of seasons. */
  seasons: number
  /** Name of the earliest season. Null without seasons. */
  first_season: string | null
  /** Name of the latest season. Null without seasons. */
  last_season: string | null
  /** Number of games of any status. */
  games: number
}

/** One season of one competition. */
export interface Season {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season, e.g. 2026-27. */
  name: string
  /** Year in which the season begins. */
  start_year: number
  competition: CompetitionRef
  /** Number of games of any status. */
  games: number
  /** Day of the first game. Null without games. YYYY-MM-DD. */
  first_date: string | null
  /** Day of the last game. Null without games. YYYY-MM-DD. */
  last_date: string | null
}

/** A team, in a list. */
export interface Team {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team. It changes with sponsors. */
  name: string
  /** Country of the team. Null if unknown. */
  country: string | null
  /** Number of games of any status. */
  games: number
}

/** A head coach and the years in office. */
export interface Coach {
  /** Given name, then surname. */
  name: string
  /** First year as head coach. Null if unknown. */
  from: number | null
  /** Last year as head coach. Null if unknown or still head coach. */
  to: number | null
}

/** A season a team plays in. */
export interface TeamSeason {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season. */
  name: string
  /** Number of games of the team in that season. */
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
  /** Current name of the team. It changes with sponsors. */
  name: string
  /** Country of the team. Null if unknown. */
  country: string | null
  /** City of the team. Null if unknown. */
  city: string | null
  /** Current home arena. Null if unknown. */
  arena: string | null
  /** Number of seats in the arena. Null if unknown. */
  arena_capacity: number | null
  /** Year of foundation. Null if unknown. */
  founded: number | null
  /** Head coaches, latest first. Empty if unknown. */
  coaches: Coach[]
  /** Competitions that the team plays in, by name. */
  competitions: TeamCompetition[]
}

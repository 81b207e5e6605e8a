import { and, eq, gte, lte, or, sql, type SQL } from 'drizzle-orm'
import type { GameStatus } from '../contract/index.ts'
import { competitions, games } from '../store/index.ts'

const placeholder = sql.placeholder

/** Which games a list holds. All given filters must hold. */
export type GameFilters = {
  from?: string | undefined
  to?: string | undefined
  competition?: string | undefined
  season?: string | undefined
  team?: string | undefined
  status?: GameStatus | undefined
  /** A moment: only final games of the day before it, in the time zone of each competition. */
  yesterday?: string | undefined
}

const CONDITIONS: { [Filter in keyof GameFilters]-?: () => SQL | undefined } = {
  from: () => gte(games.date, placeholder('from')),
  to: () => lte(games.date, placeholder('to')),
  competition: () => eq(games.competition_id, placeholder('competition')),
  season: () => eq(games.season_id, placeholder('season')),
  team: () => or(eq(games.home_team_id, placeholder('team')), eq(games.away_team_id, placeholder('team'))),
  status: () => eq(games.status, placeholder('status')),
  yesterday: () => sql`${games.status} = 'final'
    and ${games.date} between (${placeholder('yesterday')}::timestamptz)::date - 2 and (${placeholder('yesterday')}::timestamptz)::date
    and ${games.date} = (${placeholder('yesterday')}::timestamptz at time zone coalesce(${competitions.time_zone}, 'UTC'))::date - 1`,
}

const FILTERS = [
  'from',
  'to',
  'competition',
  'season',
  'team',
  'status',
  'yesterday',
] as const satisfies (keyof GameFilters)[]

/** One of the filters. */
export type GameFilter = keyof GameFilters

/** Which filters are given, always in the same order: what a prepared statement goes by. */
export const given = (filters: GameFilters) => FILTERS.filter((filter) => filters[filter] !== undefined)

/** SQL: that a game fits these filters, whose values are placeholders of their names. */
export const fits = (filters: GameFilter[]): SQL | undefined => and(...filters.map((filter) => CONDITIONS[filter]()))

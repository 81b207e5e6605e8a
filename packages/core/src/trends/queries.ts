import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SeasonFilters } from '../competitions/queries.ts'
import { toOutcome } from '../statistics/index.ts'
import {
  closingAverages,
  games,
  isCounted,
  preparedSelects,
  seasons,
  teamTrends,
  type Store,
  type StoredBets,
} from '../store/index.ts'
import type { PricedGame } from './trends.ts'

const team = sql.placeholder('team')
const g = alias(games, 'g')

const FILTERS = ['competition', 'season'] as const satisfies (keyof SeasonFilters)[]
type Filter = (typeof FILTERS)[number]

const [competition, season] = [sql.placeholder('competition'), sql.placeholder('season')]

/** The filters of games, and of stored trends. */
const OF_GAMES: Record<Filter, SQL> = {
  competition: eq(g.competition_id, competition),
  season: eq(g.season_id, season),
}
const OF_SEASONS: Record<Filter, SQL> = {
  competition: eq(seasons.competition_id, competition),
  season: eq(teamTrends.season_id, season),
}

const listPresent = (filters: SeasonFilters): Filter[] => FILTERS.filter((filter) => filters[filter] !== undefined)

/** There is one prepared statement per set of filters, so that the games of a season are read from its index. */
const pricedGames = preparedSelects(String, (db, filters: Filter[]) =>
  db
    .select({
      date: g.date,
      at_home: sql<boolean>`${g.home_team_id} = ${team}`,
      home_score: g.home_score,
      away_score: g.away_score,
      neutral: g.neutral,
      moneyline_home: closingAverages.moneyline_home,
      moneyline_away: closingAverages.moneyline_away,
      spread_line: closingAverages.spread_line,
      spread_home: closingAverages.spread_home,
      spread_away: closingAverages.spread_away,
      total_line: closingAverages.total_line,
      total_over: closingAverages.total_over,
      total_under: closingAverages.total_under,
    })
    .from(g)
    .innerJoin(closingAverages, eq(closingAverages.game_id, g.id))
    .where(
      and(
        sql`(${g.home_team_id} = ${team} or ${g.away_team_id} = ${team})`,
        isCounted,
        gte(g.date, sql`${sql.placeholder('from')}::date`),
        ...filters.map((filter) => OF_GAMES[filter]),
      ),
    ),
)

type Row = Awaited<ReturnType<ReturnType<typeof pricedGames>>>[number]

const toPricedGame = (row: Row): PricedGame => {
  const { date, at_home, moneyline_home, moneyline_away, spread_line, spread_home, spread_away } = row
  const total = { line: row.total_line, over: row.total_over, under: row.total_under }
  return at_home
    ? {
        date,
        ...toOutcome('home', row),
        moneyline: { own: moneyline_home, other: moneyline_away },
        spread: { line: spread_line, own: spread_home },
        total,
      }
    : {
        date,
        ...toOutcome('away', row),
        moneyline: { own: moneyline_away, other: moneyline_home },
        spread: { line: spread_line === null ? null : -spread_line, own: spread_away },
        total,
      }
}

/** The counted games of a team with closing prices, from a day on, YYYY-MM-DD. */
export const selectPricedGames = async (
  store: Store,
  team: string,
  from: string,
  filters: SeasonFilters,
): Promise<PricedGame[]> => {
  const rows = await pricedGames(store, listPresent(filters))({ ...filters, team, from })
  return rows.map(toPricedGame)
}

const storedBets = preparedSelects(String, (db, filters: Filter[]) =>
  db
    .select({ bets: teamTrends.bets })
    .from(teamTrends)
    .innerJoin(seasons, eq(seasons.id, teamTrends.season_id))
    .where(and(eq(teamTrends.team_id, team), ...filters.map((filter) => OF_SEASONS[filter]))),
)

/** What bets on a team have returned in each of its seasons. */
export const selectStoredBets = async (store: Store, team: string, filters: SeasonFilters): Promise<StoredBets[][]> => {
  const rows = await storedBets(store, listPresent(filters))({ ...filters, team })
  return rows.map(({ bets }) => bets)
}

import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SeasonFilters } from '../competitions/queries.ts'
import { toOutcome } from '../statistics/index.ts'
import { closingAverages, games, isCounted, preparedSelects, type Store } from '../store/index.ts'
import type { PricedGame } from './trends.ts'

const team = sql.placeholder('team')
const g = alias(games, 'g')

/** The filters of the games in trends. All of them must match. */
type TrendFilters = SeasonFilters & { from?: string | undefined }
type Filter = keyof TrendFilters

const CONDITIONS: { [Name in Filter]-?: SQL } = {
  competition: eq(g.competition_id, sql.placeholder('competition')),
  season: eq(g.season_id, sql.placeholder('season')),
  from: gte(g.date, sql`${sql.placeholder('from')}::date`),
}

const FILTERS = ['competition', 'season', 'from'] as const satisfies Filter[]

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
        ...filters.map((filter) => CONDITIONS[filter]),
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

/** The counted games of a team with closing prices. */
export const selectPricedGames = async (store: Store, team: string, filters: TrendFilters): Promise<PricedGame[]> => {
  const present = FILTERS.filter((filter) => filters[filter] !== undefined)
  const rows = await pricedGames(store, present)({ ...filters, team })
  return rows.map(toPricedGame)
}

import { and, eq, sql, type Column, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SeasonFilters } from '../seasons/queries.ts'
import { outcomeOf } from '../statistics/index.ts'
import { closingAverages, games, isCounted, preparedSelect, type Store } from '../store/index.ts'
import type { PricedGame } from './trends.ts'

const team = sql.placeholder('team')
const g = alias(games, 'g')

const whereOptional = (name: 'competition' | 'season', column: Column): SQL =>
  sql`(${sql.placeholder(name)}::text is null or ${column} = ${sql.placeholder(name)})`

const pricedGames = preparedSelect((db) =>
  db
    .select({
      date: g.date,
      at_home: sql<boolean>`${g.home_team_id} = ${team}`,
      home_score: g.home_score,
      away_score: g.away_score,
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
        whereOptional('competition', g.competition_id),
        whereOptional('season', g.season_id),
        sql`(${sql.placeholder('from')}::date is null or ${g.date} >= ${sql.placeholder('from')}::date)`,
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
        ...outcomeOf('home', row),
        moneyline: { own: moneyline_home, other: moneyline_away },
        spread: { line: spread_line, own: spread_home },
        total,
      }
    : {
        date,
        ...outcomeOf('away', row),
        moneyline: { own: moneyline_away, other: moneyline_home },
        spread: { line: spread_line === null ? null : -spread_line, own: spread_away },
        total,
      }
}

/**
 * The counted games of a team with closing prices.
 *
 * @param from the first day of the window of the plan; null: unlimited
 */
export const selectPricedGames = async (
  store: Store,
  team: string,
  { competition = null, season = null }: { [Name in keyof SeasonFilters]: SeasonFilters[Name] | null },
  from: string | null,
): Promise<PricedGame[]> => {
  const rows = await pricedGames(store)({ team, competition, season, from })
  return rows.map(toPricedGame)
}

import { and, eq, sql, type Column, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SeasonFilters } from '../seasons/queries.ts'
import { outcomeOf } from '../statistics/index.ts'
import { closingAverages, games, isCounted, preparedSelect, teams, type Database, type Store } from '../store/index.ts'
import type { PricedGame } from './trends.ts'

const team = sql.placeholder('team')
const g = alias(games, 'g')

const whereOptional = (name: 'competition' | 'season', column: Column): SQL =>
  sql`(${sql.placeholder(name)}::text is null or ${column} = ${sql.placeholder(name)})`

/** The counted games of a team with closing prices, within the filters and the window of the plan. */
const pricedGames = (db: Database) =>
  db
    .select({
      date: g.date,
      at_home: sql<boolean>`${g.home_team_id} = ${team}`.as('at_home'),
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
    )
    .as('priced')

/** One row per game, or one row with only the team if it has no such games. */
const teamWithGames = preparedSelect((db) => {
  const priced = pricedGames(db)
  return db
    .select({
      id: teams.id,
      date: priced.date,
      at_home: priced.at_home,
      home_score: priced.home_score,
      away_score: priced.away_score,
      moneyline_home: priced.moneyline_home,
      moneyline_away: priced.moneyline_away,
      spread_line: priced.spread_line,
      spread_home: priced.spread_home,
      spread_away: priced.spread_away,
      total_line: priced.total_line,
      total_over: priced.total_over,
      total_under: priced.total_under,
    })
    .from(teams)
    .leftJoin(priced, sql`true`)
    .where(eq(teams.id, team))
})

type Row = Awaited<ReturnType<ReturnType<typeof teamWithGames>>>[number]

const total = ({ total_line: line, total_over: over, total_under: under }: Row) => ({ line, over, under })

const toPricedGame = (row: Row): PricedGame[] => {
  const { date, at_home } = row
  if (date === null) return []
  const atHome = {
    date,
    ...outcomeOf('home', row),
    moneyline: { own: row.moneyline_home, other: row.moneyline_away },
    spread: { line: row.spread_line, own: row.spread_home },
    total: total(row),
  }
  if (at_home) return [atHome]
  return [
    {
      ...atHome,
      ...outcomeOf('away', row),
      moneyline: { own: row.moneyline_away, other: row.moneyline_home },
      spread: { line: row.spread_line === null ? null : -row.spread_line, own: row.spread_away },
    },
  ]
}

/**
 * The final games of a team that count and have closing prices; undefined if the team does not exist.
 *
 * @param from the first day of the window of the plan; null: unlimited
 */
export const selectPricedGames = async (
  store: Store,
  team: string,
  { competition = null, season = null }: { [Name in keyof SeasonFilters]: SeasonFilters[Name] | null },
  from: string | null,
): Promise<PricedGame[] | undefined> => {
  const rows = await teamWithGames(store)({ team, competition, season, from })
  return rows.length === 0 ? undefined : rows.flatMap(toPricedGame)
}

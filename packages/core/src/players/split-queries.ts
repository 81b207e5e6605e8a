import { and, eq, getTableName, gte, sql, type Column, type SQL } from 'drizzle-orm'
import { alias, type PgTable } from 'drizzle-orm/pg-core'
import type { SplitBy } from '../contract/index.ts'
import {
  boxLines,
  competitions,
  games,
  lengthColumns,
  players,
  preparedSelects,
  strictSum,
  teamBoxes,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** The filters of the games in splits. All of them must match. */
export type SplitFilters = { season?: string | undefined; competition?: string | undefined; from?: string | undefined }

type Filter = keyof SplitFilters

const placeholder = sql.placeholder
const opponent = alias(teams, 'opponent')

const CONDITIONS: { [Name in Filter]-?: SQL } = {
  season: eq(boxLines.season_id, placeholder('season')),
  competition: eq(games.competition_id, placeholder('competition')),
  from: gte(boxLines.date, sql`${placeholder('from')}::date`),
}

const FILTERS = ['season', 'competition', 'from'] as const satisfies Filter[]

const ofSide = (atHome: Column, away: Column): SQL =>
  sql`case ${boxLines.side} when 'home' then ${atHome} else ${away} end`
const pointsFor = ofSide(games.home_score, games.away_score)
const pointsAgainst = ofSide(games.away_score, games.home_score)

/** SQL: the split to which a line belongs; null for a draw if split by result, and for a neutral court if split by venue. */
const SPLIT: { [By in SplitBy]: SQL } = {
  venue: sql`case when not ${games.neutral} then ${boxLines.side} end`,
  result: sql`case when ${pointsFor} > ${pointsAgainst} then 'won' when ${pointsFor} < ${pointsAgainst} then 'lost' end`,
  month: sql`to_char(${boxLines.date}, 'YYYY-MM')`,
  opponent: sql`${opponent.id}`,
  starter: sql`case when ${boxLines.starter} then 'starter' else 'bench' end`,
}

const selectSum = (column: Column): SQL<number | null> => sql`(${strictSum(sql`${column}`)})::integer`

/**
 * SQL: the row of a table that belongs to a line, under the name of the table. For a long career Postgres would rather read the
 * whole table, with all games of all players.
 */
const lookUp = (table: PgTable, condition: SQL): SQL =>
  sql`(select * from ${table} where ${condition} offset 0) as ${sql.identifier(getTableName(table))}`

/** There is one prepared statement per kind of split and set of filters. */
type Variant = { by: SplitBy; filters: Filter[] }

/**
 * The sums over the lines of a player in counted games that they played, with those of their team. The games of a row
 * are of one split and of one length, because sums do not tell the length of each. Every row repeats the player, so that
 * one statement is enough.
 */
const selectSums = (db: Database, { by, filters }: Variant) => {
  const split = sql<string | null>`${SPLIT[by]}`
  const select = db
    .select({
      player_name: sql<string>`(select ${players.name} from ${players} where ${players.id} = ${placeholder('player')})`,
      split,
      opponent_name: by === 'opponent' ? sql<string>`min(${opponent.name})` : sql<string>`''`,
      ...lengthColumns,
      games: sql<number>`count(*)::integer`,
      seconds: selectSum(boxLines.seconds),
      points: selectSum(boxLines.points),
      rebounds: selectSum(boxLines.rebounds),
      assists: selectSum(boxLines.assists),
      steals: selectSum(boxLines.steals),
      turnovers: selectSum(boxLines.turnovers),
      blocks: selectSum(boxLines.blocks),
      field_goals_made: selectSum(boxLines.field_goals_made),
      field_goals_attempted: selectSum(boxLines.field_goals_attempted),
      three_made: selectSum(boxLines.three_made),
      three_attempted: selectSum(boxLines.three_attempted),
      free_throws_made: selectSum(boxLines.free_throws_made),
      free_throws_attempted: selectSum(boxLines.free_throws_attempted),
      team_field_goals_attempted: selectSum(teamBoxes.field_goals_attempted),
      team_free_throws_attempted: selectSum(teamBoxes.free_throws_attempted),
      team_turnovers: selectSum(teamBoxes.turnovers),
    })
    .from(boxLines)
    .innerJoinLateral(lookUp(games, eq(games.id, boxLines.game_id)), sql`true`)
    .innerJoinLateral(lookUp(competitions, eq(competitions.id, games.competition_id)), sql`true`)
    .leftJoinLateral(
      lookUp(teamBoxes, sql`${eq(teamBoxes.game_id, boxLines.game_id)} and ${eq(teamBoxes.side, boxLines.side)}`),
      sql`true`,
    )
    .$dynamic()
  // Drizzle's dynamic builder adds the join to itself; an inner join does not change the type of its rows.
  if (by === 'opponent') select.innerJoin(opponent, eq(opponent.id, ofSide(games.away_team_id, games.home_team_id)))
  return select
    .where(
      and(
        eq(boxLines.player_id, placeholder('player')),
        eq(boxLines.counted, true),
        eq(boxLines.played, true),
        ...filters.map((filter) => CONDITIONS[filter]),
      ),
    )
    .groupBy(split, ...Object.values(lengthColumns))
}

const splitSums = preparedSelects(({ by, filters }: Variant) => `${by} ${filters.join()}`, selectSums)

/** Sums over games of one split and of one length. A sum is null if one of the lines does not record the statistic. */
export type SplitSums = Awaited<ReturnType<typeof selectSums>>[number]

/** The sums from which the splits of a player are computed. Empty also without the player, the season or the competition. */
export const selectSplitSums = (
  store: Store,
  player: string,
  by: SplitBy,
  filters: SplitFilters,
): Promise<SplitSums[]> => {
  const present = FILTERS.filter((filter) => filters[filter] !== undefined)
  return splitSums(store, { by, filters: present })({ ...filters, player })
}

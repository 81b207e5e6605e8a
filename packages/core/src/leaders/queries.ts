import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { LeaderStat } from '../contract/index.ts'
import { latestSeason, type Scope } from '../seasons/resolve-queries.ts'
import {
  competitions,
  playerSeasonTotals,
  preparedSelects,
  seasons,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** The season asked for, or the latest with box scores. */
const SEASON = { given: sql.placeholder('season'), latest: latestSeason('box_scores') }

type Shape = { season: keyof typeof SEASON; stat: LeaderStat; length: 10 | 100 }

const best = (db: Database, { stat, length }: Shape) => {
  const { season_id, player_id, team_id, games } = playerSeasonTotals
  const total = playerSeasonTotals[stat === 'minutes' ? 'seconds' : stat]
  const per_game = sql<number>`${total}::float8 / ${games}`
  const least = sql`coalesce(${sql.placeholder('min_games')}::integer, ${seasons.min_games})`
  return db
    .select({ player_id, team_id, games, total: sql<number>`${total}`.as('total'), per_game: per_game.as('per_game') })
    .from(playerSeasonTotals)
    .where(and(eq(season_id, seasons.id), gte(games, least), isNotNull(total)))
    .orderBy(desc(per_game), desc(total), player_id)
    .limit(length)
    .as('best')
}

/** Players are looked up one by one: a planner that may join them reads them all where there are not many. */
const leadersOf = preparedSelects(
  ({ season, stat, length }: Shape) => [season, stat, length].join(' '),
  (db, shape) => {
    const leader = best(db, shape)
    return db
      .select({
        competition_id: competitions.id,
        competition_name: competitions.name,
        season_id: seasons.id,
        season_name: seasons.name,
        min_games: seasons.min_games,
        last_date: seasons.last_date,
        player_id: leader.player_id,
        player_name: sql<string>`(select p.name from players p where p.id = ${leader.player_id})`,
        team_id: teams.id,
        team_name: teams.name,
        games: leader.games,
        total: leader.total,
        per_game: leader.per_game,
      })
      .from(seasons)
      .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
      .leftJoinLateral(leader, sql`true`)
      .leftJoin(teams, eq(teams.id, leader.team_id))
      .where(and(eq(seasons.competition_id, sql.placeholder('competition')), eq(seasons.id, SEASON[shape.season])))
      .orderBy(desc(leader.per_game), desc(leader.total), leader.player_id)
  },
)

type Row = Awaited<ReturnType<ReturnType<typeof leadersOf>>>[number]
type PlayerColumn = 'player_id' | 'team_id' | 'team_name' | 'games' | 'total'
type PlayerRow = Pick<Row, 'player_name'> & { [Column in PlayerColumn]: NonNullable<Row[Column]> }

/** A season without leaders is one row, in which nothing is said of a player. */
const isOfPlayer = (row: Row): row is Row & PlayerRow => row.player_id !== null

/** A player's season in one statistic, over all teams played for; `team` is the one played for last. */
const toLeader = (row: PlayerRow) => ({
  player: { id: row.player_id, name: row.player_name },
  team: { id: row.team_id, name: row.team_name },
  games: row.games,
  total: row.total,
})

/** One of them; minutes are in seconds. */
export type LeaderRow = ReturnType<typeof toLeader>

/** Which players are ranked; `min_games` null: the season's own. */
export type Ranking = { stat: LeaderStat; min_games: number | null; top: number }

/**
 * The `top` best per game among those with at least `min_games`, by average, then total, then id. Undefined where there
 * is no such season, or none with box scores. `last_date` is the day of the season's last game.
 */
export const selectLeaders = async (
  store: Store,
  { competition, season }: Scope,
  { stat, min_games, top }: Ranking,
) => {
  const shape = { season: season === undefined ? 'latest' : 'given', stat, length: top <= 10 ? 10 : 100 } as const
  const rows = await leadersOf(store, shape)({ competition, season, min_games })
  const [first] = rows
  if (first === undefined) return undefined
  return {
    competition: { id: first.competition_id, name: first.competition_name },
    season: { id: first.season_id, name: first.season_name },
    min_games: min_games ?? first.min_games,
    last_date: first.last_date,
    leaders: rows.filter(isOfPlayer).slice(0, top).map(toLeader),
  }
}

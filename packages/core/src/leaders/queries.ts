import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { LeaderStat } from '../contract/index.ts'
import { latestSeason, type SeasonFilters } from '../competitions/queries.ts'
import {
  competitions,
  playerSeasonTotals,
  preparedSelects,
  seasons,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** The season of the request, or the latest with box scores. */
const SEASON = { requested: sql.placeholder('season'), latest: latestSeason('box_scores') }

/** There is one prepared statement per combination. */
type QueryVariant = { season: keyof typeof SEASON; stat: LeaderStat; limit: 10 | 100 }

const topPlayers = (db: Database, { stat, limit }: QueryVariant) => {
  const { season_id, player_id, team_id, games } = playerSeasonTotals
  const total = playerSeasonTotals[stat === 'minutes' ? 'seconds' : stat]
  const per_game = sql<number>`${total}::float8 / ${games}`
  const minGames = sql`coalesce(${sql.placeholder('min_games')}::integer, ${seasons.min_games})`
  return db
    .select({ player_id, team_id, games, total: sql<number>`${total}`.as('total'), per_game: per_game.as('per_game') })
    .from(playerSeasonTotals)
    .where(and(eq(season_id, seasons.id), gte(games, minGames), isNotNull(total)))
    .orderBy(desc(per_game), desc(total), player_id)
    .limit(limit)
    .as('leader')
}

/** Leaders of a season. Each name comes from a subquery, because with a join Postgres may scan the whole table of players. */
const leaderStatements = preparedSelects(
  ({ season, stat, limit }: QueryVariant) => [season, stat, limit].join(' '),
  (db, variant) => {
    const leader = topPlayers(db, variant)
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
      .where(and(eq(seasons.competition_id, sql.placeholder('competition')), eq(seasons.id, SEASON[variant.season])))
      .orderBy(desc(leader.per_game), desc(leader.total), leader.player_id)
  },
)

type Row = Awaited<ReturnType<ReturnType<typeof leaderStatements>>>[number]
type PlayerColumn = 'player_id' | 'team_id' | 'team_name' | 'games' | 'total'
type PlayerRow = Pick<Row, 'player_name'> & { [Column in PlayerColumn]: NonNullable<Row[Column]> }

/** A season without leaders yields one row whose player columns are null. */
const hasPlayer = (row: Row): row is Row & PlayerRow => row.player_id !== null

/** A player's season in one statistic over all their teams; `team` is the latest one. */
const toLeader = (row: PlayerRow) => ({
  player: { id: row.player_id, name: row.player_name },
  team: { id: row.team_id, name: row.team_name },
  games: row.games,
  total: row.total,
})

/** A leader. For the stat `minutes`, `total` is in seconds. */
export type LeaderRow = ReturnType<typeof toLeader>

/** How players are ranked. `min_games` null means the default of the season. */
export type Ranking = { stat: LeaderStat; min_games: number | null; top: number }

/**
 * The `top` players per game with at least `min_games`, by average, then total, then id. `last_date` is the day of the
 * season's last game. Undefined if the season does not exist, or the competition has no season with box scores.
 */
export const selectLeaders = async (
  store: Store,
  { competition, season }: SeasonFilters,
  { stat, min_games, top }: Ranking,
) => {
  // Two limits only, so that there are few prepared statements.
  const variant = { season: season === undefined ? 'latest' : 'requested', stat, limit: top <= 10 ? 10 : 100 } as const
  const rows = await leaderStatements(store, variant)({ competition, season, min_games })
  const [first] = rows
  if (first === undefined) return undefined
  return {
    competition: { id: first.competition_id, name: first.competition_name },
    season: { id: first.season_id, name: first.season_name },
    min_games: min_games ?? first.min_games,
    last_date: first.last_date,
    leaders: rows.filter(hasPlayer).slice(0, top).map(toLeader),
  }
}

import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { LeaderStat, StagePart } from '../contract/index.ts'
import { latestSeason, selectSeasonOnDay, type SeasonFilters } from '../competitions/queries.ts'
import { defaultMinGames } from '../statistics/index.ts'
import {
  competitions,
  IN_PART,
  isCounted,
  isRegular,
  playerSeasonTotals,
  preparedSelects,
  seasons,
  selectRows,
  strictSum,
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
        competition: { id: competitions.id, name: competitions.name },
        season: { id: seasons.id, name: seasons.name },
        min_games: seasons.min_games,
        last_date: seasons.last_date,
        player: {
          id: leader.player_id,
          name: sql<string>`(select p.name from players p where p.id = ${leader.player_id})`,
        },
        team: { id: teams.id, name: teams.name },
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

/** A player's season in one statistic over all their teams; `team` is the latest one. For the stat `minutes`, `total` is in seconds. */
export type LeaderRow = { [Column in 'player' | 'team' | 'games' | 'total']: NonNullable<Row[Column]> }

/** A season without leaders yields one row whose player is null. */
const toLeaders = ({ player, team, games, total }: Row): LeaderRow[] =>
  player === null || team === null || games === null || total === null ? [] : [{ player, team, games, total }]

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
    competition: first.competition,
    season: first.season,
    min_games: min_games ?? first.min_games,
    last_date: first.last_date,
    leaders: rows.flatMap(toLeaders).slice(0, top),
  }
}

const Count = z.array(z.int())
const Ref = z.object({ id: z.string(), name: z.string() })
const OnDay = z.object({
  counted: Count,
  regular: Count,
  players: z.array(z.object({ player: Ref, team: Ref, games: z.int(), total: z.int() })),
})

const best = (a: LeaderRow, b: LeaderRow): number =>
  b.total / b.games - a.total / a.games || b.total - a.total || (a.player.id < b.player.id ? -1 : 1)

/**
 * The leaders of a season, or of a part of it, over the games up to a day, as `selectLeaders` has those of all games. They are summed
 * from the box scores, because only whole seasons have stored totals.
 */
export const selectLeadersOnDay = async (
  store: Store,
  filters: SeasonFilters,
  { stat, min_games, top, date, stage }: Ranking & { date: string; stage: StagePart },
) => {
  const found = await selectSeasonOnDay(store, filters, { date, having: 'boxscore' })
  if (found === undefined || (filters.season === undefined && !found.has)) return undefined
  const column = sql`l.${sql.identifier(stat === 'minutes' ? 'seconds' : stat)}`
  const [row] = await selectRows(
    store.db,
    OnDay,
    sql`with g as materialized (
          select * from games g
          where g.season_id = ${found.season.id} and g.date <= ${date}::date and g.has_boxscore and ${isCounted} and ${IN_PART[stage]}),
        sides as (
          select count(*) as counted, count(*) filter (where ${isRegular}) as regular
          from g cross join lateral (values (home_team_id), (away_team_id)) side (team_id) group by team_id),
        sums as (
          select l.player_id, (array_agg(l.team_id order by l.date desc, l.team_id))[1] as team_id, count(*) as games,
            ${strictSum(column)} as total
          from g join box_lines l on l.game_id = g.id where l.played group by l.player_id)
        select (select coalesce(json_agg(counted), '[]') from sides) as counted,
          (select coalesce(json_agg(regular) filter (where regular > 0), '[]') from sides) as regular,
          (select coalesce(json_agg(json_build_object('player', json_build_object('id', p.id, 'name', p.name),
              'team', json_build_object('id', t.id, 'name', t.name), 'games', s.games, 'total', s.total)), '[]')
            from sums s join players p on p.id = s.player_id join teams t on t.id = s.team_id where s.total is not null) as players`,
  )
  const { counted = [], regular = [], players = [] } = row ?? {}
  const minimum = min_games ?? defaultMinGames(regular.length > 0 ? regular : counted)
  const leaders = players.filter(({ games }) => games >= minimum).toSorted(best)
  return { ...found, min_games: minimum, leaders: leaders.slice(0, top) }
}

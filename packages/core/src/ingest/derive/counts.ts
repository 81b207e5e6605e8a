import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import { defaultMinGames } from '../../statistics/index.ts'
import { execute, isCounted, seasons, teamSeasons, type Database } from '../../store/index.ts'

/** Seasons and teams by id; undefined means all of them. */
export type Scope = { seasons: readonly string[]; teams: readonly string[] } | undefined

/**
 * SQL: whether `column` is one of the ids; true if `ids` is undefined. They are sent as JSON and become an array in a
 * subquery, because the length of an array parameter keeps Postgres from a generic plan (decision 4).
 */
export const within = (column: SQL, ids: readonly string[] | undefined): SQL =>
  ids === undefined
    ? sql`true`
    : sql`${column} = any (array(select json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json)))`

/** Updates the default minimum of games for leaders from the stored counts of the teams. */
const refreshMinGames = async (tx: Database, scope: Scope): Promise<void> => {
  const rows = await tx
    .select({ id: seasons.id, min_games: seasons.min_games, team_games: teamSeasons.counted_games })
    .from(seasons)
    .leftJoin(teamSeasons, and(eq(teamSeasons.season_id, seasons.id), gt(teamSeasons.counted_games, 0)))
    .where(within(sql`${seasons.id}`, scope?.seasons))
  for (const [id, ofSeason] of Map.groupBy(rows, (row) => row.id)) {
    const min_games = defaultMinGames(ofSeason.flatMap(({ team_games }) => team_games ?? []))
    if (min_games !== ofSeason[0]?.min_games) await tx.update(seasons).set({ min_games }).where(eq(seasons.id, id))
  }
}

/**
 * Updates the stored counts of seasons and teams.
 * @param boxScores whether the number of box scores may have changed
 */
export const refreshCounts = async (tx: Database, scope: Scope, boxScores: boolean): Promise<void> => {
  const ofSeason = within(sql`s.id`, scope?.seasons)
  const ofTeam = within(sql`ts.team_id`, scope?.teams)
  await Promise.all([
    execute(
      tx,
      sql`update seasons s set (games, first_date, last_date, final_games, box_scores) = (
            select count(*), min(g.date), max(g.date), count(*) filter (where g.status = 'final'),
              count(*) filter (where g.status = 'final' and g.has_boxscore)
            from games g where g.season_id = s.id)
          where ${ofSeason}`,
    ),
    execute(
      tx,
      sql`insert into team_seasons (team_id, season_id, games, counted_games)
          select side.team_id, g.season_id, count(*), count(*) filter (where g.has_boxscore and ${isCounted})
          from games g cross join lateral (values (g.home_team_id), (g.away_team_id)) as side (team_id)
          where ${within(sql`g.season_id`, scope?.seasons)} and ${within(sql`side.team_id`, scope?.teams)}
          group by side.team_id, g.season_id
          on conflict (team_id, season_id) do update set games = excluded.games, counted_games = excluded.counted_games
          where (team_seasons.games, team_seasons.counted_games) is distinct from (excluded.games, excluded.counted_games)`,
    ),
    execute(
      tx,
      sql`delete from team_seasons ts where ${within(sql`ts.season_id`, scope?.seasons)} and ${ofTeam} and not exists (
            select 1 from games g
            where g.season_id = ts.season_id and (g.home_team_id = ts.team_id or g.away_team_id = ts.team_id))`,
    ),
    execute(
      tx,
      sql`update teams t set games = (select coalesce(sum(ts.games), 0) from team_seasons ts where ts.team_id = t.id)
          where ${within(sql`t.id`, scope?.teams)}`,
    ),
  ])
  if (boxScores) await refreshMinGames(tx, scope)
}

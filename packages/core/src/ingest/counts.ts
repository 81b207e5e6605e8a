import { sql } from 'drizzle-orm'
import { execute, type Database } from '../store/index.ts'
import type { GameRow } from './write-game.ts'

type Counted = Pick<GameRow, 'season_id' | 'home_team_id' | 'away_team_id' | 'date'>

const sameCounts = (a: Counted, b: Counted): boolean =>
  a.season_id === b.season_id &&
  a.home_team_id === b.home_team_id &&
  a.away_team_id === b.away_team_id &&
  a.date === b.date

/** Brings the kept counts of the seasons and teams of a game up to date, those it belonged to before as well. */
export const refreshCounts = async (tx: Database, now: Counted, before: Counted | undefined): Promise<void> => {
  if (before !== undefined && sameCounts(now, before)) return
  const touched = before === undefined ? [now] : [now, before]
  const seasonIds = JSON.stringify([...new Set(touched.map((game) => game.season_id))])
  const teamIds = JSON.stringify([...new Set(touched.flatMap((game) => [game.home_team_id, game.away_team_id]))])
  const seasons = sql`(select value from json_array_elements_text(${seasonIds}::json))`
  const teams = sql`(select value from json_array_elements_text(${teamIds}::json))`
  await Promise.all([
    execute(
      tx,
      sql`update seasons s set (games, first_date, last_date) =
            (select count(*), min(g.date), max(g.date) from games g where g.season_id = s.id)
          where s.id in ${seasons}`,
    ),
    execute(
      tx,
      sql`insert into team_seasons (team_id, season_id, games)
          select t.value, s.value, (
            select count(*)::integer from games g
            where g.season_id = s.value and (g.home_team_id = t.value or g.away_team_id = t.value))
          from ${teams} as t, ${seasons} as s
          on conflict (team_id, season_id) do update set games = excluded.games`,
    ),
    execute(tx, sql`delete from team_seasons where games = 0 and team_id in ${teams} and season_id in ${seasons}`),
    execute(
      tx,
      sql`update teams t set games = (select coalesce(sum(ts.games), 0) from team_seasons ts where ts.team_id = t.id)
          where t.id in ${teams}`,
    ),
  ])
}

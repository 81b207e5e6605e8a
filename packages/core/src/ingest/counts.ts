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
  const seasonIds = [...new Set(touched.map((game) => game.season_id))]
  const teamIds = [...new Set(touched.flatMap((game) => [game.home_team_id, game.away_team_id]))]
  for (const season of seasonIds) {
    await execute(
      tx,
      sql`update seasons set (games, first_date, last_date) =
            (select count(*), min(date), max(date) from games where season_id = ${season})
          where id = ${season}`,
    )
    for (const team of teamIds)
      await execute(
        tx,
        sql`with counted as (
              select count(*)::integer as games from games
              where season_id = ${season} and (home_team_id = ${team} or away_team_id = ${team})
            ), dropped as (
              delete from team_seasons where team_id = ${team} and season_id = ${season}
                and (select games from counted) = 0
            )
            insert into team_seasons (team_id, season_id, games)
            select ${team}, ${season}, games from counted where games > 0
            on conflict (team_id, season_id) do update set games = excluded.games`,
      )
  }
  for (const team of teamIds)
    await execute(
      tx,
      sql`update teams set games = (select coalesce(sum(games), 0) from team_seasons where team_id = ${team})
          where id = ${team}`,
    )
}

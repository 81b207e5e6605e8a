import { and, eq, gt, sql } from 'drizzle-orm'
import type { LeaderStat, PlayerRef, TeamRef } from '../contract/index.ts'
import { execute, teamSeasons, type Store } from '../store/index.ts'
import { z } from 'zod'

/** Games that statistics count of each team of a season. */
export const selectTeamGames = async ({ db }: Store, season: string): Promise<number[]> => {
  const rows = await db
    .select({ games: teamSeasons.counted_games })
    .from(teamSeasons)
    .where(and(eq(teamSeasons.season_id, season), gt(teamSeasons.counted_games, 0)))
  return rows.map(({ games }) => games)
}

/** A player's season in one statistic, over all teams played for; `team` is the one played for last. */
export type LeaderRow = { player: PlayerRef; team: TeamRef; games: number; total: number }

const Row = z.object({
  player_id: z.string(),
  player_name: z.string(),
  team_id: z.string(),
  team_name: z.string(),
  games: z.coerce.number(),
  total: z.coerce.number(),
})

/** The `top` best per game among those with at least `min_games`: by average, then total, then id. */
export const selectLeaders = async (
  { db }: Store,
  season: string,
  stat: LeaderStat,
  min_games: number,
  top: number,
): Promise<LeaderRow[]> => {
  const column = sql.identifier(stat === 'minutes' ? 'seconds' : stat)
  const rows = await execute(
    db,
    sql`select best.player_id, p.name as player_name, t.id as team_id, t.name as team_name, best.games, best.total
        from (
          select ps.player_id, sum(ps.games) as games, sum(ps.${column}) as total,
            (array_agg(ps.team_id order by ps.last_game desc nulls last, ps.team_id))[1] as team_id
          from player_seasons ps
          where ps.season_id = ${season}
          group by ps.player_id
          having sum(ps.games) >= ${min_games}::integer and sum(ps.${column}) is not null
          order by sum(ps.${column})::float8 / sum(ps.games) desc, sum(ps.${column}) desc, ps.player_id
          limit ${top}::integer
        ) as best
        join players p on p.id = best.player_id
        join teams t on t.id = best.team_id
        order by best.total::float8 / best.games desc, best.total desc, best.player_id`,
  )
  return rows.map((row) => {
    const { player_id, player_name, team_id, team_name, games, total } = Row.parse(row)
    return { player: { id: player_id, name: player_name }, team: { id: team_id, name: team_name }, games, total }
  })
}

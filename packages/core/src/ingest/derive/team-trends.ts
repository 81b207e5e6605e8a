import { sql, type SQL } from 'drizzle-orm'
import { execute, isCounted, type Database } from '../../store/index.ts'
import type { GameRow } from '../write/game-row.ts'

/** A team in a season; with the id of a game: only if that game has closing averages. */
type TrendScope = { team_id: string; season_id: string; game_id?: string }

/** A subselect of one value, unlike `exists`, is a look-up in the index for each game, never a scan. */
const touchedIn = (scope: readonly TrendScope[] | undefined): SQL =>
  scope === undefined
    ? sql`select team_id, season_id from team_seasons union select team_id, season_id from team_trends`
    : sql`select distinct team_id, season_id
          from json_to_recordset(${JSON.stringify(scope)}::json) as s (team_id text, season_id text, game_id text)
          where game_id is null or (select true from closing_averages a where a.game_id = s.game_id)`

/** The counted games of a team `t` in a season `s` on one side, read from the index of the team by their days. */
const gamesAt = (side: 'home' | 'away', other: 'home' | 'away'): SQL => {
  const [own, opponent] = [sql.raw(side), sql.raw(other)]
  return sql`select g.date, case when not g.neutral then ${sql.raw(side === 'home' ? '1' : '2')} end as venue,
      g.${own}_score as own, g.${opponent}_score as other, a.moneyline_${own} as price, a.moneyline_${opponent} as other_price,
      ${sql.raw(side === 'home' ? '' : '-')}a.spread_line as line, a.spread_${own} as spread,
      a.total_line, a.total_over, a.total_under
    from games g join closing_averages a on a.game_id = g.id
    where g.${own}_team_id = t.team_id and g.season_id = t.season_id and g.date between s.first_date and s.last_date
      and ${isCounted}`
}

/**
 * Counts the trends of teams in seasons again from their games and closing averages; without a scope, of all teams. The bets,
 * the subsets of games and their order are those of `trends/trends.ts`.
 */
export const recountTrends = (tx: Database, scope: readonly TrendScope[] | undefined): Promise<unknown> =>
  execute(
    tx,
    sql`with touched as materialized (${touchedIn(scope)}), played as (
          select t.team_id, t.season_id, g.*, case sign(
              case when price is not null and other_price is not null then price - other_price else coalesce(line, 0) end)
            when -1 then 3 when 1 then 4 end as favoured
          from touched t join seasons s on s.id = t.season_id
          cross join lateral (${gamesAt('home', 'away')} union all ${gamesAt('away', 'home')}) g
        ), sums as (
          select team_id, season_id,
            kind * 5 + case when grouping(venue) = 0 then venue when grouping(favoured) = 0 then favoured else 0 end as angle,
            count(*) as games, count(*) filter (where margin > 0) as won, count(*) filter (where margin = 0) as pushed,
            trim_scale(coalesce(sum(floor(bet.price * 1e9 + 0.5)::bigint) filter (where margin > 0), 0) * 0.000000001) as returned,
            to_char(min(date), 'YYYY-MM-DD') as since
          from played p cross join lateral (values
            (0, p.price, (own - other)::float8), (1, spread, own + line - other),
            (2, total_over, own + other - total_line), (3, total_under, -(own + other - total_line))) as bet (kind, price, margin)
          where bet.price is not null and margin is not null
          group by grouping sets ((team_id, season_id, kind), (team_id, season_id, kind, venue), (team_id, season_id, kind, favoured))
          having (grouping(venue) = 1 or venue is not null) and (grouping(favoured) = 1 or favoured is not null)
        ), counted as (
          select team_id, season_id, ('[' || string_agg(
            format('[%s,%s,%s,%s,%s,"%s"]', angle, games, won, pushed, returned, since), ',' order by angle) || ']')::json as bets
          from sums group by team_id, season_id
        ), deleted as (
          delete from team_trends d using touched t where d.team_id = t.team_id and d.season_id = t.season_id
            and not exists (select from counted c where c.team_id = d.team_id and c.season_id = d.season_id)
        )
        insert into team_trends (team_id, season_id, bets) select team_id, season_id, bets from counted
        on conflict (team_id, season_id) do update set bets = excluded.bets
        where team_trends.bets::text <> excluded.bets::text`,
  )

type TrendGame = Pick<GameRow, 'id' | 'status' | 'season_id' | 'home_team_id' | 'away_team_id'>

/**
 * Updates the trends of the teams of final games.
 * @param repriced the games whose closing averages may be others, or gone
 */
export const refreshTrends = async (
  tx: Database,
  games: readonly TrendGame[],
  repriced: ReadonlySet<string>,
): Promise<void> => {
  const scope = games
    .filter(({ status }) => status === 'final')
    .flatMap(({ id, season_id, home_team_id, away_team_id }) =>
      [home_team_id, away_team_id].map((team_id): TrendScope =>
        repriced.has(id) ? { team_id, season_id } : { team_id, season_id, game_id: id },
      ),
    )
  if (scope.length > 0) await recountTrends(tx, scope)
}

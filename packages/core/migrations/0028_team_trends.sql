CREATE TABLE "team_trends" (
	"team_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"bets" json NOT NULL,
	CONSTRAINT "team_trends_team_id_season_id_pk" PRIMARY KEY("team_id","season_id")
);
--> statement-breakpoint
ALTER TABLE "team_trends" ADD CONSTRAINT "team_trends_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_trends" ADD CONSTRAINT "team_trends_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What bets on the teams have returned so far.
with played as (
  select t.team_id, t.season_id, g.*, case sign(
      case when price is not null and other_price is not null then price - other_price else coalesce(line, 0) end)
    when -1 then 3 when 1 then 4 end as favoured
  from team_seasons t join seasons s on s.id = t.season_id
  cross join lateral (
    select g.date, case when not g.neutral then 1 end as venue, g.home_score as own, g.away_score as other,
      a.moneyline_home as price, a.moneyline_away as other_price, a.spread_line as line, a.spread_home as spread,
      a.total_line, a.total_over, a.total_under
    from games g join closing_averages a on a.game_id = g.id
    where g.home_team_id = t.team_id and g.season_id = t.season_id and g.date between s.first_date and s.last_date
      and g.status = 'final' and g.counts_in_statistics and coalesce(g.stage, '') not in ('preseason', 'all-star')
    union all
    select g.date, case when not g.neutral then 2 end, g.away_score, g.home_score,
      a.moneyline_away, a.moneyline_home, -a.spread_line, a.spread_away, a.total_line, a.total_over, a.total_under
    from games g join closing_averages a on a.game_id = g.id
    where g.away_team_id = t.team_id and g.season_id = t.season_id and g.date between s.first_date and s.last_date
      and g.status = 'final' and g.counts_in_statistics and coalesce(g.stage, '') not in ('preseason', 'all-star')
  ) g
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
)
insert into team_trends (team_id, season_id, bets)
select team_id, season_id, ('[' || string_agg(
  format('[%s,%s,%s,%s,%s,"%s"]', angle, games, won, pushed, returned, since), ',' order by angle) || ']')::json
from sums group by team_id, season_id;

-- The events and shots of all games as rows, for SQL over them. Say which games you want: each is unfolded whole.
create view events as
select p.game_id, e.seq, e.period, e.clock, e.side,
  case e.side when 'home' then g.home_team_id when 'away' then g.away_team_id end as team_id,
  e.player_id, e.type, e.description, e.distance_ft, e.home_score, e.away_score
from play_by_plays p
join games g on g.id = p.game_id
cross join lateral jsonb_to_recordset(p.events) as e (
  seq integer, period integer, clock text, side text, player_id text, type text, description text,
  distance_ft integer, home_score integer, away_score integer
);
--> statement-breakpoint
create view shots as
select c.game_id, s.seq, s.period, s.side,
  case s.side when 'home' then g.home_team_id when 'away' then g.away_team_id end as team_id,
  s.player_id, s.value, s.made, s.points, s.x_ft, s.y_ft, s.distance_ft,
  s.fastbreak, s.second_chance, s.off_turnover, s.at
from shot_charts c
join games g on g.id = c.game_id
cross join lateral jsonb_to_recordset(c.shots) as s (
  seq integer, period integer, side text, player_id text, value integer, made boolean, points integer,
  x_ft double precision, y_ft double precision, distance_ft double precision,
  fastbreak boolean, second_chance boolean, off_turnover boolean, at timestamptz
);

-- One row for the fives of a team in a game, instead of one for each five. Line-ups are derived by other rules now, so those
-- of all games are missing after this, and are derived once the tables are upgraded.
DROP TABLE "fives";--> statement-breakpoint
DELETE FROM "line_ups";--> statement-breakpoint
CREATE TABLE "fives" (
	"game_id" text collate "C" NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"fives" json NOT NULL
);--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_game_id_team_id_pk" PRIMARY KEY("game_id","team_id");--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fives_of_season" ON "fives" USING btree ("team_id","season_id");--> statement-breakpoint
-- Documents that are read and written whole are json: as jsonb they are larger, and converted from and to text each time.
DROP VIEW "events";--> statement-breakpoint
ALTER TABLE "play_by_plays" ALTER COLUMN "events" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "line_ups" ALTER COLUMN "stints" SET DATA TYPE json, ALTER COLUMN "possessions" SET DATA TYPE json;--> statement-breakpoint
-- The events of games, one row each. Filter by game_id: the rows of a game are made from its whole document.
create view events as
select p.game_id, e.seq, e.period, e.clock, e.side,
  case e.side when 'home' then g.home_team_id when 'away' then g.away_team_id end as team_id,
  e.player_id, e.type, e.description, e.distance_ft, e.home_score, e.away_score
from play_by_plays p
join games g on g.id = p.game_id
cross join lateral json_to_recordset(p.events) as e (
  seq integer, period integer, clock text, side text, player_id text, type text, description text,
  distance_ft integer, home_score integer, away_score integer
);

CREATE TABLE "season_days" (
	"season_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"games" integer NOT NULL,
	"final_games" integer NOT NULL,
	"no_result_games" integer NOT NULL,
	CONSTRAINT "season_days_season_id_date_pk" PRIMARY KEY("season_id","date")
);
--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "no_result_games" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "standings_stale" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "team_seasons" ADD COLUMN "final_games" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_seasons" ADD COLUMN "no_result_games" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "season_days" ADD CONSTRAINT "season_days_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "season_days"
SELECT season_id, date, count(*), count(*) FILTER (WHERE status = 'final'), count(*) FILTER (WHERE status = 'no_result')
FROM games GROUP BY season_id, date;--> statement-breakpoint
UPDATE seasons s SET no_result_games = (
	SELECT coalesce(sum(d.no_result_games), 0) FROM season_days d WHERE d.season_id = s.id
);--> statement-breakpoint
UPDATE team_seasons ts SET final_games = c.final_games, no_result_games = c.no_result_games
FROM (
	SELECT side.team_id, g.season_id, count(*) FILTER (WHERE g.status = 'final') AS final_games,
		count(*) FILTER (WHERE g.status = 'no_result') AS no_result_games
	FROM games g CROSS JOIN LATERAL (VALUES (g.home_team_id), (g.away_team_id)) AS side (team_id)
	GROUP BY side.team_id, g.season_id
) c
WHERE c.team_id = ts.team_id AND c.season_id = ts.season_id;

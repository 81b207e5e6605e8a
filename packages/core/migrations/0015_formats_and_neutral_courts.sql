ALTER TABLE "competitions" DROP CONSTRAINT "competitions_regulation_minutes";--> statement-breakpoint
ALTER TABLE "competitions" DROP CONSTRAINT "competitions_tie_break";--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "periods" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "overtime_minutes" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_seasons" ADD COLUMN "regular_games" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "period_minutes" integer;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "counts_in_statistics" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "neutral" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_regulation_minutes" CHECK (least("competitions"."regulation_minutes", "competitions"."periods", "competitions"."overtime_minutes") > 0);--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_tie_break" CHECK ("competitions"."tie_break" in ('euroleague', 'fiba', 'nba', 'wnba', 'simple'));--> statement-breakpoint
UPDATE "team_seasons" ts SET "regular_games" = c.games
FROM (
	SELECT side.team_id, g.season_id, count(*) AS games
	FROM "games" g CROSS JOIN LATERAL (VALUES (g.home_team_id), (g.away_team_id)) AS side (team_id)
	WHERE g.status = 'final' AND g.has_boxscore AND coalesce(g.stage, 'regular') = 'regular'
	GROUP BY side.team_id, g.season_id) c
WHERE ts.team_id = c.team_id AND ts.season_id = c.season_id;--> statement-breakpoint
UPDATE "seasons" s SET "min_games" = greatest(1, ceil(0.7::float8 * m.median))::integer
FROM (
	SELECT season_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY regular_games) AS median
	FROM "team_seasons" WHERE regular_games > 0 GROUP BY season_id) m
WHERE s.id = m.season_id;

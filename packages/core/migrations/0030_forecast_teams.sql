ALTER TABLE "forecasts" ADD COLUMN "home_team_id" text collate "C";--> statement-breakpoint
ALTER TABLE "forecasts" ADD COLUMN "away_team_id" text collate "C";--> statement-breakpoint
update forecasts f set home_team_id = g.home_team_id, away_team_id = g.away_team_id from games g where g.id = f.game_id;

ALTER TABLE "competitions" ADD COLUMN "points_win" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "points_loss" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "points_forfeit" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "table_stages" text[];--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "stage_tables" jsonb;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "forfeit_winner" text;--> statement-breakpoint
ALTER TABLE "standings" ADD COLUMN "league_points" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_points" CHECK (num_nulls("competitions"."points_win", "competitions"."points_loss", "competitions"."points_forfeit") in (0, 3));--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_forfeit_winner" CHECK ("games"."forfeit_winner" is null or ("games"."status" = 'no_result' and "games"."forfeit_winner" in ('home', 'away', 'neither')));
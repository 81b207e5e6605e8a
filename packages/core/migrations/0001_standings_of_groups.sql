ALTER TABLE "competitions" DROP CONSTRAINT "competitions_tie_break";--> statement-breakpoint
DROP INDEX "leaders_in_points";--> statement-breakpoint
DROP INDEX "leaders_in_rebounds";--> statement-breakpoint
DROP INDEX "leaders_in_assists";--> statement-breakpoint
DROP INDEX "leaders_in_steals";--> statement-breakpoint
DROP INDEX "leaders_in_blocks";--> statement-breakpoint
DROP INDEX "leaders_in_three_made";--> statement-breakpoint
DROP INDEX "leaders_in_offensive_rebounds";--> statement-breakpoint
DROP INDEX "leaders_in_seconds";--> statement-breakpoint
DROP INDEX "leaders_in_performance_index";--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "counts_in_standings" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "home_group" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "home_division" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "away_group" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "away_division" text;--> statement-breakpoint
ALTER TABLE "standings" ADD COLUMN "group_name" text;--> statement-breakpoint
ALTER TABLE "competitions" ADD CONSTRAINT "competitions_tie_break" CHECK ("competitions"."tie_break" in ('euroleague', 'nba', 'wnba', 'simple'));
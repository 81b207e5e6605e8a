-- Pages of lists of a status and of game logs, and the coaches of a team, are read from indexes alone.
DROP INDEX "team_boxes_of_team";--> statement-breakpoint
DROP INDEX "box_lines_newest";--> statement-breakpoint
DROP INDEX "games_of_competition";--> statement-breakpoint
DROP INDEX "games_of_season";--> statement-breakpoint
DROP INDEX "games_of_home_team";--> statement-breakpoint
DROP INDEX "games_of_away_team";--> statement-breakpoint
ALTER TABLE "team_boxes" ADD COLUMN "date" date;--> statement-breakpoint
UPDATE "team_boxes" SET "date" = "games"."date" FROM "games" WHERE "games"."id" = "team_boxes"."game_id";--> statement-breakpoint
ALTER TABLE "team_boxes" ALTER COLUMN "date" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "team_boxes_of_coach" ON "team_boxes" USING btree ("team_id","coach","date");--> statement-breakpoint
CREATE INDEX "box_lines_newest" ON "box_lines" USING btree ("player_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"game_id") WHERE "box_lines"."final";--> statement-breakpoint
CREATE INDEX "games_of_competition" ON "games" USING btree ("competition_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id","status");--> statement-breakpoint
CREATE INDEX "games_of_season" ON "games" USING btree ("season_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id","status");--> statement-breakpoint
CREATE INDEX "games_of_home_team" ON "games" USING btree ("home_team_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id","status");--> statement-breakpoint
CREATE INDEX "games_of_away_team" ON "games" USING btree ("away_team_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id","status");
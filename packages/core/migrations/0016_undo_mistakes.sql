CREATE TABLE "former_ids" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record_id" text collate "C",
	"game" jsonb
);
--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_game_id_games_id_fk";
--> statement-breakpoint
ALTER TABLE "warnings" ADD COLUMN "part" text;--> statement-breakpoint
CREATE INDEX "former_ids_of_record" ON "former_ids" USING btree ("record_id");--> statement-breakpoint
-- Only final games describe a record: a fixture said what its name was when the schedule was made.
UPDATE "competitions" c SET "described_on" = coalesce(
  (SELECT max(g."date") FROM "games" g WHERE g."competition_id" = c."id" AND g."status" = 'final'), '-infinity');--> statement-breakpoint
UPDATE "teams" t SET "described_on" = coalesce(greatest(
  (SELECT max(g."date") FROM "games" g WHERE g."home_team_id" = t."id" AND g."status" = 'final'),
  (SELECT max(g."date") FROM "games" g WHERE g."away_team_id" = t."id" AND g."status" = 'final')), '-infinity');--> statement-breakpoint
UPDATE "players" p SET "described_on" = coalesce(
  (SELECT max(l."date") FROM "box_lines" l WHERE l."player_id" = p."id" AND l."final"), '-infinity');

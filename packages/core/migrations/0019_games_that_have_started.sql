ALTER TABLE "games" ADD COLUMN "started" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The games that run now have started; one with a final score gets no game.started, whatever is stored.
UPDATE "games" SET "started" = true WHERE "status" <> 'final' AND ("has_playbyplay" OR "ended_periods" > 0);

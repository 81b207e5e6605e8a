ALTER TABLE "games" ADD COLUMN "live" json;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "running" boolean GENERATED ALWAYS AS (status = 'scheduled' and live is not null) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "games_running" ON "games" USING btree ("id") WHERE "games"."running";
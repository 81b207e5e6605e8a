-- Streams: which events of a play-by-play have changed when, the change that each event of a webhook is about, and how many
-- streams are open.
CREATE TABLE "stream_leases" (
	"account_id" text collate "C" NOT NULL,
	"process_id" text collate "C" NOT NULL,
	"streams" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stream_leases_account_id_process_id_pk" PRIMARY KEY("account_id","process_id")
);
--> statement-breakpoint
CREATE TABLE "play_changes" (
	"game_id" text collate "C" NOT NULL,
	"seq" integer NOT NULL,
	"added" bigint,
	"changed" bigint NOT NULL,
	CONSTRAINT "play_changes_game_id_seq_pk" PRIMARY KEY("game_id","seq")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "number" bigint;--> statement-breakpoint
ALTER TABLE "stream_leases" ADD CONSTRAINT "stream_leases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_changes" ADD CONSTRAINT "play_changes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stream_leases_by_age" ON "stream_leases" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "play_changes_by_number" ON "play_changes" USING btree ("game_id","changed");--> statement-breakpoint
CREATE INDEX "webhook_events_by_number" ON "webhook_events" USING btree ("number");--> statement-breakpoint
INSERT INTO "play_changes" ("game_id", "seq", "added", "changed")
SELECT p.game_id, 0, coalesce(c.number, 0), coalesce(c.number, 0) FROM "play_by_plays" p
LEFT JOIN "changes" c ON c.record_id = p.game_id AND c.part = 'playbyplay';

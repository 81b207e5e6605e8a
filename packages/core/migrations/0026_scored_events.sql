CREATE TABLE "scored_events" (
	"game_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"added" json,
	"edits" json NOT NULL,
	"removed" boolean NOT NULL,
	CONSTRAINT "scored_events_game_id_id_pk" PRIMARY KEY("game_id","id")
);
--> statement-breakpoint
ALTER TABLE "scored_events" ADD CONSTRAINT "scored_events_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;
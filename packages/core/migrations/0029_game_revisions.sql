CREATE TABLE "game_revisions" (
	"game_id" text collate "C" NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"parts" text[] NOT NULL,
	"undo" json NOT NULL,
	CONSTRAINT "game_revisions_game_id_revision_pk" PRIMARY KEY("game_id","revision")
);
--> statement-breakpoint
ALTER TABLE "game_revisions" ADD CONSTRAINT "game_revisions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;
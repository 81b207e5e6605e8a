CREATE TABLE "listed_players" (
	"player_id" text collate "C" NOT NULL,
	"game_id" text collate "C" NOT NULL,
	CONSTRAINT "listed_players_player_id_game_id_pk" PRIMARY KEY("player_id","game_id")
);
--> statement-breakpoint
ALTER TABLE "listed_players" ADD CONSTRAINT "listed_players_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_players" ADD CONSTRAINT "listed_players_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listed_players_of_game" ON "listed_players" USING btree ("game_id");
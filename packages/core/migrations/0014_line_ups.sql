CREATE TABLE "fives" (
	"game_id" text collate "C" NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"players" text[] NOT NULL,
	"seconds" integer NOT NULL,
	"points_for" integer NOT NULL,
	"possessions_for" integer NOT NULL,
	"field_goals_made_for" integer NOT NULL,
	"field_goals_attempted_for" integer NOT NULL,
	"three_made_for" integer NOT NULL,
	"three_attempted_for" integer NOT NULL,
	"free_throws_made_for" integer NOT NULL,
	"free_throws_attempted_for" integer NOT NULL,
	"offensive_rebounds_for" integer NOT NULL,
	"defensive_rebounds_for" integer NOT NULL,
	"assists_for" integer NOT NULL,
	"turnovers_for" integer NOT NULL,
	"points_against" integer NOT NULL,
	"possessions_against" integer NOT NULL,
	"field_goals_made_against" integer NOT NULL,
	"field_goals_attempted_against" integer NOT NULL,
	"three_made_against" integer NOT NULL,
	"three_attempted_against" integer NOT NULL,
	"free_throws_made_against" integer NOT NULL,
	"free_throws_attempted_against" integer NOT NULL,
	"offensive_rebounds_against" integer NOT NULL,
	"defensive_rebounds_against" integer NOT NULL,
	"assists_against" integer NOT NULL,
	"turnovers_against" integer NOT NULL,
	CONSTRAINT "fives_game_id_team_id_players_pk" PRIMARY KEY("game_id","team_id","players")
);
--> statement-breakpoint
CREATE TABLE "line_ups" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"exact" boolean NOT NULL,
	"reasons" jsonb NOT NULL,
	"notes" jsonb NOT NULL,
	"stints" jsonb NOT NULL,
	"possessions" jsonb NOT NULL,
	"alternating" boolean NOT NULL,
	"doubtful_periods" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "box_lines" ADD COLUMN "computed_plus_minus" integer;--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fives" ADD CONSTRAINT "fives_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_ups" ADD CONSTRAINT "line_ups_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fives_of_season" ON "fives" USING btree ("team_id","season_id");
CREATE TABLE "account_days" (
	"account_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "account_days_account_id_day_pk" PRIMARY KEY("account_id","day"),
	CONSTRAINT "account_days_calls" CHECK ("account_days"."calls" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_plan" CHECK ("accounts"."plan" in ('free', 'live', 'archive', 'complete'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"window_calls" integer[] DEFAULT array_fill(0, array[61]) NOT NULL,
	"window_second" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "api_keys_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "api_keys_window" CHECK (cardinality("api_keys"."window_calls") = 61)
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "competitions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"slug" text NOT NULL,
	"country" text,
	"gender" text NOT NULL,
	"kind" text NOT NULL,
	"time_zone" text,
	"regulation_minutes" integer NOT NULL,
	"tie_break" text NOT NULL,
	"described_on" date NOT NULL,
	CONSTRAINT "competitions_slug_unique" UNIQUE("slug"),
	CONSTRAINT "competitions_gender" CHECK ("competitions"."gender" in ('men', 'women', 'mixed')),
	CONSTRAINT "competitions_kind" CHECK ("competitions"."kind" in ('league', 'cup', 'international', 'friendly')),
	CONSTRAINT "competitions_regulation_minutes" CHECK ("competitions"."regulation_minutes" in (40, 48)),
	CONSTRAINT "competitions_tie_break" CHECK ("competitions"."tie_break" in ('euroleague', 'nba', 'simple'))
);
--> statement-breakpoint
CREATE TABLE "external_ids" (
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"id" text collate "C" NOT NULL,
	CONSTRAINT "external_ids_kind_source_external_id_pk" PRIMARY KEY("kind","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "players" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"original_name" text,
	"sort_name" text collate "C" NOT NULL,
	"search" "tsvector" NOT NULL,
	"country" text,
	"position" text,
	"height_cm" integer,
	"birth_date" date,
	"described_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"competition_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"start_year" integer NOT NULL,
	"games" integer DEFAULT 0 NOT NULL,
	"first_date" date,
	"last_date" date,
	"final_games" integer DEFAULT 0 NOT NULL,
	"box_scores" integer DEFAULT 0 NOT NULL,
	"standings_games" integer DEFAULT 0 NOT NULL,
	"standings_through" date,
	"min_games" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_seasons" (
	"team_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"games" integer NOT NULL,
	"counted_games" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "team_seasons_team_id_season_id_pk" PRIMARY KEY("team_id","season_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"search" "tsvector" NOT NULL,
	"country" text,
	"city" text,
	"arena" text,
	"arena_capacity" integer,
	"founded" integer,
	"games" integer DEFAULT 0 NOT NULL,
	"described_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "box_lines" (
	"game_id" text collate "C" NOT NULL,
	"player_id" text collate "C" NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"tip_off_order" timestamp with time zone NOT NULL,
	"final" boolean NOT NULL,
	"counted" boolean NOT NULL,
	"side" text NOT NULL,
	"position" integer NOT NULL,
	"number" text,
	"starter" boolean NOT NULL,
	"played" boolean NOT NULL,
	"seconds" integer,
	"points" integer,
	"two_made" integer,
	"two_attempted" integer,
	"three_made" integer,
	"three_attempted" integer,
	"free_throws_made" integer,
	"free_throws_attempted" integer,
	"offensive_rebounds" integer,
	"defensive_rebounds" integer,
	"rebounds" integer,
	"assists" integer,
	"steals" integer,
	"turnovers" integer,
	"blocks" integer,
	"blocks_received" integer,
	"fouls" integer,
	"fouls_drawn" integer,
	"performance_index" integer,
	"field_goals_made" integer,
	"field_goals_attempted" integer,
	"plus_minus" integer,
	CONSTRAINT "box_lines_game_id_player_id_pk" PRIMARY KEY("game_id","player_id"),
	CONSTRAINT "box_lines_side" CHECK ("box_lines"."side" in ('home', 'away')),
	CONSTRAINT "box_lines_seconds" CHECK ("box_lines"."seconds" >= 0),
	CONSTRAINT "box_lines_made" CHECK ("box_lines"."two_made" <= "box_lines"."two_attempted" and "box_lines"."three_made" <= "box_lines"."three_attempted" and "box_lines"."free_throws_made" <= "box_lines"."free_throws_attempted"),
	CONSTRAINT "box_lines_sums" CHECK ("box_lines"."field_goals_made" = "box_lines"."two_made" + "box_lines"."three_made" and "box_lines"."field_goals_attempted" = "box_lines"."two_attempted" + "box_lines"."three_attempted")
);
--> statement-breakpoint
CREATE TABLE "compressed_responses" (
	"game_id" text collate "C" NOT NULL,
	"part" text NOT NULL,
	"hash" text NOT NULL,
	"gzip" "bytea" NOT NULL,
	"record_ids" text[] NOT NULL,
	CONSTRAINT "compressed_responses_game_id_part_pk" PRIMARY KEY("game_id","part")
);
--> statement-breakpoint
CREATE TABLE "games" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"competition_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"stage" text,
	"round" text,
	"date" date NOT NULL,
	"tip_off" timestamp with time zone,
	"tip_off_order" timestamp with time zone GENERATED ALWAYS AS (coalesce(tip_off, '-infinity'::timestamptz)) STORED NOT NULL,
	"status" text NOT NULL,
	"home_team_id" text collate "C" NOT NULL,
	"away_team_id" text collate "C" NOT NULL,
	"home_score" integer,
	"away_score" integer,
	"attendance" integer,
	"venue" text,
	"has_boxscore" boolean DEFAULT false NOT NULL,
	"has_playbyplay" boolean DEFAULT false NOT NULL,
	"has_shots" boolean DEFAULT false NOT NULL,
	"periods" jsonb,
	"officials" jsonb,
	"ended_periods" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"bundle_hash" "bytea" NOT NULL,
	CONSTRAINT "games_status" CHECK ("games"."status" in ('scheduled', 'final', 'no_result')),
	CONSTRAINT "games_two_teams" CHECK ("games"."home_team_id" <> "games"."away_team_id"),
	CONSTRAINT "games_score" CHECK (("games"."status" = 'final') = ("games"."home_score" is not null and "games"."away_score" is not null)),
	CONSTRAINT "games_score_whole" CHECK ("games"."home_score" >= 0 and "games"."away_score" >= 0),
	CONSTRAINT "games_attendance" CHECK ("games"."attendance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "play_by_plays" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"events" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shot_charts" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"shots" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_boxes" (
	"game_id" text collate "C" NOT NULL,
	"side" text NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"coach" text,
	"has_totals" boolean NOT NULL,
	"points" integer,
	"two_made" integer,
	"two_attempted" integer,
	"three_made" integer,
	"three_attempted" integer,
	"free_throws_made" integer,
	"free_throws_attempted" integer,
	"offensive_rebounds" integer,
	"defensive_rebounds" integer,
	"rebounds" integer,
	"assists" integer,
	"steals" integer,
	"turnovers" integer,
	"blocks" integer,
	"blocks_received" integer,
	"fouls" integer,
	"fouls_drawn" integer,
	"performance_index" integer,
	"field_goals_made" integer,
	"field_goals_attempted" integer,
	CONSTRAINT "team_boxes_game_id_side_pk" PRIMARY KEY("game_id","side"),
	CONSTRAINT "team_boxes_side" CHECK ("team_boxes"."side" in ('home', 'away')),
	CONSTRAINT "team_boxes_made" CHECK ("team_boxes"."two_made" <= "team_boxes"."two_attempted" and "team_boxes"."three_made" <= "team_boxes"."three_attempted" and "team_boxes"."free_throws_made" <= "team_boxes"."free_throws_attempted"),
	CONSTRAINT "team_boxes_sums" CHECK ("team_boxes"."field_goals_made" = "team_boxes"."two_made" + "team_boxes"."three_made" and "team_boxes"."field_goals_attempted" = "team_boxes"."two_attempted" + "team_boxes"."three_attempted")
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"reason" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refusals_source_external_id_pk" PRIMARY KEY("source","external_id")
);
--> statement-breakpoint
CREATE TABLE "refused_readings" (
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refused_readings_source_external_id_read_at_pk" PRIMARY KEY("source","external_id","read_at")
);
--> statement-breakpoint
CREATE TABLE "warnings" (
	"game_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "warnings_game_id_position_pk" PRIMARY KEY("game_id","position")
);
--> statement-breakpoint
CREATE TABLE "bookmakers" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"exchange" boolean NOT NULL,
	"named_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closing_averages" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"moneyline_home" double precision,
	"moneyline_away" double precision,
	"spread_line" double precision,
	"spread_home" double precision,
	"spread_away" double precision,
	"total_line" double precision,
	"total_over" double precision,
	"total_under" double precision
);
--> statement-breakpoint
CREATE TABLE "quoted_tip_offs" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"tip_off" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"game_id" text collate "C" NOT NULL,
	"market" text NOT NULL,
	"bookmaker" text collate "C" NOT NULL,
	"side" text NOT NULL,
	"line" numeric,
	"price" numeric NOT NULL,
	"set_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	CONSTRAINT "quotes_market" CHECK ("quotes"."market" in ('moneyline', 'three_way', 'spread', 'total')),
	CONSTRAINT "quotes_side" CHECK (case "quotes"."market" when 'total' then "quotes"."side" in ('over', 'under')
        when 'three_way' then "quotes"."side" in ('home', 'draw', 'away') else "quotes"."side" in ('home', 'away') end),
	CONSTRAINT "quotes_line" CHECK (("quotes"."line" is not null) = ("quotes"."market" in ('spread', 'total'))),
	CONSTRAINT "quotes_price" CHECK ("quotes"."price" > 1)
);
--> statement-breakpoint
CREATE TABLE "player_season_totals" (
	"season_id" text collate "C" NOT NULL,
	"player_id" text collate "C" NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"games" integer NOT NULL,
	"points" integer,
	"rebounds" integer,
	"assists" integer,
	"steals" integer,
	"blocks" integer,
	"three_made" integer,
	"offensive_rebounds" integer,
	"seconds" integer,
	"performance_index" integer,
	CONSTRAINT "player_season_totals_season_id_player_id_pk" PRIMARY KEY("season_id","player_id"),
	CONSTRAINT "player_season_totals_games" CHECK ("player_season_totals"."games" > 0)
);
--> statement-breakpoint
CREATE TABLE "player_seasons" (
	"player_id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"appearances" integer NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date NOT NULL,
	"games" integer NOT NULL,
	"last_game" date,
	"starts" integer NOT NULL,
	"seconds" integer,
	"points" integer,
	"two_made" integer,
	"two_attempted" integer,
	"three_made" integer,
	"three_attempted" integer,
	"free_throws_made" integer,
	"free_throws_attempted" integer,
	"offensive_rebounds" integer,
	"defensive_rebounds" integer,
	"rebounds" integer,
	"assists" integer,
	"steals" integer,
	"turnovers" integer,
	"blocks" integer,
	"blocks_received" integer,
	"fouls" integer,
	"fouls_drawn" integer,
	"performance_index" integer,
	"field_goals_made" integer,
	"field_goals_attempted" integer,
	"number" text,
	CONSTRAINT "player_seasons_player_id_season_id_team_id_pk" PRIMARY KEY("player_id","season_id","team_id")
);
--> statement-breakpoint
CREATE TABLE "standings" (
	"season_id" text collate "C" NOT NULL,
	"team_id" text collate "C" NOT NULL,
	"rank" integer NOT NULL,
	"played" integer NOT NULL,
	"won" integer NOT NULL,
	"lost" integer NOT NULL,
	"win_share" double precision NOT NULL,
	"points_for" integer NOT NULL,
	"points_against" integer NOT NULL,
	"points_difference" integer NOT NULL,
	"home" text NOT NULL,
	"away" text NOT NULL,
	"last_ten" text NOT NULL,
	"streak" text NOT NULL,
	CONSTRAINT "standings_season_id_team_id_pk" PRIMARY KEY("season_id","team_id"),
	CONSTRAINT "standings_points_difference" CHECK ("standings"."points_difference" = "standings"."points_for" - "standings"."points_against"),
	CONSTRAINT "standings_played" CHECK ("standings"."won" + "standings"."lost" <= "standings"."played")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"webhook_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sending" boolean DEFAULT false NOT NULL,
	"claim_number" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "deliveries_webhook_id_event_id_pk" PRIMARY KEY("webhook_id","event_id"),
	CONSTRAINT "deliveries_outcome" CHECK ("deliveries"."outcome" in ('delivered', 'failed', 'cancelled')),
	CONSTRAINT "deliveries_ended_at" CHECK (("deliveries"."outcome" is null) = ("deliveries"."ended_at" is null)),
	CONSTRAINT "deliveries_sending_open" CHECK (not "deliveries"."sending" or "deliveries"."outcome" is null)
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"webhook_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration" integer NOT NULL,
	"status" integer,
	"error" text,
	CONSTRAINT "delivery_attempts_webhook_id_event_id_number_pk" PRIMARY KEY("webhook_id","event_id","number"),
	CONSTRAINT "delivery_attempts_result" CHECK (("delivery_attempts"."status" is null) <> ("delivery_attempts"."error" is null))
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"webhook_id" text collate "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"game_id" text collate "C" NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"competitions" text[] NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"secret" "bytea" NOT NULL,
	"secret_prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"last_delivery_at" timestamp with time zone,
	"last_status" integer,
	CONSTRAINT "webhooks_status" CHECK ("webhooks"."status" in ('active', 'disabled')),
	CONSTRAINT "webhooks_consecutive_failures" CHECK ("webhooks"."consecutive_failures" >= 0)
);
--> statement-breakpoint
ALTER TABLE "account_days" ADD CONSTRAINT "account_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_seasons" ADD CONSTRAINT "team_seasons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_seasons" ADD CONSTRAINT "team_seasons_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_lines" ADD CONSTRAINT "box_lines_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_lines" ADD CONSTRAINT "box_lines_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_lines" ADD CONSTRAINT "box_lines_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_lines" ADD CONSTRAINT "box_lines_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compressed_responses" ADD CONSTRAINT "compressed_responses_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_home_team_id_teams_id_fk" FOREIGN KEY ("home_team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_away_team_id_teams_id_fk" FOREIGN KEY ("away_team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_by_plays" ADD CONSTRAINT "play_by_plays_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shot_charts" ADD CONSTRAINT "shot_charts_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_boxes" ADD CONSTRAINT "team_boxes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_boxes" ADD CONSTRAINT "team_boxes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_readings" ADD CONSTRAINT "refused_readings_source_external_id_refusals_source_external_id_fk" FOREIGN KEY ("source","external_id") REFERENCES "public"."refusals"("source","external_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_averages" ADD CONSTRAINT "closing_averages_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quoted_tip_offs" ADD CONSTRAINT "quoted_tip_offs_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_bookmaker_bookmakers_key_fk" FOREIGN KEY ("bookmaker") REFERENCES "public"."bookmakers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_season_totals" ADD CONSTRAINT "player_season_totals_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_season_totals" ADD CONSTRAINT "player_season_totals_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_season_totals" ADD CONSTRAINT "player_season_totals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_seasons" ADD CONSTRAINT "player_seasons_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_seasons" ADD CONSTRAINT "player_seasons_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_seasons" ADD CONSTRAINT "player_seasons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standings" ADD CONSTRAINT "standings_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standings" ADD CONSTRAINT "standings_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_of_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "competitions_by_name" ON "competitions" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "external_ids_of_record" ON "external_ids" USING btree ("id");--> statement-breakpoint
CREATE INDEX "players_by_name" ON "players" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "players_search" ON "players" USING gin ("search");--> statement-breakpoint
CREATE INDEX "seasons_newest" ON "seasons" USING btree ("start_year" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "seasons_of_competition" ON "seasons" USING btree ("competition_id","start_year" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "team_seasons_of_season" ON "team_seasons" USING btree ("season_id","team_id");--> statement-breakpoint
CREATE INDEX "teams_by_name" ON "teams" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "teams_search" ON "teams" USING gin ("search");--> statement-breakpoint
CREATE INDEX "box_lines_newest" ON "box_lines" USING btree ("player_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"game_id");--> statement-breakpoint
CREATE INDEX "box_lines_of_season" ON "box_lines" USING btree ("player_id","season_id");--> statement-breakpoint
CREATE INDEX "compressed_responses_record_ids" ON "compressed_responses" USING gin ("record_ids");--> statement-breakpoint
CREATE INDEX "games_newest" ON "games" USING btree ("date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "games_of_competition" ON "games" USING btree ("competition_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "games_of_season" ON "games" USING btree ("season_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "games_of_status" ON "games" USING btree ("status","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "games_of_home_team" ON "games" USING btree ("home_team_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "games_of_away_team" ON "games" USING btree ("away_team_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "games_between" ON "games" USING btree ("home_team_id","away_team_id","date" DESC NULLS LAST,"tip_off_order" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "team_boxes_of_team" ON "team_boxes" USING btree ("team_id","game_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_once" ON "quotes" USING btree ("game_id","bookmaker","market","side",coalesce("line", 0),coalesce("read_at", 'infinity'::timestamptz),coalesce("set_at", '-infinity'::timestamptz),"price");--> statement-breakpoint
CREATE INDEX "leaders_in_points" ON "player_season_totals" USING btree ("season_id",("points"::float8 / "games") desc,"points" desc,"player_id") WHERE "player_season_totals"."points" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_rebounds" ON "player_season_totals" USING btree ("season_id",("rebounds"::float8 / "games") desc,"rebounds" desc,"player_id") WHERE "player_season_totals"."rebounds" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_assists" ON "player_season_totals" USING btree ("season_id",("assists"::float8 / "games") desc,"assists" desc,"player_id") WHERE "player_season_totals"."assists" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_steals" ON "player_season_totals" USING btree ("season_id",("steals"::float8 / "games") desc,"steals" desc,"player_id") WHERE "player_season_totals"."steals" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_blocks" ON "player_season_totals" USING btree ("season_id",("blocks"::float8 / "games") desc,"blocks" desc,"player_id") WHERE "player_season_totals"."blocks" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_three_made" ON "player_season_totals" USING btree ("season_id",("three_made"::float8 / "games") desc,"three_made" desc,"player_id") WHERE "player_season_totals"."three_made" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_offensive_rebounds" ON "player_season_totals" USING btree ("season_id",("offensive_rebounds"::float8 / "games") desc,"offensive_rebounds" desc,"player_id") WHERE "player_season_totals"."offensive_rebounds" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_seconds" ON "player_season_totals" USING btree ("season_id",("seconds"::float8 / "games") desc,"seconds" desc,"player_id") WHERE "player_season_totals"."seconds" is not null;--> statement-breakpoint
CREATE INDEX "leaders_in_performance_index" ON "player_season_totals" USING btree ("season_id",("performance_index"::float8 / "games") desc,"performance_index" desc,"player_id") WHERE "player_season_totals"."performance_index" is not null;--> statement-breakpoint
CREATE INDEX "player_seasons_of_season" ON "player_seasons" USING btree ("season_id","team_id");--> statement-breakpoint
CREATE INDEX "player_seasons_of_team" ON "player_seasons" USING btree ("team_id","player_id");--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("webhook_id","due_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "deliveries_sending" ON "deliveries" USING btree ("webhook_id") WHERE sending;--> statement-breakpoint
CREATE INDEX "deliveries_ended" ON "deliveries" USING btree ("webhook_id","ended_at") WHERE outcome is not null;--> statement-breakpoint
CREATE INDEX "delivery_attempts_of_event" ON "delivery_attempts" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_webhook" ON "idempotency_keys" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_of_game" ON "webhook_events" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "webhooks_of_account" ON "webhooks" USING btree ("account_id","created_at");
--> statement-breakpoint
-- Counts calls against the limits of a plan, exactly, from any number of processes: the row of the account is locked
-- first, so that one transaction at a time reads and writes its keys and days.
--
-- For every known, unrevoked key of `fingerprints` it counts up to `amounts` calls and returns what was used before.
-- `limits` is {"<plan>": {"per_minute", "per_day", "per_month"}}, null: no limit. `window_calls` of a key has a slot for
-- each of the last 61 seconds, so that no span of 60 seconds can have more calls than the limit.
create function count_calls(fingerprints bytea[], amounts integer[], limits jsonb)
returns table (
  fingerprint bytea, key_id text, account_id text, plan text, hint text,
  counted integer, second bigint, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at bigint
)
language plpgsql as $$
declare
  request record;
  state record;
  moment timestamptz;
  calls integer[];
  elapsed integer;
  oldest integer;
begin
  for request in
    select k.id, k.account_id, r.fingerprint, r.amount
    from unnest(fingerprints, amounts) as r (fingerprint, amount)
    join api_keys k on k.fingerprint = r.fingerprint
    order by k.account_id, k.id
  loop
    perform 1 from accounts a where a.id = request.account_id for no key update;

    select k.hint, k.window_calls, k.window_second, a.plan into state
    from api_keys k join accounts a on a.id = k.account_id
    where k.id = request.id and k.revoked_at is null;
    continue when not found;

    moment := clock_timestamp();
    second := greatest(floor(extract(epoch from moment))::bigint, state.window_second);
    day := (moment at time zone 'UTC')::date;
    elapsed := least(second - state.window_second, 61);
    calls := state.window_calls[elapsed + 1:61] || array_fill(0, array[elapsed]);

    select coalesce(sum(c), 0) into minute_used from unnest(calls) as c;
    select coalesce(max(d.calls) filter (where d.day = count_calls.day), 0), coalesce(sum(d.calls), 0)
    into day_used, month_used
    from account_days d
    where d.account_id = request.account_id and d.day >= date_trunc('month', count_calls.day) and d.day <= count_calls.day;

    select min(i) into oldest from unnest(calls) with ordinality as u (c, i) where c > 0;
    minute_frees_at := second - 61 + coalesce(oldest, 61) + 61;

    counted := greatest(0, least(
      request.amount,
      (limits -> state.plan ->> 'per_minute')::integer - minute_used,
      (limits -> state.plan ->> 'per_day')::integer - day_used,
      (limits -> state.plan ->> 'per_month')::integer - month_used));

    if counted > 0 then
      calls[61] := calls[61] + counted;
      update api_keys k set window_calls = calls, window_second = second where k.id = request.id;
      insert into account_days as d (account_id, day, calls) values (request.account_id, count_calls.day, counted)
      on conflict on constraint account_days_account_id_day_pk do update set calls = d.calls + excluded.calls;
    end if;

    fingerprint := request.fingerprint;
    key_id := request.id;
    account_id := request.account_id;
    plan := state.plan;
    hint := state.hint;
    return next;
  end loop;
end
$$;
--> statement-breakpoint
-- Takes counted calls back: responses with 304 or 5xx do not count.
create function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[])
returns void
language plpgsql as $$
declare
  refund record;
begin
  for refund in
    select k.id, k.account_id, r.second, r.day, r.amount
    from unnest(key_ids, seconds, days, amounts) as r (key_id, second, day, amount)
    join api_keys k on k.id = r.key_id
    order by k.account_id, k.id
  loop
    perform 1 from accounts a where a.id = refund.account_id for no key update;
    update api_keys k
    set window_calls[61 - (k.window_second - refund.second)] =
      greatest(0, k.window_calls[61 - (k.window_second - refund.second)] - refund.amount)
    where k.id = refund.id and k.window_second - refund.second between 0 and 60;
    update account_days d set calls = greatest(0, d.calls - refund.amount)
    where d.account_id = refund.account_id and d.day = refund.day;
  end loop;
end
$$;
--> statement-breakpoint
-- The events and shots of games, one row each. Filter by game_id: the rows of a game are made from its whole document.
create view events as
select p.game_id, e.seq, e.period, e.clock, e.side,
  case e.side when 'home' then g.home_team_id when 'away' then g.away_team_id end as team_id,
  e.player_id, e.type, e.description, e.distance_ft, e.home_score, e.away_score
from play_by_plays p
join games g on g.id = p.game_id
cross join lateral jsonb_to_recordset(p.events) as e (
  seq integer, period integer, clock text, side text, player_id text, type text, description text,
  distance_ft integer, home_score integer, away_score integer
);
--> statement-breakpoint
create view shots as
select c.game_id, s.seq, s.period, s.side,
  case s.side when 'home' then g.home_team_id when 'away' then g.away_team_id end as team_id,
  s.player_id, s.value, s.made, s.points, s.x_ft, s.y_ft, s.distance_ft,
  s.fastbreak, s.second_chance, s.off_turnover, s.at
from shot_charts c
join games g on g.id = c.game_id
cross join lateral jsonb_to_recordset(c.shots) as s (
  seq integer, period integer, side text, player_id text, value integer, made boolean, points integer,
  x_ft double precision, y_ft double precision, distance_ft double precision,
  fastbreak boolean, second_chance boolean, off_turnover boolean, at timestamptz
);
--> statement-breakpoint
-- Claims deliveries that are due, for one worker and until its lease ends. It goes from webhook to webhook, beginning
-- after `after_webhook`, so that each has its turn. It locks a webhook before it counts the deliveries in flight, so
-- there are never more than `max_in_flight` per webhook; one that is locked, because another worker is claiming from it
-- or recording an attempt, is skipped. Test deliveries are not counted. The remaining deliveries of a disabled webhook
-- are cancelled, and so is a test delivery whose lease has ended, because it is attempted only once.
create function claim_deliveries(after_webhook text, max_claims integer, max_in_flight integer, lease interval)
returns table (
  webhook_id text, event_id text, claim_number integer, attempts integer, url text, secret bytea, type text, body text
)
language plpgsql as $$
#variable_conflict use_column
declare
  current_webhook text := after_webhook;
  next_due_at timestamptz;
  free_slots integer;
  total integer := 0;
  claimed integer;
  target record;
begin
  while total < max_claims loop
    -- The first row of the next webhook in this index order is its delivery that is due first.
    select d.webhook_id, d.due_at into current_webhook, next_due_at from deliveries d
    where d.webhook_id > current_webhook and d.outcome is null
    order by d.webhook_id, d.due_at limit 1;
    exit when not found;
    continue when next_due_at > clock_timestamp();

    -- Counted before the lock too, because locking a row writes to it.
    select max_in_flight - count(*) into free_slots from deliveries d
    where d.webhook_id = current_webhook and d.sending and not d.test and d.due_at > clock_timestamp();
    continue when free_slots <= 0;

    select w.url, w.secret, w.status into target from webhooks w
    where w.id = current_webhook for no key update skip locked;
    continue when not found;

    update deliveries d set outcome = 'cancelled', sending = false, ended_at = clock_timestamp()
    where d.webhook_id = current_webhook and d.outcome is null and d.due_at <= clock_timestamp()
      and (d.test or target.status <> 'active');

    select max_in_flight - count(*) into free_slots from deliveries d
    where d.webhook_id = current_webhook and d.sending and not d.test and d.due_at > clock_timestamp();
    continue when free_slots <= 0;

    return query
      with due as (
        select d.event_id from deliveries d
        where d.webhook_id = current_webhook and d.outcome is null and d.due_at <= clock_timestamp()
        order by d.due_at limit least(free_slots, max_claims - total)
      ), claims as (
        update deliveries d set sending = true, claim_number = d.claim_number + 1, due_at = clock_timestamp() + lease
        from due where d.webhook_id = current_webhook and d.event_id = due.event_id
        returning d.event_id, d.claim_number, d.attempts
      )
      select current_webhook, c.event_id, c.claim_number, c.attempts, target.url, target.secret, e.type, e.body
      from claims c join webhook_events e on e.id = c.event_id;
    get diagnostics claimed = row_count;
    total := total + claimed;
  end loop;
end
$$;

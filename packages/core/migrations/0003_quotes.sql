CREATE TABLE "announced_tip_offs" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"tip_off" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookmakers" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"exchange" boolean NOT NULL,
	"as_of" timestamp with time zone NOT NULL
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
ALTER TABLE "announced_tip_offs" ADD CONSTRAINT "announced_tip_offs_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_averages" ADD CONSTRAINT "closing_averages_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_bookmaker_bookmakers_key_fk" FOREIGN KEY ("bookmaker") REFERENCES "public"."bookmakers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_once" ON "quotes" USING btree ("game_id","bookmaker","market","side",coalesce("line", 0),coalesce("read_at", 'infinity'::timestamptz),coalesce("set_at", '-infinity'::timestamptz),"price");
CREATE TABLE "forecast_seals" (
	"competition_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"seal" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "forecast_seals_competition_id_date_pk" PRIMARY KEY("competition_id","date"),
	CONSTRAINT "forecast_seals_seal" CHECK ("forecast_seals"."seal" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "forecasts" (
	"game_id" text collate "C" PRIMARY KEY NOT NULL,
	"competition_id" text collate "C" NOT NULL,
	"date" date NOT NULL,
	"home_win_probability" double precision NOT NULL,
	"expected_margin" double precision NOT NULL,
	"model" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "forecasts_probability" CHECK ("forecasts"."home_win_probability" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_seal" FOREIGN KEY ("competition_id","date") REFERENCES "public"."forecast_seals"("competition_id","date") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forecasts_of_day" ON "forecasts" USING btree ("competition_id","date");
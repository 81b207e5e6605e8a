CREATE TABLE "deliveries" (
	"webhook_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sending" boolean DEFAULT false NOT NULL,
	"claim" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "deliveries_webhook_id_event_id_pk" PRIMARY KEY("webhook_id","event_id"),
	CONSTRAINT "deliveries_outcome" CHECK ("deliveries"."outcome" in ('delivered', 'failed', 'cancelled')),
	CONSTRAINT "deliveries_ended_at" CHECK (("deliveries"."outcome" is null) = ("deliveries"."ended_at" is null)),
	CONSTRAINT "deliveries_sending_open" CHECK (not "deliveries"."sending" or "deliveries"."outcome" is null)
);
--> statement-breakpoint
CREATE TABLE "delivery_tries" (
	"webhook_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration" integer NOT NULL,
	"status" integer,
	"error" text,
	CONSTRAINT "delivery_tries_webhook_id_event_id_number_pk" PRIMARY KEY("webhook_id","event_id","number"),
	CONSTRAINT "delivery_tries_result" CHECK (("delivery_tries"."status" is null) <> ("delivery_tries"."error" is null))
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claim" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "idempotency_keys" (
	"account_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
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
	"failures" integer DEFAULT 0 NOT NULL,
	"last_delivery_at" timestamp with time zone,
	"last_status" integer,
	CONSTRAINT "webhooks_status" CHECK ("webhooks"."status" in ('active', 'disabled')),
	CONSTRAINT "webhooks_failures" CHECK ("webhooks"."failures" >= 0)
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_tries" ADD CONSTRAINT "delivery_tries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_tries" ADD CONSTRAINT "delivery_tries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("webhook_id","due_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "deliveries_sending" ON "deliveries" USING btree ("webhook_id") WHERE sending;--> statement-breakpoint
CREATE INDEX "deliveries_ended" ON "deliveries" USING btree ("webhook_id","ended_at") WHERE outcome is not null;--> statement-breakpoint
CREATE INDEX "delivery_tries_of_event" ON "delivery_tries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_of_game" ON "webhook_events" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_webhook" ON "idempotency_keys" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_of_account" ON "webhooks" USING btree ("account_id","created_at");
CREATE TABLE "audit_log" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"actor_id" text collate "C",
	"action" text NOT NULL,
	"detail" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_usage" (
	"account_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"calls" integer NOT NULL,
	"refused" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "key_usage_account_id_day_key_id_endpoint_pk" PRIMARY KEY("account_id","day","key_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_requests" (
	"subject" "bytea" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "resent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_of_account" ON "audit_log" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "key_usage_of_key" ON "key_usage" USING btree ("key_id","last_at");--> statement-breakpoint
CREATE INDEX "sessions_of_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_links_by_age" ON "sign_in_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_requests_of_subject" ON "sign_in_requests" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "sign_in_requests_by_age" ON "sign_in_requests" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deliveries_not_delivered" ON "deliveries" USING btree ("webhook_id","ended_at") WHERE outcome in ('failed', 'cancelled');
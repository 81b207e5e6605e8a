CREATE TABLE "write_calls" (
	"key_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"response" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "write_calls_key_id_key_pk" PRIMARY KEY("key_id","key")
);
--> statement-breakpoint
CREATE TABLE "write_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"source" text NOT NULL,
	"competition" text,
	"name" text NOT NULL,
	"created_by" text collate "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "write_keys_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "write_calls" ADD CONSTRAINT "write_calls_key_id_write_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."write_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_keys" ADD CONSTRAINT "write_keys_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "write_calls_by_age" ON "write_calls" USING btree ("created_at");
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
DROP INDEX "deliveries_ended";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "resends" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "former_outcome" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "former_at" timestamp with time zone;--> statement-breakpoint
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
CREATE INDEX "deliveries_delivered" ON "deliveries" USING btree ("webhook_id","ended_at") WHERE outcome = 'delivered';--> statement-breakpoint
CREATE INDEX "deliveries_not_delivered" ON "deliveries" USING btree ("webhook_id","ended_at") WHERE outcome in ('failed', 'cancelled');--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_former_outcome" CHECK ("deliveries"."former_outcome" in ('delivered', 'failed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_former_at" CHECK ("deliveries"."former_outcome" is null or "deliveries"."former_at" is not null);--> statement-breakpoint
DROP FUNCTION claim_deliveries(text, json, integer, integer, interval);
--> statement-breakpoint
-- Claims deliveries that are due, for one worker and until its lease ends: of some webhooks (`only_webhooks`), or of all.
-- Of all, it goes from webhook to webhook, beginning after `after_webhook`, so that each has its turn. It locks the
-- webhooks before it counts their deliveries in flight, and counts in a later statement, so there are never more than
-- `max_in_flight` per webhook; one that is locked, because another worker is claiming from it or recording an attempt, is
-- skipped. The remaining deliveries of a disabled webhook are cancelled; those that are sent again have their former
-- outcome instead. A test delivery whose lease has ended is cancelled, because it is attempted only once.
create function claim_deliveries(
  after_webhook text, only_webhooks json, max_claims integer, max_in_flight integer, lease interval
)
returns table (
  webhook_id text, event_id text, claim_number integer, attempts integer, resends integer, resent boolean,
  url text, secret bytea, type text, body text
)
-- The plans are made once per connection, whatever the lengths of the arrays. Postgres does not know that limits and arrays
-- are small, and would read all waiting deliveries at once.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
language plpgsql as $$
#variable_conflict use_column
declare
  last_webhook text := after_webhook;
  total integer := 0;
  claimed integer;
  found_webhooks text[];
  locked text[];
  disabled text[];
begin
  while total < max_claims loop
    if only_webhooks is null then
      -- From webhook to webhook: the first row of the next one in this index order is its delivery that is due first.
      -- Slots are counted before the lock too, because locking a row writes to it.
      with recursive turns (webhook_id, slots, sum) as (
        select last_webhook collate "C", 0::bigint, 0::bigint
        union all
        select next.webhook_id, next.slots, turns.sum + next.slots
        from turns cross join lateral (
          select d.webhook_id,
            case when d.due_at > clock_timestamp() then 0 else greatest(max_in_flight - (
              select count(*) from deliveries s
              where s.webhook_id = d.webhook_id and s.sending and not s.test and s.due_at > clock_timestamp()
            ), 0) end as slots
          from deliveries d where d.webhook_id > turns.webhook_id and d.outcome is null
          order by d.webhook_id, d.due_at limit 1
        ) next
        where turns.sum < max_claims - total
      )
      select array_agg(turns.webhook_id) filter (where slots > 0), max(turns.webhook_id)
      into found_webhooks, last_webhook from turns;
    else
      select array_agg(w.id) into found_webhooks from json_array_elements_text(only_webhooks) as w (id)
      where exists (
        select 1 from deliveries d where d.webhook_id = w.id and d.outcome is null and d.due_at <= clock_timestamp());
    end if;
    exit when found_webhooks is null;

    select array_agg(w.id), array_agg(w.id) filter (where w.status <> 'active') into locked, disabled
    from (
      select w.id, w.status from unnest(found_webhooks) as f (id) join webhooks w on w.id = f.id
      for no key update of w skip locked
    ) w;

    update deliveries d set outcome = 'cancelled', sending = false, ended_at = clock_timestamp()
    from unnest(locked) as l (id)
    where d.webhook_id = l.id and d.sending and d.test and d.due_at <= clock_timestamp();
    if disabled is not null then
      update deliveries d set outcome = coalesce(d.former_outcome, 'cancelled'), sending = false,
        ended_at = case when d.former_outcome is null then clock_timestamp() else d.former_at end,
        former_outcome = null, former_at = null
      where d.webhook_id = any (disabled) and d.outcome is null and d.due_at <= clock_timestamp();
    end if;

    return query
      with due as materialized (
        select l.id, d.event_id
        from unnest(locked) as l (id) cross join lateral (
          select d.event_id from deliveries d
          where d.webhook_id = l.id and d.outcome is null and d.due_at <= clock_timestamp()
          order by d.due_at limit greatest(max_in_flight - (
            select count(*) from deliveries s
            where s.webhook_id = l.id and s.sending and not s.test and s.due_at > clock_timestamp()
          ), 0)
        ) d
        limit max_claims - total
      ), claims as (
        update deliveries d set sending = true, claim_number = d.claim_number + 1, due_at = clock_timestamp() + lease
        from due where d.webhook_id = due.id and d.event_id = due.event_id
        returning d.webhook_id, d.event_id, d.claim_number, d.attempts, d.resends, d.former_at is not null as resent
      )
      select c.webhook_id, c.event_id, c.claim_number, c.attempts, c.resends, c.resent, w.url, w.secret, e.type, e.body
      from claims c join webhooks w on w.id = c.webhook_id join webhook_events e on e.id = c.event_id
      order by c.webhook_id;
    get diagnostics claimed = row_count;
    total := total + claimed;
    exit when only_webhooks is not null;
  end loop;
end
$$;

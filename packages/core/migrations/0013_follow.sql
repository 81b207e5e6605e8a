CREATE TABLE "follow_budgets" (
	"budget" text collate "C" PRIMARY KEY NOT NULL,
	"per_minute" integer NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "follow_budgets_per_minute" CHECK ("follow_budgets"."per_minute" >= 1)
);
--> statement-breakpoint
CREATE TABLE "follow_games" (
	"season_id" integer NOT NULL,
	"game" text collate "C" NOT NULL,
	"tip_off" timestamp with time zone,
	"progress" text DEFAULT 'to come' NOT NULL,
	"progress_at" timestamp with time zone NOT NULL,
	"periods" integer DEFAULT 0 NOT NULL,
	"period_at" timestamp with time zone,
	"claim_number" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	CONSTRAINT "follow_games_season_id_game_pk" PRIMARY KEY("season_id","game")
);
--> statement-breakpoint
CREATE TABLE "follow_requests" (
	"budget" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"counts_until" timestamp with time zone NOT NULL,
	CONSTRAINT "follow_requests_budget_number_pk" PRIMARY KEY("budget","number")
);
--> statement-breakpoint
CREATE TABLE "follow_resources" (
	"season_id" integer NOT NULL,
	"game" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"url" text,
	"due_at" timestamp with time zone,
	"urgency" smallint DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"last_modified" text,
	"hash" "bytea",
	"body" text,
	"received_at" timestamp with time zone,
	CONSTRAINT "follow_resources_season_id_game_kind_pk" PRIMARY KEY("season_id","game","kind")
);
--> statement-breakpoint
CREATE TABLE "follow_seasons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follow_seasons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"budget" text collate "C" NOT NULL,
	"feed" text collate "C" NOT NULL,
	"season" text collate "C" NOT NULL,
	CONSTRAINT "follow_seasons_key" UNIQUE("budget","feed","season")
);
--> statement-breakpoint
ALTER TABLE "follow_games" ADD CONSTRAINT "follow_games_season_id_follow_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."follow_seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_requests" ADD CONSTRAINT "follow_requests_budget_follow_budgets_budget_fk" FOREIGN KEY ("budget") REFERENCES "public"."follow_budgets"("budget") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_resources" ADD CONSTRAINT "follow_resources_of_game" FOREIGN KEY ("season_id","game") REFERENCES "public"."follow_games"("season_id","game") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_seasons" ADD CONSTRAINT "follow_seasons_budget_follow_budgets_budget_fk" FOREIGN KEY ("budget") REFERENCES "public"."follow_budgets"("budget") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_resources_due" ON "follow_resources" USING btree ("season_id","due_at");--> statement-breakpoint
-- The clock of following; tests replace it.
create function follow_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
--> statement-breakpoint
-- Claims the most urgent request of a season that is due, if the budget of its host has a request left: at most
-- `per_minute` requests count at any time, each until a minute after its response, or, if its follower dies, a minute after
-- `deadline`, the longest that a request takes. They are spread evenly over the minute. Every third request is not for a
-- live score, if another one waits that is more urgent than `spare`.
-- The budget is locked first, so that claims of all followers run one after the other, each with what those before have
-- written. A moment further ahead than it can be was written before the clock was set back, and does not count.
-- Returns one row; without a claim, `number` is null and `wait` is the time until one may be possible.
create function claim_request(of_season integer, lease interval, deadline interval)
returns table (
  at timestamptz, wait interval, number bigint, claim_number integer, game text, kind text, url text, progress text,
  failures integer, etag text, last_modified text, hash bytea
)
language plpgsql as $$
#variable_conflict use_column
declare
  minute constant interval := interval '1 minute';
  own follow_budgets;
  present timestamptz;
  free_at timestamptz;
  due record;
begin
  select b.* into strict own from follow_budgets b
  where b.budget = (select s.budget from follow_seasons s where s.id = of_season)
  for no key update;
  present := follow_now();

  delete from follow_requests r
  where r.budget = own.budget
    and (r.counts_until <= present or r.counts_until > present + deadline + 2 * minute);
  free_at := greatest(
    case when own.blocked_until <= present + interval '1 hour' then own.blocked_until end,
    case when own.next_at <= present + minute then own.next_at end,
    (select r.counts_until from follow_requests r where r.budget = own.budget
      order by r.counts_until desc offset own.per_minute - 1 limit 1)
  );
  if free_at > present then
    return query select present, free_at - present, null::bigint, null::integer, null, null, null, null, null::integer,
      null, null, null::bytea;
    return;
  end if;

  select r.*, g.progress into due
  from follow_resources r join follow_games g on g.season_id = r.season_id and g.game = r.game
  where r.season_id = of_season and r.due_at <= present and r.url is not null
    and (g.leased_until is null or g.leased_until <= present or g.leased_until > present + lease)
  order by own.requests % 3 = 2 and r.urgency between 1 and 3 desc, r.urgency, r.due_at
  limit 1;
  if not found then
    return query select present, min(greatest(r.due_at, g.leased_until)) - present, null::bigint,
      null::integer, null, null, null, null, null::integer, null, null, null::bytea
    from follow_resources r join follow_games g on g.season_id = r.season_id and g.game = r.game
    where r.season_id = of_season and r.due_at is not null and r.url is not null;
    return;
  end if;

  update follow_budgets b set requests = own.requests + 1, next_at = present + minute / own.per_minute
  where b.budget = own.budget;
  -- A second more, for the clocks of the follower and the host.
  insert into follow_requests values (own.budget, own.requests, present + deadline + minute + interval '1 second');
  return query
    update follow_games g set leased_until = present + lease, claim_number = g.claim_number + 1
    where g.season_id = of_season and g.game = due.game
    returning present, interval '0', own.requests, g.claim_number, g.game, due.kind, due.url, due.progress,
      due.failures, due.etag, due.last_modified, due.hash;
end
$$;

-- Counts the calls of an account in one row, which is updated in place: its day, its month and the minutes of its keys
-- (docs/decisions/0002-counting-calls.md). The days that are over go to account_past_days.
--
-- count_calls and refund_calls keep their parameters and results, so that processes of the version before go on counting.
CREATE TABLE "account_counts" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"day" date,
	"day_calls" integer DEFAULT 0 NOT NULL,
	"earlier_calls" integer DEFAULT 0 NOT NULL,
	"window_since" bigint DEFAULT 0 NOT NULL,
	"window_moments" bigint[] DEFAULT '{}' NOT NULL,
	"window_totals" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
-- Room in each page for the next versions of its rows, and rows that stay whole, although five busy keys need 4 kB.
ALTER TABLE "account_counts" SET (fillfactor = 50, toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "account_counts" ADD CONSTRAINT "account_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_days" RENAME TO "account_past_days";--> statement-breakpoint
ALTER TABLE "account_past_days" RENAME CONSTRAINT "account_days_account_id_day_pk" TO "account_past_days_account_id_day_pk";--> statement-breakpoint
ALTER TABLE "account_past_days" RENAME CONSTRAINT "account_days_calls" TO "account_past_days_calls";--> statement-breakpoint
ALTER TABLE "account_past_days" RENAME CONSTRAINT "account_days_account_id_accounts_id_fk" TO "account_past_days_account_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);
--> statement-breakpoint
-- The calls of the last minute. The counts of the current day are still in account_past_days, from which the first call
-- takes them (start_day).
insert into account_counts (account_id, window_since, window_moments, window_totals)
with clock as (
  select (date_part('epoch', clock_timestamp()) * 1e6)::bigint - 120000000 as since
), slots as (
  select k.account_id, k.number, u.calls,
    (k.window_second - 61 + u.position) * 1000000 + u.micros - (select since from clock) as elapsed
  from api_keys k cross join lateral unnest(k.window_calls, k.window_micros) with ordinality as u (calls, micros, position)
  where u.calls > 0
), recent as (
  select account_id, (number::bigint << 32) + elapsed as moment,
    sum(calls) over (partition by number order by elapsed) as total
  from slots where elapsed between 60000000 and 2147483647
)
select a.id, (select since from clock), coalesce(array_agg(r.moment order by r.moment) filter (where r.moment is not null), '{}'),
  coalesce(array_agg(r.total::integer order by r.moment) filter (where r.moment is not null), '{}')
from accounts a left join recent r on r.account_id = a.id
group by a.id;
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_window";--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_window_micros";--> statement-breakpoint
ALTER TABLE "api_keys" DROP COLUMN "window_calls";--> statement-breakpoint
ALTER TABLE "api_keys" DROP COLUMN "window_micros";--> statement-breakpoint
ALTER TABLE "api_keys" DROP COLUMN "window_second";--> statement-breakpoint
CREATE VIEW "public"."account_days" AS (
  select account_id, day, calls from account_past_days
  union all
  select account_id, day, day_calls from account_counts where day_calls > 0);
--> statement-breakpoint
DROP FUNCTION count_calls(bytea[], integer[], jsonb);
--> statement-breakpoint
DROP FUNCTION refund_calls(text[], bigint[], date[], integer[]);
--> statement-breakpoint
DROP FUNCTION key_usage(text, timestamptz);
--> statement-breakpoint
-- Makes `today` the day that is counted: the day before it goes to account_past_days. If the clock was set back, what
-- was counted on that day comes back from there, and later days do not count until they come. The row of the account
-- must be locked.
create function start_day(account text, today date, out day_calls integer, out earlier_calls integer)
language plpgsql as $$
begin
  insert into account_past_days as p (account_id, day, calls)
  select c.account_id, c.day, c.day_calls from account_counts c where c.account_id = account and c.day_calls > 0
  on conflict on constraint account_past_days_account_id_day_pk do update set calls = excluded.calls;

  delete from account_past_days p where p.account_id = account and p.day = today returning p.calls into day_calls;
  day_calls := coalesce(day_calls, 0);

  select coalesce(sum(p.calls), 0) into earlier_calls
  from account_past_days p
  where p.account_id = account and p.day >= date_trunc('month', today) and p.day < today;

  update account_counts c
  set day = today, day_calls = start_day.day_calls, earlier_calls = start_day.earlier_calls
  where c.account_id = account;
end
$$;
--> statement-breakpoint
-- Writes the windows of an account anew at a moment, without what has expired, and counts them from two minutes before it.
--
-- If the clock was set back, how long ago the last call of a key was made is unknown, so it counts as made now, and the
-- others as long before it as they were: the limit holds in real time, and every call is free within 60 seconds.
create function move_window(account text, moment bigint, inout since bigint, inout moments bigint[], inout totals integer[])
language plpgsql as $$
begin
  with slots as (
    select m >> 32 as number, since + (m & 4294967295) as last_call,
      t - lag(t, 1, 0) over (partition by m >> 32 order by m) as calls
    from unnest(moments, totals) as u (m, t)
  ), moved as (
    select number, last_call - greatest(0, max(last_call) over (partition by number) - moment) as last_call, calls
    from slots
  ), kept as (
    select (number << 32) + last_call - moment + 120000000 as m, sum(calls) over (partition by number order by last_call) as t
    from moved where last_call > moment - 60000000
  )
  select moment - 120000000, coalesce(array_agg(m order by m), '{}'), coalesce(array_agg(t::integer order by m), '{}')
  into since, moments, totals
  from kept;

  update account_counts c set window_since = since, window_moments = moments, window_totals = totals
  where c.account_id = account;
end
$$;
--> statement-breakpoint
-- Counts calls against the limits of a plan, exactly, from any number of processes: the row that counts an account is
-- locked first, in the order of the accounts, so that one transaction at a time reads and writes it.
--
-- For every known, unrevoked key of `fingerprints` it counts up to `amounts` calls and returns what was used before, at
-- which moment, and when the first of the calls that count becomes free (Unix time, seconds).
-- `limits` is {"<plan>": {"per_minute", "per_day", "per_month"}}, null: no limit.
create function count_calls(fingerprints bytea[], amounts integer[], limits jsonb)
returns table (
  fingerprint bytea, key_id text, account_id text, plan text, hint text,
  counted integer, moment float8, second bigint, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at float8
)
language plpgsql as $$
declare
  answered text[] := '{}';
  answered_before integer;
  completed boolean := false;
  amount integer;
  base bigint; -- of the moments of the key in `moments`
  counted_day date;
  earlier_calls integer;
  since bigint;
  moments bigint[];
  totals integer[];
  clock timestamptz;
  micros bigint;
  elapsed bigint;
  first integer; -- of the moments of the key
  final integer; -- the last of them
  expired integer; -- the last one that has expired
  kept integer; -- the last one that stays as it is
  total integer;
  known_plan text;
  per_minute integer;
  per_day integer;
  per_month integer;
begin
  -- One key of each account at a time: a row that this transaction has written since cannot be read by the same select.
  -- The arrays are subselects, and the tables are read by look-ups, so that Postgres makes one plan for any number of keys.
  loop
    answered_before := cardinality(answered);
    for fingerprint, amount, key_id, base, account_id, hint, plan, counted_day, day_used, earlier_calls, since, moments, totals in
      select k.fingerprint, k.amount, k.id, k.base, k.account_id, k.hint, a.plan,
        c.day, c.day_calls, c.earlier_calls, c.window_since, c.window_moments, c.window_totals
      from (
        select distinct on (k.account_id) r.fingerprint, r.amount, k.*
        from unnest((select fingerprints), (select amounts)) as r (fingerprint, amount)
        cross join lateral (
          select k.id, k.number::bigint << 32 as base, k.account_id, k.hint from api_keys k
          where k.fingerprint = r.fingerprint and k.revoked_at is null offset 0
        ) as k
        where k.id <> all (answered)
        order by k.account_id
      ) as k
      cross join lateral (select a.plan from accounts a where a.id = k.account_id offset 0) as a
      cross join lateral (select c.* from account_counts c where c.account_id = k.account_id for no key update) as c
    loop
      clock := clock_timestamp();
      micros := date_part('epoch', clock) * 1e6;
      day := (clock at time zone 'UTC')::date;
      if day is distinct from counted_day then
        select s.day_calls, s.earlier_calls into day_used, earlier_calls from start_day(account_id, day) as s;
      end if;

      elapsed := micros - since;
      final := width_bucket(base + 4294967295, moments);
      if elapsed not between 60000000 and 2147483647 or moments[final] > base + elapsed then
        select m.since, m.moments, m.totals into since, moments, totals
        from move_window(account_id, micros, since, moments, totals) as m;
        elapsed := micros - since;
        final := width_bucket(base + 4294967295, moments);
      end if;

      first := width_bucket(base, moments) + 1;
      expired := width_bucket(base + elapsed - 60000000, moments);
      moment := micros / 1e6::float8;
      second := micros / 1000000;
      if final > expired then
        minute_used := totals[final];
        if expired >= first then
          minute_used := minute_used - totals[expired];
        end if;
        minute_frees_at := (since + moments[expired + 1] - base + 60000000) / 1e6::float8;
      else
        minute_used := 0;
        minute_frees_at := moment + 60;
      end if;
      month_used := earlier_calls + day_used;

      if plan is distinct from known_plan then
        per_minute := limits -> plan ->> 'per_minute';
        per_day := limits -> plan ->> 'per_day';
        per_month := limits -> plan ->> 'per_month';
        known_plan := plan;
      end if;
      counted := greatest(0, least(amount, per_minute - minute_used, per_day - day_used, per_month - month_used));
      return next;
      answered := answered || key_id;

      -- The last moment that has expired stays, because its total is where the window begins.
      if counted > 0 then
        kept := final;
        total := counted;
        if final >= first then
          total := totals[final] + counted;
          if (since + moments[final] - base) / 1000000 = second then
            kept := final - 1;
          end if;
        end if;
        expired := greatest(first, expired);
        moments := moments[:first - 1] || moments[expired:kept] || (base + elapsed) || moments[final + 1:];
        totals := totals[:first - 1] || totals[expired:kept] || total || totals[final + 1:];
        update account_counts c
        set day_calls = day_used + counted, window_moments = moments, window_totals = totals
        where c.account_id = count_calls.account_id;
      end if;
    end loop;

    exit when cardinality(answered) = cardinality(fingerprints);
    exit when completed and cardinality(answered) = answered_before;
    if not completed then
      -- A process of the version before creates accounts without the row that counts them.
      insert into account_counts (account_id)
      select distinct k.account_id from api_keys k
      where k.fingerprint = any (fingerprints)
      order by k.account_id
      on conflict do nothing;
      completed := true;
    end if;
  end loop;
end
$$;
--> statement-breakpoint
-- Takes counted calls back: responses with 304 or 5xx do not count. Returns what their keys have used after that.
create function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[])
returns table (
  key_id text, moment float8, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at float8
)
language plpgsql as $$
declare
  refund record;
  used account_counts;
  until bigint; -- the end of the second
  slot integer;
  calls integer;
  freed integer;
begin
  for refund in
    select k.account_id, k.number::bigint << 32 as base, r.second, r.day, r.amount
    from unnest((select key_ids), (select seconds), (select days), (select amounts)) as r (key_id, second, day, amount)
    cross join lateral (select k.account_id, k.number from api_keys k where k.id = r.key_id offset 0) as k
    order by k.account_id
  loop
    select c.* into used from account_counts c where c.account_id = refund.account_id for no key update;

    until := (refund.second + 1) * 1000000 - 1 - used.window_since;
    slot := width_bucket(refund.base + until, used.window_moments);
    if until between 999999 and 4294967295 and used.window_moments[slot] >= refund.base + until - 999999 then
      calls := used.window_totals[slot];
      if used.window_moments[slot - 1] >= refund.base then
        calls := calls - used.window_totals[slot - 1];
      end if;
      freed := least(refund.amount, calls);
      for later in slot .. width_bucket(refund.base + 4294967295, used.window_moments) loop
        used.window_totals[later] := used.window_totals[later] - freed;
      end loop;
      if freed = calls then
        used.window_moments := used.window_moments[:slot - 1] || used.window_moments[slot + 1:];
        used.window_totals := used.window_totals[:slot - 1] || used.window_totals[slot + 1:];
      end if;
    end if;

    if refund.day = used.day then
      used.day_calls := greatest(0, used.day_calls - refund.amount);
    else
      update account_past_days p set calls = greatest(0, p.calls - refund.amount)
      where p.account_id = refund.account_id and p.day = refund.day;
      select coalesce(sum(p.calls), 0) into used.earlier_calls
      from account_past_days p
      where p.account_id = refund.account_id and p.day >= date_trunc('month', used.day) and p.day < used.day;
    end if;

    update account_counts c
    set day_calls = used.day_calls, earlier_calls = used.earlier_calls,
      window_moments = used.window_moments, window_totals = used.window_totals
    where c.account_id = refund.account_id;
  end loop;

  return query
  select c.key_id, c.moment, c.day, c.minute_used, c.day_used, c.month_used, c.minute_frees_at
  from count_calls(
    array(select k.fingerprint from api_keys k where k.id = any (key_ids)),
    array_fill(0, array[cardinality(key_ids)]), '{}'
  ) as c;
end
$$;

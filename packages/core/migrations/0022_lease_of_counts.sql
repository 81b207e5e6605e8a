-- Lets one process count calls in memory while it is alone (docs/decisions/0002-counting-calls.md): it holds a lease, and the
-- functions that count do nothing while another process does.
--
-- count_calls and refund_calls have one parameter more. Those without it remain, so that processes of the version before go
-- on counting.
CREATE SEQUENCE "public"."counting_asked" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."counting_statements" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "counting_lease" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"lease" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "counting_lease_one_row" CHECK ("counting_lease"."id" = 1)
);
--> statement-breakpoint
select setval('counting_asked', 1), setval('counting_statements', 1);
--> statement-breakpoint
-- The clock by which calls are counted.
create function counting_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
--> statement-breakpoint
-- Whether the transaction may count: nobody holds the lease, or only `lease` itself, which is '' for a process that has none.
-- If another process holds it, that one is asked to give it up. It is over when two seconds have passed, or if the clock was
-- set back since, and this transaction counts: its holder finds that it is gone.
--
-- Nobody takes the lease until the transaction ends. A process of the version before (null) gets an error that it responds
-- to with 503.
create function enter_counting(lease text) returns boolean language plpgsql as $$
declare
  present timestamptz;
  other counting_lease;
begin
  perform pg_advisory_xact_lock_shared(7231458);
  loop
    select l.* into other from counting_lease l where l.lease is distinct from enter_counting.lease;
    if other.lease is null then
      return true;
    end if;
    present := counting_now();
    if other.expires_at > present and other.expires_at <= present + interval '2 seconds' then
      perform nextval('counting_asked');
      if lease is null then
        raise exception 'Another process counts calls in memory for a moment.' using errcode = 'cannot_connect_now';
      end if;
      return false;
    end if;
    -- Unless it is renewed meanwhile.
    delete from counting_lease l where l.lease = other.lease and l.expires_at = other.expires_at;
  end loop;
end
$$;
--> statement-breakpoint
-- Counts calls against the limits of a plan, exactly, from any number of processes: the row that counts an account is
-- locked first, in the order of the accounts, so that one transaction at a time reads and writes it.
--
-- For every known, unrevoked key of `fingerprints` it counts up to `amounts` calls and returns what was used before, at
-- which moment, and when the first of the calls that count becomes free (Unix time, seconds). While another process holds the
-- lease, it counts nothing and returns one row of nulls.
-- `limits` is {"<plan>": {"per_minute", "per_day", "per_month"}}, null: no limit.
create function count_calls(fingerprints bytea[], amounts integer[], limits jsonb, lease text)
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
  perform nextval('counting_statements');
  if not enter_counting(lease) then
    return next;
    return;
  end if;

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
      clock := counting_now();
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
-- Takes counted calls back: responses with 304 or 5xx do not count. Returns what their keys have used after that; one row of
-- nulls, and nothing is taken back, while another process holds the lease.
create function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[], lease text)
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
  if not enter_counting(lease) then
    return next;
    return;
  end if;

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
    array_fill(0, array[cardinality(key_ids)]), '{}', lease
  ) as c;
end
$$;
--> statement-breakpoint
-- For processes of the version before.
create or replace function count_calls(fingerprints bytea[], amounts integer[], limits jsonb)
returns table (
  fingerprint bytea, key_id text, account_id text, plan text, hint text,
  counted integer, moment float8, second bigint, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at float8
)
language sql as 'select * from count_calls(fingerprints, amounts, limits, null)';
--> statement-breakpoint
create or replace function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[])
returns table (
  key_id text, moment float8, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at float8
)
language sql as 'select * from refund_calls(key_ids, seconds, days, amounts, null)';

-- Counts calls on the clock of the database alone, to the microsecond, also when that clock is set back.
--
-- A call stops counting exactly 60 seconds after it was made: `window_micros` has, for each second of `window_calls`,
-- when in it the last call was made. (Calls of earlier versions count to the end of their second.)
ALTER TABLE "api_keys" ADD COLUMN "window_micros" integer[] DEFAULT array_fill(999999, array[61]) NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_window_micros" CHECK (cardinality("api_keys"."window_micros") = 61);
--> statement-breakpoint
DROP FUNCTION count_calls(bytea[], integer[], jsonb);
--> statement-breakpoint
DROP FUNCTION refund_calls(text[], bigint[], date[], integer[]);
--> statement-breakpoint
-- What a key has used at a moment, and its window moved to that moment: `calls` in each of the 61 seconds up to `second`.
-- The row of the account must be locked.
create function key_usage(
  key text, moment timestamptz,
  out second bigint, out day date, out calls integer[], out micros integer[],
  out minute_used integer, out day_used integer, out month_used integer, out minute_frees_at float8
)
language plpgsql as $$
declare
  state record;
  micro integer;
  elapsed integer;
  oldest integer;
begin
  second := floor(extract(epoch from moment))::bigint;
  micro := extract(microseconds from moment)::integer % 1000000;
  day := (moment at time zone 'UTC')::date;

  select k.account_id, k.window_calls, k.window_micros, k.window_second into state from api_keys k where k.id = key;

  -- The clock was set back. How long ago the last call was made is unknown, so it counts as made now, and the others as
  -- long before it as they were: the limit holds in real time, and every call is free within 60 seconds.
  if (second, micro) < (state.window_second, state.window_micros[61]) then
    state.window_second := second;
    update api_keys k set window_second = key_usage.second, window_micros[61] = micro where k.id = key;
  end if;

  elapsed := least(second - state.window_second, 61);
  calls := state.window_calls[elapsed + 1:61] || array_fill(0, array[elapsed]);
  micros := state.window_micros[elapsed + 1:61] || array_fill(0, array[elapsed]);
  micros[61] := least(micros[61], micro);
  if micros[1] <= micro then
    calls[1] := 0;
  end if;

  select coalesce(sum(u.c), 0), min(u.i) filter (where u.c > 0) into minute_used, oldest
  from unnest(calls) with ordinality as u (c, i);
  minute_frees_at := case
    when oldest is null then extract(epoch from moment) + 60
    else second - 1 + oldest + micros[oldest] / 1e6
  end;

  select coalesce(max(d.calls) filter (where d.day = key_usage.day), 0), coalesce(sum(d.calls), 0)
  into day_used, month_used
  from account_days d
  where d.account_id = state.account_id and d.day >= date_trunc('month', key_usage.day) and d.day <= key_usage.day;
end
$$;
--> statement-breakpoint
-- Counts calls against the limits of a plan, exactly, from any number of processes: the row of the account is locked
-- first, so that one transaction at a time reads and writes its keys and days.
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
  request record;
  state record;
  used record;
  clock timestamptz;
  calls integer[];
  micros integer[];
begin
  for request in
    select k.id, k.account_id, r.fingerprint, r.amount
    from unnest(fingerprints, amounts) as r (fingerprint, amount)
    join api_keys k on k.fingerprint = r.fingerprint
    order by k.account_id, k.id
  loop
    perform 1 from accounts a where a.id = request.account_id for no key update;

    select k.hint, a.plan into state
    from api_keys k join accounts a on a.id = k.account_id
    where k.id = request.id and k.revoked_at is null;
    continue when not found;

    clock := clock_timestamp();
    select u.* into used from key_usage(request.id, clock) as u;

    counted := greatest(0, least(
      request.amount,
      (limits -> state.plan ->> 'per_minute')::integer - used.minute_used,
      (limits -> state.plan ->> 'per_day')::integer - used.day_used,
      (limits -> state.plan ->> 'per_month')::integer - used.month_used));

    if counted > 0 then
      calls := used.calls;
      micros := used.micros;
      calls[61] := calls[61] + counted;
      micros[61] := extract(microseconds from clock)::integer % 1000000;
      update api_keys k set window_calls = calls, window_micros = micros, window_second = used.second
      where k.id = request.id;
      insert into account_days as d (account_id, day, calls) values (request.account_id, used.day, counted)
      on conflict on constraint account_days_account_id_day_pk do update set calls = d.calls + excluded.calls;
    end if;

    fingerprint := request.fingerprint;
    key_id := request.id;
    account_id := request.account_id;
    plan := state.plan;
    hint := state.hint;
    moment := extract(epoch from clock);
    second := used.second;
    day := used.day;
    minute_used := used.minute_used;
    day_used := used.day_used;
    month_used := used.month_used;
    minute_frees_at := used.minute_frees_at;
    return next;
  end loop;
end
$$;
--> statement-breakpoint
-- Takes counted calls back: responses with 304 or 5xx do not count. Returns what their keys have used after that, the last
-- row of a key being the latest.
create function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[])
returns table (
  key_id text, moment float8, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at float8
)
language plpgsql as $$
declare
  refund record;
  used record;
  clock timestamptz;
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

    clock := clock_timestamp();
    select u.* into used from key_usage(refund.id, clock) as u;
    key_id := refund.id;
    moment := extract(epoch from clock);
    day := used.day;
    minute_used := used.minute_used;
    day_used := used.day_used;
    month_used := used.month_used;
    minute_frees_at := used.minute_frees_at;
    return next;
  end loop;
end
$$;

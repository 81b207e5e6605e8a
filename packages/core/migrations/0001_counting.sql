-- Counts calls against the limits of a plan, exactly, however many processes ask at once: the row of the account is
-- locked first, so that its keys and days are read and written by one at a time.
--
-- For every known, unrevoked key of `fingerprints` it admits up to `wanted` calls and answers what was used before
-- them. `limits` is {"<plan>": {"per_minute", "per_day", "per_month"}}, null: no limit. `window_calls` of a key holds
-- the calls of the last 61 seconds, so no span of 60 seconds can hold more than the limit.
create function count_calls(fingerprints bytea[], wanted integer[], limits jsonb)
returns table (
  fingerprint bytea, key_id text, account_id text, plan text, hint text,
  admitted integer, second bigint, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at bigint
)
language plpgsql as $$
declare
  asked record;
  counted record;
  moment timestamptz;
  calls integer[];
  passed integer;
  oldest integer;
begin
  for asked in
    select k.id, k.account_id, w.fingerprint, w.calls
    from unnest(fingerprints, wanted) as w (fingerprint, calls)
    join api_keys k on k.fingerprint = w.fingerprint
    order by k.account_id, k.id
  loop
    perform 1 from accounts a where a.id = asked.account_id for no key update;

    select k.hint, k.window_calls, k.window_second, a.plan into counted
    from api_keys k join accounts a on a.id = k.account_id
    where k.id = asked.id and k.revoked_at is null;
    continue when not found;

    moment := clock_timestamp();
    second := greatest(floor(extract(epoch from moment))::bigint, counted.window_second);
    day := (moment at time zone 'UTC')::date;
    passed := least(second - counted.window_second, 61);
    calls := counted.window_calls[passed + 1:61] || array_fill(0, array[passed]);

    select coalesce(sum(c), 0) into minute_used from unnest(calls) as c;
    select coalesce(max(d.calls) filter (where d.day = count_calls.day), 0), coalesce(sum(d.calls), 0)
    into day_used, month_used
    from account_days d
    where d.account_id = asked.account_id and d.day >= date_trunc('month', count_calls.day) and d.day <= count_calls.day;

    select min(i) into oldest from unnest(calls) with ordinality as u (c, i) where c > 0;
    minute_frees_at := second - 61 + coalesce(oldest, 61) + 61;

    admitted := greatest(0, least(
      asked.calls,
      (limits -> counted.plan ->> 'per_minute')::integer - minute_used,
      (limits -> counted.plan ->> 'per_day')::integer - day_used,
      (limits -> counted.plan ->> 'per_month')::integer - month_used));

    if admitted > 0 then
      calls[61] := calls[61] + admitted;
      update api_keys k set window_calls = calls, window_second = second where k.id = asked.id;
      insert into account_days as d (account_id, day, calls) values (asked.account_id, count_calls.day, admitted)
      on conflict on constraint account_days_account_id_day_pk do update set calls = d.calls + excluded.calls;
    end if;

    fingerprint := asked.fingerprint;
    key_id := asked.id;
    account_id := asked.account_id;
    plan := counted.plan;
    hint := counted.hint;
    return next;
  end loop;
end
$$;
--> statement-breakpoint
-- Takes back calls that count_calls let through: those answered 304 or 5xx do not count.
create function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[])
returns void
language plpgsql as $$
declare
  given record;
begin
  for given in
    select k.id, k.account_id, g.second, g.day, g.amount
    from unnest(key_ids, seconds, days, amounts) as g (key_id, second, day, amount)
    join api_keys k on k.id = g.key_id
    order by k.account_id, k.id
  loop
    perform 1 from accounts a where a.id = given.account_id for no key update;
    update api_keys k
    set window_calls[61 - (k.window_second - given.second)] =
      greatest(0, k.window_calls[61 - (k.window_second - given.second)] - given.amount)
    where k.id = given.id and k.window_second - given.second between 0 and 60;
    update account_days d set calls = greatest(0, d.calls - given.amount)
    where d.account_id = given.account_id and d.day = given.day;
  end loop;
end
$$;

-- Counts calls against the limits of a plan, exactly, from any number of processes: the row of the account is locked
-- first, so that one transaction at a time reads and writes its keys and days.
--
-- For every known, unrevoked key of `fingerprints` it counts up to `amounts` calls and returns what was used before.
-- `limits` is {"<plan>": {"per_minute", "per_day", "per_month"}}, null: no limit. `window_calls` of a key has a slot for
-- each of the last 61 seconds, so that no span of 60 seconds can have more calls than the limit.
create function count_calls(fingerprints bytea[], amounts integer[], limits jsonb)
returns table (
  fingerprint bytea, key_id text, account_id text, plan text, hint text,
  counted integer, second bigint, day date,
  minute_used integer, day_used integer, month_used integer, minute_frees_at bigint
)
language plpgsql as $$
declare
  request record;
  state record;
  moment timestamptz;
  calls integer[];
  elapsed integer;
  oldest integer;
begin
  for request in
    select k.id, k.account_id, r.fingerprint, r.amount
    from unnest(fingerprints, amounts) as r (fingerprint, amount)
    join api_keys k on k.fingerprint = r.fingerprint
    order by k.account_id, k.id
  loop
    perform 1 from accounts a where a.id = request.account_id for no key update;

    select k.hint, k.window_calls, k.window_second, a.plan into state
    from api_keys k join accounts a on a.id = k.account_id
    where k.id = request.id and k.revoked_at is null;
    continue when not found;

    moment := clock_timestamp();
    second := greatest(floor(extract(epoch from moment))::bigint, state.window_second);
    day := (moment at time zone 'UTC')::date;
    elapsed := least(second - state.window_second, 61);
    calls := state.window_calls[elapsed + 1:61] || array_fill(0, array[elapsed]);

    select coalesce(sum(c), 0) into minute_used from unnest(calls) as c;
    select coalesce(max(d.calls) filter (where d.day = count_calls.day), 0), coalesce(sum(d.calls), 0)
    into day_used, month_used
    from account_days d
    where d.account_id = request.account_id and d.day >= date_trunc('month', count_calls.day) and d.day <= count_calls.day;

    select min(i) into oldest from unnest(calls) with ordinality as u (c, i) where c > 0;
    minute_frees_at := second - 61 + coalesce(oldest, 61) + 61;

    counted := greatest(0, least(
      request.amount,
      (limits -> state.plan ->> 'per_minute')::integer - minute_used,
      (limits -> state.plan ->> 'per_day')::integer - day_used,
      (limits -> state.plan ->> 'per_month')::integer - month_used));

    if counted > 0 then
      calls[61] := calls[61] + counted;
      update api_keys k set window_calls = calls, window_second = second where k.id = request.id;
      insert into account_days as d (account_id, day, calls) values (request.account_id, count_calls.day, counted)
      on conflict on constraint account_days_account_id_day_pk do update set calls = d.calls + excluded.calls;
    end if;

    fingerprint := request.fingerprint;
    key_id := request.id;
    account_id := request.account_id;
    plan := state.plan;
    hint := state.hint;
    return next;
  end loop;
end
$$;
--> statement-breakpoint
-- Takes counted calls back: responses with 304 or 5xx do not count.
create function refund_calls(key_ids text[], seconds bigint[], days date[], amounts integer[])
returns void
language plpgsql as $$
declare
  refund record;
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
  end loop;
end
$$;

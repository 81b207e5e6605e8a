DROP FUNCTION claim_deliveries(text, integer, integer, interval);
--> statement-breakpoint
-- Claims deliveries that are due, for one worker and until its lease ends: of some webhooks (`only_webhooks`), or of all.
-- Of all, it goes from webhook to webhook, beginning after `after_webhook`, so that each has its turn. It locks the
-- webhooks before it counts their deliveries in flight, and counts in a later statement, so there are never more than
-- `max_in_flight` per webhook; one that is locked, because another worker is claiming from it or recording an attempt, is
-- skipped. The remaining deliveries of a disabled webhook are cancelled, and so is a test delivery whose lease has ended,
-- because it is attempted only once.
create function claim_deliveries(
  after_webhook text, only_webhooks json, max_claims integer, max_in_flight integer, lease interval
)
returns table (
  webhook_id text, event_id text, claim_number integer, attempts integer, url text, secret bytea, type text, body text
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
      update deliveries d set outcome = 'cancelled', sending = false, ended_at = clock_timestamp()
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
        returning d.webhook_id, d.event_id, d.claim_number, d.attempts
      )
      select c.webhook_id, c.event_id, c.claim_number, c.attempts, w.url, w.secret, e.type, e.body
      from claims c join webhooks w on w.id = c.webhook_id join webhook_events e on e.id = c.event_id
      order by c.webhook_id;
    get diagnostics claimed = row_count;
    total := total + claimed;
    exit when only_webhooks is not null;
  end loop;
end
$$;

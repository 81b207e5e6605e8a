-- Claims deliveries that are due, for one worker and until its lease ends. It goes from webhook to webhook, beginning
-- after `after_webhook`, so that each has its turn. It locks a webhook before it counts the deliveries in flight, so
-- there are never more than `max_in_flight` per webhook; one that is locked, because another worker is claiming from it
-- or recording an attempt, is skipped. Test deliveries are not counted. The remaining deliveries of a disabled webhook
-- are cancelled, and so is a test delivery whose lease has ended, because it is attempted only once.
create function claim_deliveries(after_webhook text, max_claims integer, max_in_flight integer, lease interval)
returns table (
  webhook_id text, event_id text, claim_number integer, attempts integer, url text, secret bytea, type text, body text
)
language plpgsql as $$
#variable_conflict use_column
declare
  current_webhook text := after_webhook;
  next_due_at timestamptz;
  free_slots integer;
  total integer := 0;
  claimed integer;
  target record;
begin
  while total < max_claims loop
    -- The first row of the next webhook in this index order is its delivery that is due first.
    select d.webhook_id, d.due_at into current_webhook, next_due_at from deliveries d
    where d.webhook_id > current_webhook and d.outcome is null
    order by d.webhook_id, d.due_at limit 1;
    exit when not found;
    continue when next_due_at > clock_timestamp();

    -- Counted before the lock too, because locking a row writes to it.
    select max_in_flight - count(*) into free_slots from deliveries d
    where d.webhook_id = current_webhook and d.sending and not d.test and d.due_at > clock_timestamp();
    continue when free_slots <= 0;

    select w.url, w.secret, w.status into target from webhooks w
    where w.id = current_webhook for no key update skip locked;
    continue when not found;

    update deliveries d set outcome = 'cancelled', sending = false, ended_at = clock_timestamp()
    where d.webhook_id = current_webhook and d.outcome is null and d.due_at <= clock_timestamp()
      and (d.test or target.status <> 'active');

    select max_in_flight - count(*) into free_slots from deliveries d
    where d.webhook_id = current_webhook and d.sending and not d.test and d.due_at > clock_timestamp();
    continue when free_slots <= 0;

    return query
      with due as (
        select d.event_id from deliveries d
        where d.webhook_id = current_webhook and d.outcome is null and d.due_at <= clock_timestamp()
        order by d.due_at limit least(free_slots, max_claims - total)
      ), claims as (
        update deliveries d set sending = true, claim_number = d.claim_number + 1, due_at = clock_timestamp() + lease
        from due where d.webhook_id = current_webhook and d.event_id = due.event_id
        returning d.event_id, d.claim_number, d.attempts
      )
      select current_webhook, c.event_id, c.claim_number, c.attempts, target.url, target.secret, e.type, e.body
      from claims c join webhook_events e on e.id = c.event_id;
    get diagnostics claimed = row_count;
    total := total + claimed;
  end loop;
end
$$;

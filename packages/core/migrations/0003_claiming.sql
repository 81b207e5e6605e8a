-- Takes open deliveries that are due for one worker, for as long as its lease: webhook after webhook, the first being
-- the one after `past`, so that each has its turn. A webhook that is being claimed from or acknowledged at this moment
-- is passed over. Its row is locked before what is under way is counted, so that there are never more than `per_webhook`.
-- A test has a place of its own beside them. What is still open of a disabled webhook is cancelled, and so is a test
-- whose sender has died: it is tried once.
create function claim_deliveries(past text, most integer, per_webhook integer, lease interval)
returns table (
  webhook_id text, event_id text, claim integer, tries integer, url text, secret bytea, type text, body text
)
language plpgsql as $$
#variable_conflict use_column
declare
  place text := past;
  earliest timestamptz;
  places integer;
  taken integer := 0;
  number integer;
  target record;
begin
  while taken < most loop
    -- The first open delivery of the next webhook is the one that is due first.
    select d.webhook_id, d.due_at into place, earliest from deliveries d
    where d.webhook_id > place and d.outcome is null
    order by d.webhook_id, d.due_at limit 1;
    exit when not found;
    continue when earliest > clock_timestamp();

    -- Looked at before the lock, which is a write, and counted after it.
    select per_webhook - count(*) into places from deliveries d
    where d.webhook_id = place and d.sending and not d.test and d.due_at > clock_timestamp();
    continue when places <= 0;

    select w.url, w.secret, w.status into target from webhooks w where w.id = place for no key update skip locked;
    continue when not found;

    update deliveries d set outcome = 'cancelled', sending = false, ended_at = clock_timestamp()
    where d.webhook_id = place and d.outcome is null and d.due_at <= clock_timestamp()
      and (d.test or target.status <> 'active');

    select per_webhook - count(*) into places from deliveries d
    where d.webhook_id = place and d.sending and not d.test and d.due_at > clock_timestamp();
    continue when places <= 0;

    return query
      with due as (
        select d.event_id from deliveries d
        where d.webhook_id = place and d.outcome is null and d.due_at <= clock_timestamp()
        order by d.due_at limit least(places, most - taken)
      ), taken_now as (
        update deliveries d set sending = true, claim = d.claim + 1, due_at = clock_timestamp() + lease
        from due where d.webhook_id = place and d.event_id = due.event_id
        returning d.event_id, d.claim, d.tries
      )
      select place, t.event_id, t.claim, t.tries, target.url, target.secret, e.type, e.body
      from taken_now t join webhook_events e on e.id = t.event_id;
    get diagnostics number = row_count;
    taken := taken + number;
  end loop;
end
$$;

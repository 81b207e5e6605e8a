-- Takes open deliveries that are due for one worker, for as long as its lease: webhook after webhook, the first being
-- the one after `past`, so that each has its turn. A webhook that is being claimed from or acknowledged at this moment
-- is passed over. Its row is locked before what is under way is counted, so that there are never more than `per_webhook`.
create function claim_deliveries(past text, most integer, per_webhook integer, lease interval)
returns table (
  webhook_id text, event_id text, claim integer, tries integer, url text, secret bytea, type text, body text
)
language plpgsql as $$
#variable_conflict use_column
declare
  place text := past;
  places integer;
  taken integer := 0;
  number integer;
  target record;
begin
  while taken < most loop
    select d.webhook_id into place from deliveries d
    where d.webhook_id > place and d.outcome is null and d.due_at <= clock_timestamp()
    order by d.webhook_id limit 1;
    exit when not found;

    select w.url, w.secret into target from webhooks w where w.id = place for no key update skip locked;
    continue when not found;

    select per_webhook - count(*) into places from deliveries d
    where d.webhook_id = place and d.sending and d.due_at > clock_timestamp();
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

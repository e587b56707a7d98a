-- Deliveries that failed, counted by day. A delivery that fails on several days counts once in a range of them, with its last
-- cause: `failure` counts it on each day, and `failure_again` on the later day names the earlier one, which a range that has
-- both takes off. The keys are JSON: product, target, game server and code, of `failure_again` behind the earlier day.
create function failure_facts(of_store text, zone text, since timestamptz, before timestamptz)
returns table (figure text, day date, key text, count int) language sql stable as $$
  with failed as materialized (
    select distinct on (h.delivery_id, (h.at at time zone zone)::date)
           h.delivery_id, (h.at at time zone zone)::date as day, h.code
      from delivery_history h
     where h.store_id = of_store and h.state in ('failed', 'uncertain') and h.at >= since and h.at < before
     order by h.delivery_id, (h.at at time zone zone)::date, h.at desc, h.id desc
  ), known as materialized (
    select f.day, f.code, i.product_id, d.target, case d.target when 'fivem' then coalesce(d.seat_id, d.store_id) end as seat,
           l.day as last_day, l.code as last_code
      from failed f
      join delivery d on d.store_id = of_store and d.id = f.delivery_id
      join order_item i on i.store_id = of_store and i.order_id = d.order_id and i.id = d.item_id
      left join lateral (
        select (h.at at time zone zone)::date as day, h.code from delivery_history h
         where h.store_id = of_store and h.delivery_id = f.delivery_id and h.state in ('failed', 'uncertain')
           and h.at < (f.day::timestamp at time zone zone)
         order by h.at desc, h.id desc limit 1) l on true
     where not exists (select from "order" o where o.store_id = of_store and o.id = d.order_id and o.kind = 'rehearsal')
  )
  select 'failure', day, jsonb_build_array(product_id, target, seat, code)::text, count(*)::int from known group by 2, 3
  union all
  select 'failure_again', day, jsonb_build_array(last_day, product_id, target, seat, last_code)::text, count(*)::int
    from known where last_day is not null group by 2, 3
$$;

-- A trigger, so that days which the version before writes have their failures too.
create function write_failures() returns trigger language plpgsql as $$
declare
  zone text := (select time_zone from store where id = new.store_id);
  since timestamptz := '-infinity';
begin
  if tg_op = 'UPDATE' then since := old.until::timestamp at time zone zone; end if;
  insert into figure_day (store_id, figure, day, key, count, centavos)
  select new.store_id, f.figure, f.day, f.key, f.count, 0
    from failure_facts(new.store_id, zone, since, new.until::timestamp at time zone zone) f;
  return null;
end $$;

-- Its lock keeps writers of days away until the days below are there.
create trigger write_failures after insert or update of until on figure_mark
  for each row execute function write_failures();

insert into figure_day (store_id, figure, day, key, count, centavos)
select m.store_id, f.figure, f.day, f.key, f.count, 0
  from figure_mark m join store s on s.id = m.store_id
 cross join lateral failure_facts(m.store_id, s.time_zone, '-infinity', m.until::timestamp at time zone s.time_zone) f;

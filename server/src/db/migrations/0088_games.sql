-- Failures are counted by game server for every game, not for FiveM alone. Else as in 0085_failures_by_day.sql.
create or replace function failure_facts(of_store text, zone text, since timestamptz, before timestamptz)
returns table (figure text, day date, key text, count int) language sql stable as $$
  with failed as materialized (
    select distinct on (h.delivery_id, (h.at at time zone zone)::date)
           h.delivery_id, (h.at at time zone zone)::date as day, h.code
      from delivery_history h
     where h.store_id = of_store and h.state in ('failed', 'uncertain') and h.at >= since and h.at < before
     order by h.delivery_id, (h.at at time zone zone)::date, h.at desc, h.id desc
  ), known as materialized (
    select f.day, f.code, i.product_id, d.target, case when d.target <> 'discord' then coalesce(d.seat_id, d.store_id) end as seat,
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

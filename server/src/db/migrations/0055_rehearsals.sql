-- A rehearsal: an order by which a member tries a product's whole chain. It is no sale and no gift, so it is counted nowhere,
-- and a store has one at a time.

-- Not valid yet, so that the table is locked for a moment only: the old rows kept the narrower rule. 0057 looks at them.
alter table "order"
  drop constraint order_kind_check,
  add constraint order_kind_check check (kind in ('sale', 'manual', 'rehearsal')) not valid;

-- As in 0009, and a rehearsal moves no counter.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status end;
  sign int := (new.status = 'completed')::int - (was is not distinct from 'completed')::int;
begin
  if new.kind = 'rehearsal' then
    return null;
  end if;
  if new.kind = 'sale' and sign <> 0 then
    update product p set sold = p.sold + sign * i.units
      from (select product_id, sum(quantity)::int as units from order_item
             where store_id = new.store_id and order_id = new.id group by product_id) i
     where p.store_id = new.store_id and p.id = i.product_id;
  end if;
  insert into order_count (store_id, completed, cancelled)
  values (new.store_id, sign, (new.status = 'cancelled')::int - (was is not distinct from 'cancelled')::int)
  on conflict (store_id) do update
    set completed = order_count.completed + excluded.completed, cancelled = order_count.cancelled + excluded.cancelled;
  if new.kind = 'sale' and sign <> 0 then
    -- a reversed order leaves the day on which it was sold
    insert into sales_day (store_id, day, orders, centavos)
      select s.id, (case sign when 1 then new.completed_at else old.completed_at end at time zone s.time_zone)::date,
             sign, sign * new.total_centavos
      from store s where s.id = new.store_id
    on conflict (store_id, day) do update
      set orders = sales_day.orders + excluded.orders, centavos = sales_day.centavos + excluded.centavos;
  end if;
  return null;
end
$$;

-- What the panel counts, at a million orders: counters kept by the database in the transaction that moves an order, and no
-- look at all of a store's payments.

-- Orders of a store that ended. Pending ones are few (each has a deadline) and are counted where they lie, so that
-- placing an order touches no row that another one waits for.
create table order_count (
  store_id text primary key references store (id),
  completed int not null default 0,
  cancelled int not null default 0
);

drop trigger order_counts_sale on "order";
drop function count_sale();

-- Takes product rows first: whoever moves an order holds them already, in the order of their ids.
create function count_order() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status end;
  sign int := (new.status = 'completed')::int - (was is not distinct from 'completed')::int;
begin
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

create trigger order_counted_new after insert on "order"
  for each row when (new.status <> 'pending') execute function count_order();
create trigger order_counted after update of status on "order"
  for each row when (new.status <> old.status) execute function count_order();

insert into order_count (store_id, completed, cancelled)
  select store_id, count(*) filter (where status = 'completed'), count(*) filter (where status = 'cancelled')
  from "order" group by store_id;
-- sold: units of completed sales; what was given or reversed is none
update product p set sold = coalesce((
  select sum(i.quantity) from order_item i join "order" o on o.store_id = i.store_id and o.id = i.order_id
  where i.store_id = p.store_id and i.product_id = p.id and o.status = 'completed' and o.kind = 'sale'), 0);

create index payment_flagged on payment (store_id) where flag is not null;
-- only ever counted; order_count has it now
drop index order_completed;
-- A store's products are few enough to sort; without this index counting a sale need not touch the product's other ones.
drop index product_best_sellers;

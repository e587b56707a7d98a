-- Sales of a store per day of its own time zone, kept by the database itself whenever an order becomes or ceases to be
-- completed: exact in the same transaction, whoever moved the order, and cheap to read at a million orders.
create table sales_day (
  store_id text not null references store (id),
  day date not null,
  orders int not null default 0,
  centavos bigint not null default 0,
  primary key (store_id, day)
);

create function count_sale() returns trigger language plpgsql as $$
declare
  sign int := 0;
  moment timestamptz;
begin
  if new.kind <> 'sale' then
    return null;
  end if;
  if new.status = 'completed' and (tg_op = 'INSERT' or old.status <> 'completed') then
    sign := 1;
    moment := new.completed_at;
  elsif tg_op = 'UPDATE' and old.status = 'completed' and new.status <> 'completed' then
    sign := -1;
    moment := old.completed_at;
  else
    return null;
  end if;
  insert into sales_day (store_id, day, orders, centavos)
    select s.id, (moment at time zone s.time_zone)::date, sign, sign * new.total_centavos
    from store s where s.id = new.store_id
  on conflict (store_id, day) do update
    set orders = sales_day.orders + excluded.orders, centavos = sales_day.centavos + excluded.centavos;
  return null;
end
$$;

create trigger order_counts_sale after insert or update of status on "order"
  for each row execute function count_sale();

-- best sellers of a store
create index product_best_sellers on product (store_id, sold desc) where sold > 0;

-- Order numbers rise per store, from blocks that a process takes apart from placing an order (features/orders/number.ts,
-- docs/decisions/0036). Numbers that people know stay.

create table order_number_next (
  store_id text primary key references store (id),
  -- the next block begins above this one
  last int not null
);

-- Processes of the version before still take numbers from the sequence while they are replaced: blocks begin far above it.
insert into order_number_next (store_id, last)
  select s.id, greatest((select last_value from order_number) + 10000,
                        coalesce((select max(o.number) from "order" o where o.store_id = s.id), 0))
    from store s;

create unique index order_number_once on "order" (store_id, number);
drop index order_by_number;

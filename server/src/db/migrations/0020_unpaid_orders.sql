-- What an order may hold before it is paid (docs/decisions/0035). A typed id counts for nothing: limits per customer count
-- paid orders, and who holds what is known by a keyed hash of the address or of a proven login.

alter table "order"
  -- whose unpaid orders are counted together: 16 bytes of a keyed hash; forgotten an hour after the order is decided
  add column holder bytea,
  -- what the buyer's login in this store proved of the ids on the order; null: they were only typed
  add column proven text check (proven in ('discord', 'email')),
  -- whether its units stand in product_buyer. Orders of the version before count from when they are placed.
  add column counted boolean not null default true;
create index order_holder_kept on "order" ((coalesce(completed_at, cancelled_at)))
  where holder is not null and status <> 'pending';

-- What live unpaid orders of one holder hold in a store: their number (product '') and units of products with a stock.
create table unpaid_hold (
  store_id text not null references store (id),
  holder bytea not null,
  product_id text not null,
  held int not null check (held >= 0),
  primary key (store_id, holder, product_id)
);
create index unpaid_hold_over on unpaid_hold (store_id) where held = 0;

-- An order that is decided holds nothing for its holder any more, whoever decides it. The holder's own row is locked
-- first, like placing an order does, so that two orders of one holder never wait for each other in a circle.
create function let_go_of_hold() returns trigger language plpgsql as $$
begin
  update unpaid_hold set held = held - 1
   where store_id = new.store_id and holder = old.holder and product_id = '';
  update unpaid_hold h set held = h.held - i.units
    from (select product_id, sum(quantity)::int as units from order_item
           where store_id = new.store_id and order_id = new.id and stocked group by 1) i
   where h.store_id = new.store_id and h.holder = old.holder and h.product_id = i.product_id;
  return null;
end
$$;
create trigger order_lets_go after update of status on "order"
  for each row when (old.status = 'pending' and new.status <> 'pending' and old.holder is not null)
  execute function let_go_of_hold();

-- Whether the identity of a use counts: from the start where a login proved it, else once the order is paid.
alter table discount_use add column counts boolean not null default true;
drop index discount_use_once;
create unique index discount_use_once on discount_use (store_id, discount_id, identity)
  where identity is not null and released_at is null and counts;

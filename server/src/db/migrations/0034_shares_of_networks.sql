-- Many small networks are one sender: an IPv6 /48 has 65536 of them. And a coupon's uses are held like a stock
-- (docs/decisions/0035).

-- whose unpaid orders are counted together a second time: the same keyed hash of an IPv6 /48; null for IPv4 and logins
alter table "order" add column holder_wide bytea;

-- Rows of `unpaid_hold` now count the uses of a coupon, too: product_id is then 'coupon:' and its id.
insert into unpaid_hold (store_id, holder, product_id, held)
select store_id, holder, 'coupon:' || discount_id, count(*) from "order"
 where status = 'pending' and holder is not null and discount_id is not null group by 1, 2, 3;

-- An order that is decided holds nothing any more: for its holder first, then for the /48, each with its own row first, like
-- placing an order does, so that two orders never wait for each other in a circle. A version that is being replaced
-- counts no coupon: its orders take nothing away.
create or replace function let_go_of_hold() returns trigger language plpgsql as $$
declare
  key bytea;
begin
  foreach key in array array_remove(array[old.holder, old.holder_wide], null) loop
    update unpaid_hold set held = held - 1
     where store_id = new.store_id and holder = key and product_id = '';
    if old.discount_id is not null then
      update unpaid_hold set held = greatest(0, held - 1)
       where store_id = new.store_id and holder = key and product_id = 'coupon:' || old.discount_id;
    end if;
    update unpaid_hold h set held = h.held - i.units
      from (select product_id, sum(quantity)::int as units from order_item
             where store_id = new.store_id and order_id = new.id and stocked group by 1) i
     where h.store_id = new.store_id and h.holder = key and h.product_id = i.product_id;
  end loop;
  return null;
end
$$;

-- One unpaid order per buyer in sight (docs/decisions/0079-one-pending-order.md).

alter table "order"
  -- A keyed hash of the secret of the browser that placed the order. It may cancel the order.
  add column buyer bytea,
  -- A hash of what was ordered, while the order is the one unpaid order of its buyer. Null: it stands in nobody's way.
  add column buyer_cart bytea;

create unique index order_of_buyer_once on "order" (store_id, buyer)
  where status = 'pending' and buyer_cart is not null;
-- A proven Discord login has one too, whatever browser it uses.
create unique index order_of_login_once on "order" (store_id, holder)
  where status = 'pending' and buyer_cart is not null and proven = 'discord';

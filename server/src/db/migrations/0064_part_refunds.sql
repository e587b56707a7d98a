-- Part refunds (docs/decisions/0099), and what the store's people write on an order. The version before sees only whole refunds, and its work stays right beside this one.

-- units that a refund returned, and how many of them are in the stock again
alter table order_item
  add column returned int not null default 0,
  add column restocked int not null default 0,
  add column returned_at timestamptz,
  add constraint order_item_returned check (returned between 0 and quantity and restocked between 0 and quantity);

-- what was returned whole and whose goods are not back in the stock
create index order_item_back on order_item (returned_at) where returned = quantity and restocked < quantity;

-- whole: the rest of the payment; items: for units of its items; value: an amount, and everything stays
alter table refund
  add column scope text not null default 'whole' check (scope in ('whole', 'items', 'value')),
  -- When a part refund is looked at next. It is not in next_check_at, because the version before gives the whole payment back.
  add column part_check_at timestamptz,
  drop constraint refund_status_check,
  -- returned: a part that went back. refund_open leaves it out, so more of the payment can follow.
  add constraint refund_status_check check (status in ('requested', 'in_process', 'approved', 'returned', 'rejected'));
create index refund_part_due on refund (part_check_at) where part_check_at is not null;
create index refund_of_payment on refund (store_id, payment_id);

create table refund_item (
  store_id text not null,
  refund_id text not null,
  order_id text not null,
  item_id text not null,
  units int not null check (units > 0),
  amount_centavos int not null check (amount_centavos >= 0),
  primary key (store_id, refund_id, item_id),
  foreign key (store_id, refund_id) references refund (store_id, id),
  foreign key (store_id, order_id, item_id) references order_item (store_id, order_id, id)
);
create index refund_item_of_order on refund_item (store_id, order_id);

-- What of its money an order gave back. A completed order does not count what it gave back of a second payment.
alter table "order" add column refunded_centavos int not null default 0 check (refunded_centavos >= 0);
update "order" o set refunded_centavos = p.back
  from (select store_id, order_id, status, max(refunded_centavos) as back
          from payment where refunded_centavos > 0 group by store_id, order_id, status) p
 where o.store_id = p.store_id and o.id = p.order_id
   and p.status = case o.status when 'completed' then 'approved' else 'refunded' end;

-- Marks beside the status: refunded, in part, contested, given by hand.
create index order_marked on "order" (store_id, created_at desc, id desc)
  where refunded_centavos > 0 or kind = 'manual' or note in ('disputed', 'charged_back', 'reimbursed');

-- What the store's people write on an order. Its buyer never sees it.
create table order_remark (
  store_id text not null,
  id text not null,
  order_id text not null,
  text text not null,
  -- the name of whoever wrote it
  actor text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id)
);
create index order_remark_of_order on order_remark (store_id, order_id, id);

create table order_tag (
  store_id text not null,
  order_id text not null,
  tag text not null,
  primary key (store_id, order_id, tag),
  foreign key (store_id, order_id) references "order" (store_id, id)
);
create index order_tag_named on order_tag (store_id, tag, order_id);

-- Purchases whose buyer lets the shop show their name, masked. The word is the buyer's own and they take it back by deleting the row.
-- `bought_at` repeats the order's `completed_at`, which never changes, for the index.
create table shown_name (
  store_id text not null,
  order_id text not null,
  bought_at timestamptz not null,
  primary key (store_id, order_id),
  foreign key (store_id, order_id) references "order" (store_id, id)
);
create index shown_name_newest on shown_name (store_id, bought_at desc);

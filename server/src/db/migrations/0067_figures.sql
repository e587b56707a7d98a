-- Figures of a store by its own days, for any range of days (decision 102). A sweep writes a day once, after it ended; what
-- happened since is read from the orders themselves. So no order waits for a counter.

create table figure_day (
  store_id text not null references store (id),
  -- what is counted: analytics/days/figures.ts
  figure text not null,
  day date not null,
  -- of what: a product, a payment method, a coupon, seconds; '' where there is nothing to tell apart
  key text not null,
  count int not null,
  centavos bigint not null,
  primary key (store_id, figure, day, key) include (count, centavos)
);

-- The days before this one are in figure_day. A store without a row has none there.
create table figure_mark (
  store_id text primary key references store (id),
  until date not null
);

-- Visits of the day by hour of the store's clock, so that a day is compared with the same hours of another. Null: counted before.
alter table store_visit add column hours int[];

-- Sales by the moment at which their money arrived. It also answers whether a store was ever paid.
create index order_sold on "order" (store_id, completed_at) where completed_at is not null;
drop index order_paid;
create index order_taken_back on "order" (store_id, cancelled_at) where status = 'cancelled' and completed_at is not null;
create index refund_given on refund (store_id, finished_at) where status = 'approved';
create index order_disputed on order_history (store_id, at) where reason = 'disputed';
-- Its conditions are those of the figure, so that no other question about a store's deliveries is answered by it.
create index delivery_arrived on delivery (store_id, finished_at)
  where state = 'succeeded' and phase = 'confirmation' and resend = 0 and delay_minutes = 0;
create index delivery_failed on delivery_history (store_id, at) where state in ('failed', 'uncertain');

-- The look before a resend asks of thousands of orders at once which were taken back or only rehearsed. They are few beside all orders.
-- Its condition is written so that no other statement takes the index: those that look for what was taken back since a day have their own.
create index order_unusual on "order" (store_id, id) include (kind, status)
  where kind || '' = 'rehearsal' or (status || '' = 'cancelled' and completed_at is not null);

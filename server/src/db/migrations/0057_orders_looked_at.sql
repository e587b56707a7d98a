-- What takes long on a large table of orders, in a file of its own: reads go on meanwhile.

alter table "order" validate constraint order_kind_check;

-- A store has one rehearsal at a time (docs/decisions/0089).
create unique index order_rehearsal_once on "order" (store_id) where kind = 'rehearsal' and status <> 'cancelled';

-- Whose browser an order came from is forgotten after a time (docs/decisions/0085).
create index order_browser_kept on "order" ((coalesce(completed_at, cancelled_at)))
  where buyer is not null and status <> 'pending';

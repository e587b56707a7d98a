-- Orders whose buyer nobody needs to know any more are found by their age (docs/security.md, Retention).
create index order_never_paid on "order" (cancelled_at)
  where status = 'cancelled' and completed_at is null and erased_at is null;
-- Orders are written in the order of their time: a few blocks tell which of them are years old.
create index order_by_age on "order" using brin (created_at);

-- What of the catalogue is in the shop, and when (decision 105). The version before sells drafts and hidden products too, and
-- knows no window. What it deletes counts as archived.

alter table product add column visibility text not null default 'shown' check (visibility in ('shown', 'draft', 'hidden'));
-- The time in which a shown product is in the shop; null: without a beginning, without an end.
alter table product add column shows_at timestamptz;
alter table product add column hides_at timestamptz;
alter table product add constraint product_window check (shows_at < hides_at);
-- The next moment at which the window begins or ends. A sweep makes the kept pages anew then.
alter table product add column turns_at timestamptz;
create index product_turns on product (turns_at) where turns_at is not null;
-- archived_at alone: put away, and can come back. With deleted_at: gone; its orders keep what they say of it.
alter table product add column deleted_at timestamptz;
update product set deleted_at = archived_at where archived_at is not null;

-- Whether buyers see a product and may buy it now. Every statement asks this one.
create function on_sale(product product) returns boolean language sql stable as $$
  select product.archived_at is null and product.visibility = 'shown'
     and (product.shows_at is null or product.shows_at <= now()) and (product.hides_at is null or product.hides_at > now())
$$;

-- When the store's people took back what an item of a purchase gave, without a refund. The version before sends it again if asked.
alter table order_item add column revoked_at timestamptz;

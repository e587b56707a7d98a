-- The look before a resend asks of thousands of goods at once which of them were sent again before, and which items went back.
-- Both are few beside all deliveries and items.
create index delivery_resent on delivery (store_id, order_id) where resend > 0;
create index order_item_gone on order_item (store_id, order_id, id) where returned = quantity or revoked_at is not null;

-- From how many units on the owner is warned; null: never. The version before leaves it as it is.
alter table product add column low_stock integer check (low_stock between 0 and 1000000);
-- Serves the list and the dashboard, which ask for the products that are low.
create index product_low_stock on product (store_id) where low_stock is not null and archived_at is null;

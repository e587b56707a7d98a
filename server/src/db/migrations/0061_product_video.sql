-- The video of a product, as the id that YouTube gives it; null: none.
alter table product add column video text check (video ~ '^[A-Za-z0-9_-]{11}$');

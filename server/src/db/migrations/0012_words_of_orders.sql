-- The words of an order's buyer are kept with it: a search for a name that many have walks through the newest orders, and
-- must not make their words again for each.
drop index order_words;

-- Each word begins with the end of its store's id, so that a search reads next to nothing of other stores.
create or replace function order_words(store_id text, name text, email text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_agg(distinct right(store_id, 8) || '/' || word))
    from (select regexp_replace(lower(normalize(name, NFD)), '[\u0300-\u036f]', '', 'g') as name, lower(email) as email) plain,
         lateral (
           select regexp_split_to_table(concat_ws(' ', plain.name, split_part(plain.email, '@', 1)), '[^[:alnum:]]+') as word
           union all select plain.email
         ) words
   where word <> ''
$$;

alter table "order" add column words tsvector generated always as (order_words(store_id, customer_name, email)) stored;
create index order_words on "order" using gin (words) with (fastupdate = off);

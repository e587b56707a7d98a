-- What the panel's search finds an order by besides numbers: the words of the buyer's name, those before the @ of the
-- e-mail, and the whole e-mail, without accents and in small letters. Each word begins with the end of its store's id, so
-- that a search reads next to nothing of other stores. orders/search.ts writes the queries.
create function order_words(store_id text, name text, email text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_agg(distinct right(store_id, 8) || '/' || word))
    from (select regexp_replace(lower(normalize(name, NFD)), '[\u0300-\u036f]', '', 'g') as name, lower(email) as email) plain,
         lateral (
           select regexp_split_to_table(concat_ws(' ', plain.name, split_part(plain.email, '@', 1)), '[^[:alnum:]]+') as word
           union all select plain.email
         ) words
   where word <> ''
$$;

-- Kept with the order: a search for a name that many have walks through the newest orders, and must not make their words
-- again for each.
alter table "order" add column words tsvector generated always as (order_words(store_id, customer_name, email)) stored;
-- fastupdate off: a search never has to read through a pile of what was not sorted in yet
create index order_words on "order" using gin (words) with (fastupdate = off);

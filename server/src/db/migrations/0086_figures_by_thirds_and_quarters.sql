-- The sums of written days by third of a month (from the 1st, the 11th and the 21st) and by quarter, beside those by month: the
-- days of a month that is not whole are many rows for a store with thousands of products, and so are the months of a year.
create table figure_span (
  store_id text not null references store (id),
  figure text not null,
  size text not null check (size in ('third', 'quarter')),
  -- its first day
  start date not null,
  key text not null,
  count int not null,
  centavos bigint not null,
  primary key (store_id, figure, size, start, key) include (count, centavos)
);

create function start_of_third(day date) returns date language sql immutable as $$
  select date_trunc('month', day)::date + least(2, (extract(day from day)::int - 1) / 10) * 10
$$;

-- No day is written until the sums below are there.
lock table figure_day in share row exclusive mode;

create or replace function count_figure_days() returns trigger language plpgsql as $$
begin
  insert into figure_month as m (store_id, figure, month, key, count, centavos)
  select store_id, figure, date_trunc('month', day)::date, key, sum(count), sum(centavos)
    from written where figure not in ('sale', 'refund') group by 1, 2, 3, 4
  on conflict (store_id, figure, month, key) do update
     set count = m.count + excluded.count, centavos = m.centavos + excluded.centavos;
  insert into figure_span as s (store_id, figure, size, start, key, count, centavos)
  select store_id, figure, size, case size when 'third' then start_of_third(day) else date_trunc('quarter', day)::date end, key,
         sum(count), sum(centavos)
    from written cross join (values ('third'), ('quarter')) sizes (size)
   where figure not in ('sale', 'refund') group by 1, 2, 3, 4, 5
  on conflict (store_id, figure, size, start, key) do update
     set count = s.count + excluded.count, centavos = s.centavos + excluded.centavos;
  return null;
end $$;

insert into figure_span (store_id, figure, size, start, key, count, centavos)
select store_id, figure, 'third', start_of_third(day), key, sum(count), sum(centavos)
  from figure_day where figure not in ('sale', 'refund') group by 1, 2, 4, 5
union all
select store_id, figure, 'quarter', date_trunc('quarter', month)::date, key, sum(count), sum(centavos)
  from figure_month group by 1, 2, 4, 5;

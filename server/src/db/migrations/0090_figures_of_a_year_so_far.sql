-- What a product came to from the beginning of a year up to the end of a third of a month (decision 133). The sum of any stretch
-- of thirds in a year is one of these less another, however long it is. A third has a row of each product that was sold in the
-- year so far, also of those that were not sold in it, and no row at all where nothing was sold in it.
create table figure_year (
  store_id text not null,
  figure text not null,
  -- the first day of the third
  third date not null,
  key text not null,
  count int not null,
  centavos bigint not null
);

-- No day is written until the sums below are there.
lock table figure_day in share row exclusive mode;

-- Each product from the third of a year in which it was first sold, added up from third to third.
with sums as (
  select store_id, figure, date_trunc('year', start)::date as year, start, key, count, centavos
    from figure_span where figure in ('product', 'product_back') and size = 'third'
), begun as (
  select store_id, figure, year, key, min(start) as first from sums group by 1, 2, 3, 4
), thirds as (
  select distinct store_id, figure, year, start from sums
)
insert into figure_year (store_id, figure, third, key, count, centavos)
select b.store_id, b.figure, t.start, b.key, sum(s.count) over so_far, sum(s.centavos) over so_far
  from begun b
  join thirds t on t.store_id = b.store_id and t.figure = b.figure and t.year = b.year and t.start >= b.first
  left join sums s on s.store_id = b.store_id and s.figure = b.figure and s.start = t.start and s.key = b.key
window so_far as (partition by b.store_id, b.figure, b.year, b.key order by t.start);

-- After the rows: built at once, it takes a part of the time.
alter table figure_year add primary key (store_id, figure, third, key) include (count, centavos),
  add foreign key (store_id) references store (id);

-- Days of a store are written in their order (figure_mark), so a later third of the year is never there yet.
create function count_figure_years() returns trigger language plpgsql as $$
declare
  begun record;
begin
  for begun in select distinct store_id, figure, start_of_third(day) as third from written
                where figure in ('product', 'product_back') order by third
  loop
    if not exists (select from figure_year y where y.store_id = begun.store_id and y.figure = begun.figure and y.third = begun.third) then
      insert into figure_year (store_id, figure, third, key, count, centavos)
      select y.store_id, y.figure, begun.third, y.key, y.count, y.centavos from figure_year y
       where y.store_id = begun.store_id and y.figure = begun.figure
         and y.third = (select max(l.third) from figure_year l
                         where l.store_id = begun.store_id and l.figure = begun.figure and l.third < begun.third
                           and l.third >= date_trunc('year', begun.third)::date);
    end if;
    insert into figure_year as y (store_id, figure, third, key, count, centavos)
    select store_id, figure, begun.third, key, sum(count), sum(centavos) from written
     where store_id = begun.store_id and figure = begun.figure and start_of_third(day) = begun.third group by 1, 2, 4
    on conflict (store_id, figure, third, key) do update
       set count = y.count + excluded.count, centavos = y.centavos + excluded.centavos;
  end loop;
  return null;
end $$;

-- A trigger, so that days which the version before writes are added too.
create trigger count_figure_years after insert on figure_day
  referencing new table as written for each statement execute function count_figure_years();

-- The sums of written days by month, for figures with many keys: a year of a store with thousands of products is twelve rows of
-- each, not one for each day. Sales and refunds are shown by day and stay out.
create table figure_month (
  store_id text not null references store (id),
  figure text not null,
  -- the first day of the month
  month date not null,
  key text not null,
  count int not null,
  centavos bigint not null,
  primary key (store_id, figure, month, key) include (count, centavos)
);

-- A trigger, so that days which the version before writes are added too.
create function count_figure_days() returns trigger language plpgsql as $$
begin
  insert into figure_month as m (store_id, figure, month, key, count, centavos)
  select store_id, figure, date_trunc('month', day)::date, key, sum(count), sum(centavos)
    from written where figure not in ('sale', 'refund') group by 1, 2, 3, 4
  on conflict (store_id, figure, month, key) do update
     set count = m.count + excluded.count, centavos = m.centavos + excluded.centavos;
  return null;
end $$;

-- Its lock keeps writers of days away until the sums below are there.
create trigger count_figure_days after insert on figure_day
  referencing new table as written for each statement execute function count_figure_days();

insert into figure_month (store_id, figure, month, key, count, centavos)
select store_id, figure, date_trunc('month', day)::date, key, sum(count), sum(centavos)
  from figure_day where figure not in ('sale', 'refund') group by 1, 2, 3, 4;

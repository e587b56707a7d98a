-- Stores that ask their team for a second factor (docs/decisions/0114). A store without a row asks for none.

create table team_factor (
  store_id text primary key references store (id),
  -- days that a member without one may still enter, from when it was asked or from when they joined
  days int not null check (days between 0 and 60),
  since timestamptz not null default now()
);

-- The city's catalogue: names of groups, items, vehicles and commands, as the script of each game server told them
-- (docs/decisions/0061). One row for each list; what is still coming in pages stands beside what counts.

create table city_list (
  store_id text not null,
  seat_id text not null,
  kind text not null check (kind in ('groups', 'items', 'vehicles', 'commands')),
  -- null: no whole list came yet
  hash text,
  -- a name that is not listed does not exist
  closed boolean not null default false,
  entries jsonb not null default '[]',
  changed_at timestamptz,
  coming_hash text,
  coming jsonb,
  -- names that the script has sent of what is coming, also those that were dropped
  coming_from int,
  primary key (store_id, seat_id, kind),
  foreign key (store_id, seat_id) references game_seat (store_id, id)
);

-- What connected cities said lately of city ids that checkouts asked about: question, answer and cache in one row.
-- Kept for an hour at most, names only masked; may be lost with a crash, so unlogged (fulfilment/city-check.ts).
create unlogged table city_check (
  store_id text not null references store (id),
  city_id int not null,
  -- since when the question is open; null: nobody waits
  asked_at timestamptz,
  -- when it was last handed to the game server
  sent_at timestamptz,
  -- when a question was last opened: bounds how many ids a city is asked about in a minute
  opened_at timestamptz not null default now(),
  result text check (result in ('found', 'missing', 'unknown')),
  -- masked
  name text,
  answered_at timestamptz,
  primary key (store_id, city_id)
);
create index city_check_opened on city_check (store_id, opened_at);
create index city_check_age on city_check (opened_at);

-- Stores of which somebody has the panel open (docs/decisions/0101). Their game servers' signs of life are written
-- often enough to say within seconds that one does not answer.
create table watched_store (
  store_id text primary key references store (id),
  -- since when it is watched without a gap
  since timestamptz not null default now(),
  until timestamptz not null
);
create index watched_store_now on watched_store (until);

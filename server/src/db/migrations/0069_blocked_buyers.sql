-- With whom a store makes no more business (docs/decisions/0104). Purchases from before stay.
create table buyer_block (
  store_id text not null references store (id),
  -- an identity: the key of a player (a city id is its digits), `discord_id:` or `email:` and the value
  buyer text not null,
  reason text not null,
  -- the name of whoever blocked
  actor text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, buyer)
);

-- What the buyer had before a purchase is kept, and is given back when the last purchase ends (docs/decisions/0065).

create table right_place (
  store_id text not null references store (id),
  target text not null,
  -- the game server's seat, or the Discord server
  site text not null,
  -- city id or Discord id, by target
  holder text not null,
  -- what cannot be held side by side: `level:Vip`, `gtype:vip`, `group:vip`, `vehicle:sultan`, `role:123`
  place text not null,
  -- what the holder had here that no purchase gave; empty for nothing
  prior text not null,
  -- what the newest delivery left here; empty for nothing
  stands text not null,
  updated_at timestamptz not null default now(),
  primary key (store_id, target, site, holder, place)
);

-- What was taken back, what stays and what is owed, once the delivery is finished.
alter table delivery add column aftermath jsonb;

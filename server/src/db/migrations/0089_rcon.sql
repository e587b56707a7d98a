-- Minecraft servers that cannot install the plugin: Vitrine sends their commands over RCON (docs/decisions/0132).
create table game_rcon (
  store_id text not null,
  seat_id text not null,
  host text not null,
  port int not null check (port between 1 and 65535),
  password_cipher bytea not null,
  -- why the last connection failed, and how often in a row
  problem text check (problem in ('address', 'unreachable', 'password')),
  tries int not null default 0,
  -- no connection is made before this moment, but for new work where nothing failed
  next_at timestamptz not null default now(),
  -- the worker that has the one connection, until it is taken for dead
  held_by text,
  held_until timestamptz,
  primary key (store_id, seat_id),
  foreign key (store_id, seat_id) references game_seat (store_id, id) on delete cascade
);
create index game_rcon_due on game_rcon (next_at);

-- What the owner of a Discord server can repair waits and goes on by itself (docs/decisions/0060).

alter table guild_binding
  -- what Discord refused and what is not tried meanwhile: bot, bans, role:ID, gone:ID (discord/guild-holds.ts)
  add column held text[] not null default '{}',
  -- the next look at the server while something is held; null: nothing to look for
  add column look_at timestamptz,
  -- from then on what is held is tried itself, because reading does not show every repair
  add column try_at timestamptz,
  -- hash of the server's roles at the last look: a change may be the repair
  add column roles_seen text;
create index guild_binding_look on guild_binding (look_at) where look_at is not null;

-- Until when all processes together keep off something outside, by name.
create table outside_wait (
  name text primary key,
  until timestamptz not null
);

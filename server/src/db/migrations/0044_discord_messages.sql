-- Messages as actions: what is known of those that were begun, and a look at channels beside roles (docs/decisions/0068).

-- One row while an attempt runs, and while nobody knows how it ended. It is written before the message leaves.
create table discord_message (
  store_id text not null,
  delivery_id text not null,
  -- when the first attempt began of which nobody knows the end: Discord remembers our nonce for a few minutes from then on
  began_at timestamptz not null default now(),
  primary key (store_id, delivery_id),
  foreign key (store_id, delivery_id) references delivery (store_id, id) on delete cascade
);

alter table guild_binding
  -- hash of the server's channels at the last look at them
  add column channels_seen text,
  -- while a channel is held, looks at roles and at channels take turns
  add column channel_turn boolean not null default false;

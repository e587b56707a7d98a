-- What was deleted minutes ago, so that a person can take it back (docs/decisions/0110). A sweep ends it.
create table deletion (
  store_id text not null references store (id),
  kind text not null,
  object_id text not null,
  -- the row that is gone, or what was changed to hide it
  kept jsonb not null,
  at timestamptz not null default now(),
  primary key (store_id, kind, object_id)
);
create index deletion_at on deletion (at);

-- The window of a shop: the sections that its owner builds (docs/decisions/0082). No row: the shop looks as it always did.
create table shop_window (
  store_id text primary key references store (id),
  draft jsonb not null,
  -- grows with each saved draft, so that two editors never overwrite each other
  draft_version int not null check (draft_version > 0),
  -- what shoppers see; null: nothing was published yet
  published_id text,
  -- when figures or dates of what shoppers see are next read again; null: it has none
  refresh_at timestamptz
);
create index shop_window_refresh on shop_window (refresh_at) where refresh_at is not null;

-- What was published, the last of each store. Publishing an earlier one makes a new row.
create table window_publication (
  store_id text not null references store (id),
  id text not null,
  document jsonb not null,
  -- whoever published it
  account_id text references account (id),
  published_at timestamptz not null default now(),
  primary key (store_id, id)
);

alter table shop_window
  add foreign key (store_id, published_id) references window_publication (store_id, id);

-- Spreadsheets that a job makes of a store's orders (docs/decisions/0109). Kept for a day, for the person who asked.
create table list_file (
  store_id text not null references store (id),
  id text not null,
  account_id text not null references account (id),
  kind text not null check (kind in ('orders', 'customers')),
  -- the filter of the list of orders that was in force
  filter jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- behind which row the next part begins: an order's id, or a customer's key
  cursor text,
  rows int not null default 0,
  parts int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  kept_until timestamptz not null,
  primary key (store_id, id)
);
create index list_file_of_person on list_file (store_id, account_id, id);
create index list_file_under_way on list_file (updated_at) where finished_at is null;
create index list_file_kept on list_file (kept_until);

-- The file in parts, so that neither the job nor the download holds it whole.
create table list_file_part (
  store_id text not null,
  file_id text not null,
  n int not null,
  body text not null,
  primary key (store_id, file_id, n),
  foreign key (store_id, file_id) references list_file (store_id, id) on delete cascade
);

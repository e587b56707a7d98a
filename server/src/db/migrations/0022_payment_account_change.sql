-- A new payment account of a store, for as long as it can be undone: 72 hours, or until somebody says that it is right.
create table payment_account_change (
  store_id text not null references store (id),
  id text not null,
  -- who did it, and in which session: undoing ends that one
  account_id text not null references account (id),
  session_id text not null,
  actor text not null,
  device text not null,
  network text not null,
  collector_id text not null,
  nickname text not null,
  -- what undoing puts back, sealed as it was; all null where no account was connected
  former_token_cipher bytea,
  former_token_mask text,
  former_collector_id text,
  former_nickname text,
  former_test_user boolean,
  former_pix_adapter text,
  at timestamptz not null default now(),
  primary key (store_id, id)
);
create index payment_account_change_at on payment_account_change (at);

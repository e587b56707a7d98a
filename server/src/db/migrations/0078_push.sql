-- Notices in the browsers of members (docs/decisions/0112).

-- The installation's key pair at push services. The first process that needs it makes it.
create table push_key (
  one boolean primary key default true check (one),
  public_key text not null,
  private_cipher bytea not null
);

-- A browser that a person asked for notices. It ends with the session in which they asked.
create table push_subscription (
  id text primary key,
  account_id text not null references account (id),
  session_id text not null references session (id) on delete cascade,
  endpoint_hash bytea not null unique,
  -- endpoint and keys: whoever has them can write to the browser
  data bytea not null,
  -- the push service's host and the browser's name, for people
  service text not null,
  device text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index push_subscription_account on push_subscription (account_id, created_at);
create index push_subscription_session on push_subscription (session_id);

-- What waits to be sent, a day at most.
create table push_message (
  id text primary key,
  subscription_id text not null references push_subscription (id) on delete cascade,
  -- null: about the account itself
  store_id text references store (id),
  kind text not null,
  words jsonb not null,
  made_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  tries int not null default 0
);
create index push_message_subscription on push_message (subscription_id);
create index push_message_due on push_message (due_at);

alter table notice_choice add column push boolean;
-- When its pushes were written; null: they are due.
alter table notice add column push_at timestamptz;
update notice set push_at = now();
create index notice_push_due on notice (store_id, kind) where push_at is null;

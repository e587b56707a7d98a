-- The customer's area of a store: who looks at their own purchases. No account and no password: a session proves one
-- Discord id or one e-mail, in one store.

create table customer_session (
  store_id text not null references store (id),
  id text not null,
  token_hash bytea not null,
  -- exactly one of both: what the sign-in proved
  discord_id text,
  -- canonical (features/accounts/email-key.ts)
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (store_id, id),
  unique (store_id, token_hash),
  check ((discord_id is null) <> (email is null))
);
create index customer_session_over on customer_session (expires_at);

-- A sign-in under way, used once: `discord` left for Discord, `return` came back from there and must still reach its
-- store's host, `mail` is a link in a mail.
create table customer_login (
  store_id text not null references store (id),
  -- of the state, the code on the way back, or the link's token
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('discord', 'return', 'mail')),
  -- PKCE, while it is at Discord
  verifier text not null default '',
  -- the browser that left; null for a link, which may be opened anywhere
  browser_hash bytea,
  discord_id text,
  email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (store_id, token_hash)
);
create index customer_login_over on customer_login (expires_at);

-- Orders of an e-mail, newest first; of a Discord id order_by_discord has them.
create index order_by_email on "order" (store_id, lower(email), created_at desc, id desc) where email is not null;

-- The buyer asked that what says who they are goes: at once what nothing needs, the ids when their last reason ends.
alter table "order" add column erase_asked_at timestamptz;
alter table "order" add column erased_at timestamptz;
create index order_to_erase on "order" (erase_asked_at) where erase_asked_at is not null and erased_at is null;

-- Orders whose money a person must decide about (the panel's "Precisa de você").
create index order_money_waits on "order" (store_id) where note in ('withdrawal_requested', 'refund_failed');

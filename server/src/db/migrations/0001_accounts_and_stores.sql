-- Accounts, stores, members, plans.
-- The store is the first column of every key: composite foreign keys make PostgreSQL refuse a mix of stores.
-- Ids are text made by us (db/ids.ts): sortable by time, 80 random bits. Money is integer centavos.

create table account (
  id text primary key,
  name text not null,
  email text,
  -- canonical form, compared everywhere; null for a Discord account that gave none
  email_key text unique,
  email_verified_at timestamptz,
  password_hash text,
  discord_id text unique,
  discord_avatar text,
  google_id text unique,
  totp_secret bytea,
  totp_enabled_at timestamptz,
  totp_last_step bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table session (
  id text primary key,
  account_id text not null references account (id),
  token_hash bytea not null unique,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index session_account on session (account_id) where revoked_at is null;

-- Reset, verification, invitation of the second factor: random, hashed, short-lived, single use; the newest wins.
create table one_time_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'recovery_code')),
  account_id text not null references account (id),
  -- the address that the link was mailed to, for verify_email: it becomes the account's
  email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_token_account on one_time_token (account_id, purpose);

-- state and verifier of a login that left for a provider; used once
create table oauth_state (
  state_hash bytea primary key,
  provider text not null,
  verifier text not null,
  account_id text references account (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- answer of a login in flight, so that a second request with the same state joins it
  answer jsonb
);

-- throttles by account and by address: slow-down, never lock-out
create table throttle (
  key text primary key,
  hits int not null,
  window_ends_at timestamptz not null
);

create table plan (
  id text primary key,
  name text not null,
  price_centavos int not null check (price_centavos >= 0),
  -- null: without limit
  product_limit int,
  category_limit int,
  sub_user_limit int,
  discord_integration boolean not null,
  position int not null
);
insert into plan (id, name, price_centavos, product_limit, category_limit, sub_user_limit, discord_integration, position) values
  ('gratuito', 'Gratuito', 0, 10, 3, 0, false, 1),
  ('pro', 'Pro', 2990, 100, 20, 3, true, 2),
  ('premium', 'Premium', 5990, null, null, null, true, 3);

create table store (
  id text primary key,
  name text not null,
  subdomain text not null unique,
  description text not null default '',
  primary_color text not null default '#7c3aed',
  secondary_color text not null default '#22d3ee',
  logo text,
  banner text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  time_zone text not null default 'America/Sao_Paulo',
  legal jsonb not null default '{}',
  settings jsonb not null default '{}',
  -- bumped by every change that a public page can show; part of the page cache's key
  page_version bigint not null default 1,
  policy_confirmed_at timestamptz,
  policy_confirmed_by text references account (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- an old name redirects for 30 days and belongs to nobody else meanwhile; a deleted store's name is held as well
create table subdomain_hold (
  subdomain text primary key,
  store_id text not null references store (id),
  until timestamptz not null
);

-- the payment provider's credential: encrypted, bound to its store, shown only as a mask
create table store_credential (
  store_id text primary key references store (id),
  token_cipher bytea not null,
  token_mask text not null,
  collector_id text not null,
  nickname text not null default '',
  test_user boolean not null default false,
  -- which way of charging Pix this account accepted last: payments, orders, preference
  pix_adapter text check (pix_adapter in ('payments', 'orders', 'preference')),
  -- the unguessable part of the notice address
  notice_key text not null unique,
  -- stable code of what the provider refused, null while all is well
  problem text,
  checked_at timestamptz not null default now()
);

-- Identification token of game servers and of /conectar. Read again (signatures, panel), so encrypted, and looked up
-- by its key id (first 12 hex digits of its SHA-256) or by its whole hash.
create table game_token (
  store_id text not null references store (id),
  id text not null,
  key_id text not null unique,
  token_hash bytea not null unique,
  token_cipher bytea not null,
  created_at timestamptz not null default now(),
  -- null: the current one
  expires_at timestamptz,
  primary key (store_id, id)
);
create unique index game_token_current on game_token (store_id) where expires_at is null;

create table guild_binding (
  store_id text primary key references store (id),
  guild_id text not null unique,
  guild_name text not null,
  bound_by text not null,
  bound_at timestamptz not null default now(),
  problem text,
  checked_at timestamptz
);

create table member (
  store_id text not null references store (id),
  account_id text not null references account (id),
  role text not null check (role in ('owner', 'admin', 'manager', 'attendant')),
  created_at timestamptz not null default now(),
  primary key (store_id, account_id)
);
create unique index member_owner on member (store_id) where role = 'owner';
create index member_account on member (account_id);

create table invitation (
  store_id text not null references store (id),
  id text not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('admin', 'manager', 'attendant')),
  token_hash bytea not null unique,
  invited_by text not null references account (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (store_id, id)
);
create unique index invitation_open on invitation (store_id, email_key) where accepted_at is null and revoked_at is null;

create table audit_entry (
  store_id text not null references store (id),
  id text not null,
  account_id text references account (id),
  actor text not null,
  action text not null,
  text text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now(),
  primary key (store_id, id)
);

-- no row: the plan Gratuito
create table subscription (
  store_id text primary key references store (id),
  plan_id text not null references plan (id),
  paid_until timestamptz not null,
  updated_at timestamptz not null default now()
);

create table subscription_payment (
  store_id text not null references store (id),
  id text not null,
  plan_id text not null references plan (id),
  centavos int not null check (centavos >= 0),
  method text not null,
  status text not null check (status in ('pending', 'paid', 'cancelled')),
  reference text not null unique,
  provider_id text unique,
  idempotency_key text not null,
  init_point text,
  next_check_at timestamptz,
  checks int not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  primary key (store_id, id)
);
create index subscription_payment_due on subscription_payment (next_check_at) where status = 'pending';

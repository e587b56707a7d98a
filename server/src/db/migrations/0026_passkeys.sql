-- Passkeys: a way into an account beside its password, which counts as both factors.
create table passkey (
  -- the credential's id, base64url; unique over all accounts, as its maker draws it
  id text primary key,
  account_id text not null references account (id),
  name text not null,
  public_key bytea not null,
  -- how often it was used, where its maker counts: a copy is noticed by it
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- What a passkey is to sign: once, within minutes, by the browser that asked for it.
create table passkey_challenge (
  state_hash bytea primary key,
  challenge text not null,
  purpose text not null check (purpose in ('add', 'login', 'confirm')),
  session_id text references session (id) on delete cascade,
  expires_at timestamptz not null
);

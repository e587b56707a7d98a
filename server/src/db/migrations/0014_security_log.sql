-- What happened to the ways into an account and to what moves a store's money: apart from audit_entry, which is the
-- store's log of changes. Never a secret, never a whole address. Kinds are listed in contract/src/security-events.ts.
create table security_event (
  id text primary key,
  -- whose account it happened to, or who did it
  account_id text not null references account (id),
  -- the store that it touches, where it touches one
  store_id text references store (id),
  kind text not null,
  detail jsonb not null default '{}',
  -- in words: `Chrome no Windows`; empty where no browser was there
  device text not null default '',
  -- the network of the address, 203.0.113.x or 2001:db8:1::/48; empty where no browser was there
  network text not null default '',
  at timestamptz not null default now()
);
create index security_event_account on security_event (account_id, id);
create index security_event_store on security_event (store_id, id) where store_id is not null;
create index security_event_at on security_event (at);

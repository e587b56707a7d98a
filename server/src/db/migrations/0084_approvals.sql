-- Refunds and manual orders that need two people (docs/decisions/0118). A store without a row needs one.

create table approval_rule (
  store_id text primary key references store (id),
  -- what is worth this much or more needs two people
  centavos int not null check (centavos > 0)
);

create table approval (
  store_id text not null references store (id),
  id text not null,
  kind text not null check (kind in ('refund', 'manual')),
  -- the order of a refund, or the one that a manual order became
  order_id text,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'ended')),
  centavos int not null check (centavos > 0),
  -- what goes back or is given, for people
  what text not null,
  reason text,
  -- the checked arguments of the call; they may name a buyer, so they stay only while it waits
  input jsonb,
  -- the Idempotency-Key of the call and the hash of its arguments
  key text,
  request_hash bytea,
  asked_by text not null references account (id),
  at timestamptz not null default now(),
  ends_at timestamptz not null,
  decided_by text references account (id),
  decided_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'waiting') = (input is not null)),
  check (kind = 'manual' or order_id is not null)
);
-- one request for a refund of an order at a time
create unique index approval_refund_once on approval (store_id, order_id) where state = 'waiting' and kind = 'refund';
create unique index approval_key_once on approval (store_id, key) where key is not null;
create index approval_waiting on approval (store_id, id) where state = 'waiting';
create index approval_due on approval (ends_at) where state = 'waiting';
create index approval_decided on approval (store_id, decided_at) where state <> 'waiting';
create index approval_age on approval (decided_at) where state <> 'waiting';
create index approval_order on approval (store_id, order_id) where order_id is not null;

-- The version before marks such a notice as told and writes no mail of it.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('sale', 'refund', 'dispute', 'plan', 'refund_approval', 'manual_approval'));
alter table notice drop constraint notice_news_check;
alter table notice add constraint notice_news_check
  check (news in ('sold', 'whole', 'part', 'opened', 'lost', 'soon', 'ended', 'asked', 'approved', 'declined', 'over'));

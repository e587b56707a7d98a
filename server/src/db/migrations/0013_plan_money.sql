-- A plan payment is looked at after it was paid as well: its money may be taken back.
alter table subscription_payment drop constraint subscription_payment_status_check;
alter table subscription_payment add constraint subscription_payment_status_check
  check (status in ('pending', 'paid', 'cancelled', 'refunded', 'charged_back'));
drop index subscription_payment_due;
create index subscription_payment_due on subscription_payment (next_check_at) where next_check_at is not null;

-- The mails about the end of a paid time: one of each kind for each end. A payment moves the end, and with it the mails.
create table plan_reminder (
  store_id text not null references store (id),
  paid_until timestamptz not null,
  kind text not null check (kind in ('soon', 'ended')),
  at timestamptz not null default now(),
  primary key (store_id, paid_until, kind)
);
create index subscription_end on subscription (paid_until);

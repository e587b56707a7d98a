-- Goods that were delivered can be sent again: as a new delivery, because a game server never repeats an id that it has settled.

alter table delivery
  -- 0: the order's own delivery; n: its n-th resend
  add column resend int not null default 0,
  -- the delivery whose goods it repeats, and the job that made it
  add column resend_of text,
  add column resend_job text;

drop index delivery_once;
create unique index delivery_once on delivery
  (store_id, order_id, item_id, action_index, occurrence, phase, coalesce(seat_id, store_id), resend);
-- A job sends each delivery again once at most, whatever crashes.
create unique index delivery_resend on delivery (store_id, resend_job, resend_of) where resend_job is not null;

create table resend_job (
  store_id text not null references store (id),
  id text not null,
  state text not null check (state in ('running', 'paused', 'cancelled', 'done')),
  -- which deliveries; the player and the picked ids leave it when the job ends
  filter jsonb not null,
  -- it leaves out what ended later
  as_of timestamptz not null,
  reason text not null,
  account_id text,
  actor text not null,
  -- what its plan counted
  total int not null,
  resent int not null default 0,
  excluded int not null default 0,
  withdrawn int not null default 0,
  -- the last delivery that it looked at
  cursor_at timestamptz,
  cursor_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (store_id, id)
);
-- One at a time, so that two people cannot send the same goods in the same moment.
create unique index resend_job_open on resend_job (store_id) where finished_at is null;
create index resend_job_newest on resend_job (store_id, created_at desc, id desc);

-- Mails have a kind and a mailbox, so that what may leave is judged by both (docs/decisions/0037). `mailbox` is the hash
-- of the canonical address: it stays when the address is gone. `dropped`: judged when it was written, and never sent.
alter table mail add column kind text not null default 'earlier';
alter table mail add column mailbox text not null default '';
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('queued', 'sent', 'failed', 'dropped'));

-- mailboxes that a mail server refused for good, until when nothing more is sent there
create table mail_bounce (
  mailbox text primary key,
  bounces int not null default 1,
  until timestamptz not null,
  problem text not null,
  last_at timestamptz not null default now()
);

-- kinds of mail that a mailbox does not want
create table mail_optout (
  mailbox text not null,
  kind text not null,
  at timestamptz not null default now(),
  primary key (mailbox, kind)
);

-- what operators must look at: one row for each name and hour
create table alarm (
  name text not null,
  hour timestamptz not null,
  detail text not null,
  primary key (name, hour)
);

-- whether a young store has sold anything: without it, it mails no shopper
create index order_paid on "order" (store_id) where completed_at is not null and total_centavos > 0;

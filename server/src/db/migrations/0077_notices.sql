-- What happens once in a store and whom it is told to, and what each member chose to hear (docs/decisions/0111).

create table notice (
  store_id text not null references store (id),
  id text not null,
  kind text not null check (kind in ('sale', 'refund', 'dispute', 'plan')),
  news text not null check (news in ('sold', 'whole', 'part', 'opened', 'lost', 'soon', 'ended')),
  order_id text,
  -- plain values of the words, never a name or an address of a person
  data jsonb not null default '{}',
  at timestamptz not null default now(),
  -- when its mails were written; null: they are due
  mail_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id)
);
create index notice_mail_due on notice (store_id, kind) where mail_at is null;
create index notice_mailed on notice (store_id, kind, mail_at);
create index notice_age on notice (at);

-- One row for each kind about which a member chose. Without a row, or with null, the default holds. It ends with the membership.
create table notice_choice (
  store_id text not null,
  account_id text not null,
  kind text not null,
  mail boolean,
  primary key (store_id, account_id, kind),
  foreign key (store_id, account_id) references member (store_id, account_id) on delete cascade
);
-- What owners did not want by mail. The version before goes on with alert_setting.no_mail, which nothing else reads any more.
insert into notice_choice (store_id, account_id, kind, mail)
select t.store_id, m.account_id, kind, false
  from alert_setting t join member m on m.store_id = t.store_id and m.role = 'owner', unnest(t.no_mail) kind;

-- Alerts tell a store's owner of a trouble once when it begins and once when it is well (docs/decisions/0064).
-- The table `alarm` is another thing: the platform's own, for operators.
create table alert (
  store_id text not null references store (id),
  id text not null,
  kind text not null,
  -- the game server's seat; empty where a store has one thing of the kind
  subject text not null default '',
  -- suspected: nobody was told yet; calm: the cause is gone for now
  phase text not null check (phase in ('suspected', 'open', 'calm', 'well')),
  -- when the phase began; for `well`, when the cause went away
  since timestamptz not null,
  begun_at timestamptz not null,
  looked_at timestamptz not null,
  told_at timestamptz,
  -- alerts of the same kind and subject that ended in the day before this one
  repeats int not null default 0,
  -- how many things it is about
  things int not null default 1,
  -- counts the writes: of two sweeps at once, one writes
  version int not null default 1,
  primary key (store_id, id)
);
create unique index alert_live on alert (store_id, kind, subject) where phase <> 'well';
create index alert_over on alert (store_id, since) where phase = 'well';
create index alert_age on alert (since) where phase = 'well';

-- What the owner is told, written with the alert's move. It is the queue of its mail.
create table alert_news (
  store_id text not null,
  id text not null,
  alert_id text not null,
  news text not null check (news in ('begun', 'grown', 'well')),
  things int not null,
  -- due: it waits for its mail
  mail text not null check (mail in ('due', 'told')),
  at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, alert_id) references alert (store_id, id) on delete cascade
);
create index alert_news_of_alert on alert_news (store_id, alert_id);
create index alert_news_mail on alert_news (store_id, at) where mail = 'due';

-- What stands already was mailed by the version before, or is older than a day: nobody is told of it again.
insert into alert (store_id, id, kind, phase, since, begun_at, looked_at, told_at, things)
select d.store_id, 'first-' || d.state, 'delivery_' || d.state, 'open', now(), min(d.updated_at), now(), now(), count(*)
  from delivery d where d.state in ('failed', 'uncertain') group by d.store_id, d.state;
insert into alert (store_id, id, kind, subject, phase, since, begun_at, looked_at, told_at)
select p.store_id, 'first-' || p.id, 'city_silent', p.id, 'open', now(), g.last_seen_at, now(), now()
  from game_seat p join game_server g on g.store_id = p.store_id and g.id = p.server_id
 where p.ended_at is null and g.last_seen_at < now() - interval '1 day';

-- Whoever ended the mails about deliveries gets none from the kind that took their place.
insert into mail_optout (mailbox, kind, at) select mailbox, 'alert', at from mail_optout where kind = 'delivery_problem';

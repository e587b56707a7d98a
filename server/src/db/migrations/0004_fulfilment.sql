-- Rights and deliveries. The delivery row is the queue: nothing stands between paid and deliverable.

create table game_server (
  store_id text not null references store (id),
  id text not null,
  -- made once by the server's journal; another one means another or a lost journal
  journal_id text not null,
  boot_id text not null,
  -- raised by every hello; an older one is superseded
  epoch int not null,
  name text not null,
  game text not null,
  framework text not null default '',
  version text not null default '',
  capabilities jsonb not null default '{}',
  online_ids jsonb not null default '[]',
  players int,
  max_players int,
  -- pt-BR line for the owner, e.g. two instances with one token
  notice text,
  -- of the last hello: how long the capabilities are known
  hello_at timestamptz not null default now(),
  -- somebody was seen with a cart until a while before: requests are held already when the payment comes
  shopping_until timestamptz,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  previous_boot_id text,
  boot_changed_at timestamptz,
  primary key (store_id, id),
  unique (store_id, journal_id)
);

-- replays of signed requests; contents may be lost with a crash, so unlogged
create unlogged table game_nonce (
  store_id text not null,
  nonce text not null,
  at timestamptz not null default now(),
  primary key (store_id, nonce)
);
create index game_nonce_age on game_nonce (at);

-- What a customer holds because of purchases: a group, a role, a vehicle, a ban.
create table customer_right (
  store_id text not null references store (id),
  id text not null,
  -- the game's city id or the Discord id, by target
  target text not null check (target in ('discord', 'fivem')),
  holder text not null,
  -- add_group:vip, add_role:123..., add_vehicle:panto
  subject text not null,
  -- null: without end
  ends_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
create unique index customer_right_live on customer_right (store_id, target, holder, subject) where ended_at is null;

-- which purchases a right comes from; it ends with the last of them
create table right_source (
  store_id text not null,
  right_id text not null,
  order_id text not null,
  item_id text not null,
  -- days this purchase gives, null: without end
  days int,
  ends_at timestamptz,
  ended_at timestamptz,
  primary key (store_id, right_id, order_id, item_id),
  foreign key (store_id, right_id) references customer_right (store_id, id),
  foreign key (store_id, order_id, item_id) references order_item (store_id, order_id, id)
);
create index right_source_order on right_source (store_id, order_id);

create table delivery (
  store_id text not null references store (id),
  id text not null,
  order_id text not null,
  item_id text not null,
  -- index of the action within the item's copy
  action_index int not null,
  -- 1..n where a command runs n times
  occurrence int not null default 1,
  phase text not null check (phase in ('confirmation', 'expiration', 'reversal')),
  target text not null check (target in ('discord', 'fivem')),
  action_type text not null,
  -- typed and rendered: exactly what is sent
  args jsonb not null,
  label text not null,
  -- the right that it gives or takes (fulfilment/delivery.ts subjectOf); null for money, items and commands that give none
  subject text,
  -- city id (fivem) or Discord id (discord): order is kept per player
  player text not null,
  discord_id text not null,
  client int not null,
  state text not null check (state in
    ('scheduled', 'queued', 'sent', 'succeeded', 'failed', 'uncertain', 'cancelled')),
  -- order of creation, kept per player
  seq bigint generated always as identity,
  due_at timestamptz not null default now(),
  depends_on text,
  attempts int not null default 0,
  server_id text,
  lease_epoch int,
  lease_until timestamptz,
  cancel_requested boolean not null default false,
  -- true while the row waits for the player's own doing (offline, inventory full, not in the Discord server)
  waiting boolean not null default false,
  code text,
  message text,
  detail jsonb,
  -- the owner was told by mail that a person must act
  noticed boolean not null default false,
  first_sent_at timestamptz,
  finished_at timestamptz,
  give_up_at timestamptz not null default now() + interval '30 days',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, order_id, item_id, action_index, occurrence, phase),
  foreign key (store_id, order_id, item_id) references order_item (store_id, order_id, id)
);
create index delivery_queue on delivery (store_id, target, player, seq) where state in ('queued', 'sent');
create index delivery_due on delivery (due_at) where state = 'scheduled';
create index delivery_lease on delivery (lease_until) where state = 'sent';
create index delivery_discord on delivery (due_at, seq) where state = 'queued' and target = 'discord';
create index delivery_of_order on delivery (store_id, order_id);
create index delivery_newest on delivery (store_id, created_at desc, id desc);
create index delivery_depends on delivery (store_id, depends_on) where depends_on is not null;
create index delivery_retry on delivery (give_up_at) where state = 'queued';
create index delivery_problem on delivery (store_id, state) where state in ('failed', 'uncertain');

create table delivery_history (
  store_id text not null,
  delivery_id text not null,
  id text not null,
  state text not null,
  attempt int not null,
  code text,
  message text,
  actor text,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, delivery_id, id),
  foreign key (store_id, delivery_id) references delivery (store_id, id)
);

-- Something outside refuses us as a whole (Discord's token): nothing is sent there until a check finds it well again.
create table outside_stop (
  name text primary key,
  reason text not null,
  since timestamptz not null default now(),
  next_check_at timestamptz not null
);

-- visits per store and day, no personal data
create table store_visit (
  store_id text not null references store (id),
  day date not null,
  visits int not null default 0,
  primary key (store_id, day)
);

-- mails leave by a job and survive a mail server that is down
create table mail (
  id text primary key,
  store_id text references store (id),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_due on mail (next_at) where state = 'queued';

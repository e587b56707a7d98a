-- Orders keep their own copy of what was sold. Deadlines are columns that sweeps read.

create sequence order_number start 1001;

create table "order" (
  store_id text not null references store (id),
  id text not null,
  -- the public id at the provider and of the success page: 128 random bits and more
  reference text not null unique,
  number int not null default nextval('order_number'),
  kind text not null default 'sale' check (kind in ('sale', 'manual')),
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
  client int not null check (client >= 1),
  discord_id text not null,
  customer_name text,
  email text,
  payment_method text not null
    check (payment_method in ('pix', 'credit_card', 'mercado_pago_checkout_pro', 'manual')),
  subtotal_centavos int not null check (subtotal_centavos >= 0),
  discount_centavos int not null default 0 check (discount_centavos >= 0),
  total_centavos int not null check (total_centavos >= 0),
  discount_id text,
  coupon text,
  -- answers to the store's questions, by variable name
  variables jsonb not null default '{}',
  -- true while stock, buyer's units and coupon use are held by this order
  reserved boolean not null default true,
  -- stable code of why it is cancelled, held or flagged; orders/order.ts has the texts
  note text,
  -- who gave a manual order, and why
  actor text,
  reason text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- when a worker last began to end it after its deadline
  expiring_at timestamptz,
  -- when a reversed order's goods were taken back and its stock was put back
  restocked_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, discount_id) references discount (store_id, id),
  constraint order_total check (total_centavos = subtotal_centavos - discount_centavos)
);
create index order_newest on "order" (store_id, created_at desc, id desc);
create index order_by_status on "order" (store_id, status, created_at desc, id desc);
create index order_by_client on "order" (store_id, client, created_at desc);
create index order_by_discord on "order" (store_id, discord_id, created_at desc);
create index order_by_number on "order" (store_id, number);
create index order_completed on "order" (store_id, completed_at) where status = 'completed';
create index order_due on "order" (expires_at) where status = 'pending';
create index order_reversed on "order" (cancelled_at)
  where status = 'cancelled' and completed_at is not null and restocked_at is null;

create table order_item (
  store_id text not null,
  order_id text not null,
  id text not null,
  position int not null,
  product_id text not null,
  name text not null,
  image text,
  quantity int not null check (quantity >= 1),
  unit_centavos int not null check (unit_centavos >= 0),
  line_centavos int not null check (line_centavos >= 0),
  -- this line's share of the order's discount
  discount_centavos int not null default 0 check (discount_centavos >= 0),
  remove_days int,
  -- whether this line holds stock (the product had a limit when it was ordered)
  stocked boolean not null,
  actions jsonb not null,
  primary key (store_id, order_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id),
  foreign key (store_id, product_id) references product (store_id, id)
);
create index order_item_product on order_item (store_id, product_id);

create table order_history (
  store_id text not null,
  order_id text not null,
  id text not null,
  status text not null,
  reason text,
  actor text,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, order_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id)
);

-- one use a row; a released one no longer counts
create table discount_use (
  store_id text not null,
  discount_id text not null,
  order_id text not null,
  -- the limiting identity (city id, e-mail or Discord id), null where the coupon has none
  identity text,
  released_at timestamptz,
  primary key (store_id, discount_id, order_id),
  foreign key (store_id, discount_id) references discount (store_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id)
);
create unique index discount_use_once on discount_use (store_id, discount_id, identity)
  where identity is not null and released_at is null;

-- Ends the statement that calls it, with everything it did: a rule said no. The message is a code of the error table.
create function refuse(code text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'VT001', message = code;
end $$;

-- A repeated request is one request. `answer` is null while the first one is still working; it is resumed, not replayed.
create table idempotency_key (
  store_id text not null references store (id),
  scope text not null,
  key text not null,
  request_hash bytea not null,
  order_id text,
  answer jsonb,
  status int,
  -- while this lies ahead somebody works on it; afterwards the next call resumes the work
  working_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (store_id, scope, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- One row an attempt to charge, from before the provider is called. A preference that is paid several times has one
-- row for each further payment that the provider tells of.
create table payment (
  store_id text not null,
  id text not null,
  order_id text not null,
  adapter text not null check (adapter in ('payments', 'orders', 'preference')),
  method text not null check (method in ('pix', 'credit_card', 'mercado_pago_checkout_pro')),
  status text not null default 'created' check (status in
    ('created', 'pending', 'in_process', 'approved', 'rejected', 'cancelled', 'expired', 'refunded', 'charged_back')),
  amount_centavos int not null check (amount_centavos > 0),
  refunded_centavos int not null default 0 check (refunded_centavos >= 0 and refunded_centavos <= amount_centavos),
  -- saved before the provider is called, the same on every retry of this attempt
  idempotency_key text not null,
  provider_id text,
  preference_id text,
  provider_order_id text,
  provider_status text,
  provider_detail text,
  provider_updated_at timestamptz,
  init_point text,
  pix_code text,
  -- a dispute is open, the amount or account did not fit, ...: shown, decided by a person
  flag text,
  expires_at timestamptz,
  next_check_at timestamptz,
  checks int not null default 0,
  -- when the provider was asked last
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" (store_id, id)
);
create index payment_of_order on payment (store_id, order_id);
create unique index payment_provider on payment (store_id, provider_id) where provider_id is not null;
create index payment_due on payment (next_check_at) where next_check_at is not null;

create table payment_history (
  store_id text not null,
  payment_id text not null,
  id text not null,
  status text not null,
  detail text,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, payment_id, id),
  foreign key (store_id, payment_id) references payment (store_id, id)
);

create table refund (
  store_id text not null,
  id text not null,
  payment_id text not null,
  amount_centavos int not null check (amount_centavos > 0),
  status text not null default 'requested' check (status in ('requested', 'in_process', 'approved', 'rejected')),
  -- late, duplicate, customer, owner
  reason text not null,
  note text,
  actor text,
  idempotency_key text not null,
  provider_id text,
  problem text,
  next_check_at timestamptz,
  checks int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, payment_id) references payment (store_id, id)
);
create index refund_due on refund (next_check_at) where next_check_at is not null;
create unique index refund_open on refund (store_id, payment_id) where status in ('requested', 'in_process', 'approved');

-- what the provider told us: stored once, believed never
create table payment_notice (
  store_id text not null references store (id),
  id text not null,
  topic text not null,
  resource_id text not null,
  action text not null,
  notice_id text not null,
  signature text not null check (signature in ('valid', 'invalid', 'absent', 'unchecked')),
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts int not null default 0,
  -- when a look at a payment that we do not know was last spent on it
  tried_at timestamptz,
  next_at timestamptz default now(),
  primary key (store_id, id),
  unique (store_id, topic, resource_id, action, notice_id)
);
create index payment_notice_due on payment_notice (next_at) where handled_at is null;
create index payment_notice_tried on payment_notice (store_id, tried_at) where tried_at is not null;

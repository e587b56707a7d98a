-- What a store sells, and for how much less.

create table category (
  store_id text not null references store (id),
  id text not null,
  name text not null,
  position int not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
create unique index category_name on category (store_id, lower(name));

-- files are generated from uploads; sizes and formats of one upload share the key
create table image (
  store_id text not null references store (id),
  key text not null,
  bytes int not null,
  width int not null,
  height int not null,
  created_at timestamptz not null default now(),
  primary key (store_id, key)
);

create table product (
  store_id text not null references store (id),
  id text not null,
  category_id text not null,
  name text not null,
  description text not null default '',
  price_centavos int not null check (price_centavos >= 0),
  compare_at_centavos int check (compare_at_centavos >= 0),
  image text,
  featured boolean not null default false,
  position int not null default 0,
  -- Units not sold yet, with those reserved by pending orders; null: without limit.
  stock int check (stock >= 0),
  reserved int not null default 0 check (reserved >= 0),
  sold int not null default 0 check (sold >= 0),
  buy_limit int check (buy_limit >= 1),
  remove_days int check (remove_days >= 1),
  -- list of contract/actions.ts Action, in the owner's order
  actions jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, category_id) references category (store_id, id),
  constraint product_not_oversold check (stock is null or reserved <= stock)
);
create index product_by_category on product (store_id, category_id, position) where archived_at is null;
-- a product's public address names no store
create index product_by_id on product (id);

-- Units of a product in completed and live pending orders of one city id; the row that placing an order locks.
create table product_buyer (
  store_id text not null,
  product_id text not null,
  client int not null,
  units int not null check (units >= 0),
  primary key (store_id, product_id, client),
  foreign key (store_id, product_id) references product (store_id, id)
);

create table variable (
  store_id text not null references store (id),
  id text not null,
  kind text not null check (kind in ('constant', 'question')),
  name text not null,
  value text,
  label text,
  answer text check (answer in ('text', 'number', 'choice')),
  choices jsonb not null default '[]',
  required boolean not null default false,
  product_ids jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, name)
);

create table discount (
  store_id text not null references store (id),
  id text not null,
  code text not null,
  type text not null check (type in ('fixed', 'percentage')),
  -- centavos for fixed, per cent for percentage
  value int not null check (value >= 0),
  min_centavos int check (min_centavos >= 0),
  max_uses int check (max_uses >= 1),
  -- uses of completed and live pending orders
  uses int not null default 0 check (uses >= 0),
  expires_at timestamptz,
  limit_by text not null default '' check (limit_by in ('', 'user_id', 'email', 'discord')),
  active boolean not null default true,
  category_ids jsonb not null default '[]',
  product_ids jsonb not null default '[]',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (store_id, id),
  constraint discount_within_limit check (max_uses is null or uses <= max_uses)
);
create unique index discount_code on discount (store_id, code) where deleted_at is null;

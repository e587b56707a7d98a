-- A store may open at a time that its owner chose. Until then its pages say when, and it sells nothing.
alter table store add column opens_at timestamptz;
create index store_opening on store (opens_at) where opens_at is not null;

-- Who wants one mail when a product is for sale again or, without a product, when the store opens. It counts once its
-- address was confirmed, and it ends with the mail.
create table waiting_request (
  store_id text not null references store (id),
  id text not null,
  product_id text,
  email text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  primary key (store_id, id),
  foreign key (store_id, product_id) references product (store_id, id)
);
create unique index waiting_request_once on waiting_request (store_id, email, coalesce(product_id, ''));
create unique index waiting_request_token on waiting_request (token_hash);
-- Who is told next, and how many wait for a product.
create index waiting_request_turn on waiting_request (store_id, product_id, confirmed_at) where confirmed_at is not null;
create index waiting_request_end on waiting_request (expires_at);

-- A store's next people are told when its mails to those before them have left.
create index mail_wait_over on mail (store_id) where kind = 'wait_over' and state in ('pending', 'queued');

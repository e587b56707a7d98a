-- A buyer whom the shop knows: docs/decisions/0084-continue-with-discord.md, and docs/decisions/0085-buyers-correct-their-ids.md.

-- Whoever signed in with Discord, as Discord named them then: the checkout shows it.
alter table customer_session add column discord_name text, add column discord_avatar text;
alter table customer_login
  add column discord_name text,
  add column discord_avatar text,
  -- Where the shop's host leads after the sign-in; null: to the customer's area.
  add column page text check (page = 'checkout');

-- What Discord said lately of an id that somebody typed: a keyed hash, so the row names nobody.
create table discord_check (
  store_id text not null references store (id),
  person bytea not null,
  result text not null check (result in ('member', 'not_member', 'missing')),
  checked_at timestamptz not null default now(),
  primary key (store_id, person)
);
create index discord_check_over on discord_check (checked_at);

-- How often the buyer corrected the ids. Until the goods are delivered `buyer` stays, and proves who may.
alter table "order" add column corrections smallint not null default 0;

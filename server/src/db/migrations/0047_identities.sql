-- Who a player is: one kind of id per game server (docs/decisions/0072-an-identity-per-server.md).

alter table game_seat
  add column identity text not null default 'city_id' check (identity in
    ('city_id', 'citizen_id', 'identifier', 'minecraft_name', 'minecraft_uuid', 'mta_account', 'discord_id')),
  -- The owner's own words; null: those of the kind.
  add column identity_label text check (identity_label <> ''),
  add column identity_help text check (identity_help <> '');

-- The players that an order is for, as keys. Null: the city id in "client" alone, as in every order from before. Where no city
-- id was asked, "client" has the order's number.
alter table "order" add column players text[];
create index order_by_players on "order" using gin (players) where players is not null;

-- Units count for a player of any kind: "client" for a city id, "player" for any other.
alter table product_buyer drop constraint product_buyer_pkey;
alter table product_buyer
  alter column client drop not null,
  add column player text,
  add column buyer text not null generated always as (coalesce(player, client::text)) stored,
  add constraint product_buyer_one check (num_nonnulls(client, player) = 1),
  add constraint product_buyer_pkey primary key (store_id, product_id, buyer);
-- The version before adds units by this key.
create unique index product_buyer_by_client on product_buyer (store_id, product_id, client);

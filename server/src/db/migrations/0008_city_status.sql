-- What the store's kept pages say of its city, so that each change of it makes them anew once: set when a game server
-- speaks, taken back by a sweep (fulfilment/city-status.ts).
alter table store add column city_online boolean not null default false;
create index store_city_online on store (id) where city_online;

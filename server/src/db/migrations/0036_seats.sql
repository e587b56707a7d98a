-- A store has several game servers. Each has a seat: a name, a token of its own, and the journal that holds it.
-- A row of `game_server` stays what it was: one journal that had a seat (docs/decisions/0058).

create table game_seat (
  store_id text not null references store (id),
  -- the store's first server has the store's id
  id text not null,
  name text not null,
  game text not null default 'fivem',
  -- the journal that delivers for this seat; null until the first hello
  server_id text,
  -- the journal that the owner approved, or the first one that came; it takes the seat back from one that got it by silence
  approved_journal text,
  -- the present journal got the seat because the one before was silent
  by_silence boolean not null default false,
  held_at timestamptz,
  -- a new journal may take the seat after this long without a word; null: never by itself
  silence_minutes int default 10 check (silence_minutes between 5 and 1440),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, server_id) references game_server (store_id, id)
);
create unique index game_seat_name on game_seat (store_id, lower(name)) where ended_at is null;

-- A running script that wants a seat and does not have it. It gets no deliveries.
create table game_claim (
  store_id text not null,
  id text not null,
  seat_id text not null,
  journal_id text not null,
  boot_id text not null,
  -- settling: a restart, if the start before stays silent for a moment
  state text not null check (state in ('settling', 'waiting', 'approved', 'refused')),
  reason text not null check (reason in ('restart', 'copy', 'new_journal', 'replaced')),
  framework text not null default '',
  version text not null default '',
  first_seen_at timestamptz not null default now(),
  -- since when it has been heard without a gap: proves that Vitrine itself was not away
  heard_since timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, seat_id, journal_id, boot_id),
  foreign key (store_id, seat_id) references game_seat (store_id, id)
);
create index game_claim_age on game_claim (last_seen_at);

-- In these four a null stands for the first seat, so the rows of before and of a version that is being replaced need no change.
alter table game_server add column seat_id text, add column token_id text;
alter table game_token add column seat_id text;
alter table delivery add column seat_id text;
-- where the buyer chose one server: its seat
alter table "order" add column seat_id text;

-- A copied folder brings its journal along, so another seat may have a journal of the same name.
alter table game_server drop constraint game_server_store_id_journal_id_key;
create unique index game_server_journal on game_server (store_id, coalesce(seat_id, store_id), journal_id);
drop index game_token_current;
create unique index game_token_current on game_token (store_id, coalesce(seat_id, store_id)) where expires_at is null;
-- An action that goes to all servers makes one delivery for each.
create unique index delivery_once on delivery
  (store_id, order_id, item_id, action_index, occurrence, phase, coalesce(seat_id, store_id));
do $$
declare
  former text := (select conname from pg_constraint where conrelid = 'delivery'::regclass and contype = 'u');
begin
  execute format('alter table delivery drop constraint %I', former);
end
$$;
create index delivery_seat on delivery (store_id, target, coalesce(seat_id, store_id), player, seq) where state in ('queued', 'sent');

insert into game_seat (store_id, id, name, server_id, approved_journal, held_at)
select s.id, s.id, 'Servidor principal', g.id, g.journal_id, g.first_seen_at
  from store s
  left join lateral (
    select id, journal_id, first_seen_at from game_server where store_id = s.id order by epoch desc limit 1) g on true;

-- Every store has its first seat, also one that a version which is being replaced creates.
create function first_seat() returns trigger language plpgsql as $$
begin
  insert into game_seat (store_id, id, name) values (new.id, new.id, 'Servidor principal');
  return null;
end
$$;
create trigger store_first_seat after insert on store for each row execute function first_seat();

-- Options of an action: a delay, and only while the player is in the city.

alter table delivery
  -- from the payment until it may go out; until then it is 'scheduled'
  add column delay_minutes int not null default 0,
  -- waits for the player, also where the base could do without
  add column only_online boolean not null default false;

-- when the days of this source begin, where its action has a delay
alter table right_source add column begins_at timestamptz;

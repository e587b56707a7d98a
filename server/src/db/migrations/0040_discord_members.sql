-- A member who left the Discord server and came back gets the roles that are still paid (docs/decisions/0060).
-- When it was last looked whether the holder is in the server. Old rows are looked at one after the other, oldest first.
alter table customer_right add column looked_at timestamptz not null default now();
create index customer_right_look on customer_right (looked_at)
  where target = 'discord' and ended_at is null and subject like 'role:%';

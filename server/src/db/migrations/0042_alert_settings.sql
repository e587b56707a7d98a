-- What a store's owner chose about alerts. No row: as it always was.
create table alert_setting (
  store_id text primary key references store (id),
  -- a game server is silent after these minutes
  silence_minutes int not null default 10 check (silence_minutes between 8 and 1440),
  -- quiet hours by the store's clock, such as 23:00; null: none
  quiet_from text check (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_until text check (quiet_until ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- kinds that the owner does not want by mail
  no_mail text[] not null default '{}',
  check ((quiet_from is null) = (quiet_until is null))
);

-- Alerts in a channel of the store's Discord server (docs/decisions/0071).

alter table alert_setting
  -- where alerts are written besides panel and mail; null: nowhere
  add column channel_id text check (channel_id ~ '^[0-9]{17,20}$'),
  add column channel_name text not null default '',
  -- why the last attempt was refused; null: it was not
  add column channel_problem text;

-- News that wait for their message in the channel. What waits together becomes one message.
create table alert_post (
  store_id text not null references store (id),
  id text not null,
  items jsonb not null,
  -- the message as it was first sent
  text text,
  -- when the first attempt began of which nobody knows the end
  begun_at timestamptz,
  due_at timestamptz not null default now(),
  made_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index alert_post_due on alert_post (due_at);
create index alert_post_age on alert_post (made_at);

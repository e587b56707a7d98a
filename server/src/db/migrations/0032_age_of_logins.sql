-- Since when a login at a provider is linked to an account that was there before; null where the account was made by it, or
-- before this was noted. A mailed reset takes off what is younger than the time in which a payment account can be undone.
alter table account add column discord_linked_at timestamptz, add column google_linked_at timestamptz;

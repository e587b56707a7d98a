-- A new payment account stays undoable for its whole 72 hours: whoever says that it is right only hides it in that session.
-- `position` is drawn behind the store's lock, so that changes have one order whatever the clocks of the processes say.
alter table payment_account_change
  add column position bigint generated always as identity,
  add column hidden_in text[] not null default '{}';

-- The address of notices outlives a payment account that was undone: the provider goes on sending there.
alter table store add column notice_key text unique;

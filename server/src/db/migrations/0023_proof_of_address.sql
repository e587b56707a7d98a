-- A registration for an address that an account claims without having proved it waits in its link: name and password
-- become an account's only once somebody proves the address with them.
alter table one_time_token add column name text, add column password_hash text;
-- drop_logins: given with the answer of a reset, so that whoever holds the mailbox can take linked logins off.
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'recovery_code', 'drop_logins'));

-- stores of an account that is gone are found by its row
create index account_gone on account (id) where deleted_at is not null;

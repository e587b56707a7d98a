-- Somebody without device and recovery codes asks to have the second factor turned off: with the password or a provider's
-- login, the mailbox, and three days in which whoever holds the factor can say no.
create table factor_recovery (
  account_id text primary key references account (id),
  id text not null unique,
  started_at timestamptz not null default now(),
  ready_at timestamptz not null,
  halfway_mailed_at timestamptz,
  ready_mailed_at timestamptz
);
create index factor_recovery_ready on factor_recovery (ready_at);
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'recovery_code', 'drop_logins', 'finish_recovery'));

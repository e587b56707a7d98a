-- restore_email: goes to the address that an account leaves, and puts it back.
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'recovery_code', 'drop_logins', 'finish_recovery', 'restore_email'));

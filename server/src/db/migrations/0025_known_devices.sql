-- Which browser a session was opened with: a hash of the account, a random id of that browser and its family.
alter table session add column device_hash bytea;
create index session_device on session (account_id, device_hash);

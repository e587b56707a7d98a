-- When a session last proved who uses it: at its login, and by POST /v1/account/confirm. Null asks for a new proof.
alter table session add column confirmed_at timestamptz;
-- The same, with the second factor or a passkey.
alter table session add column factor_at timestamptz;
-- The session that a return from a provider confirms; null for logins and for links.
alter table oauth_state add column session_id text references session (id) on delete cascade;

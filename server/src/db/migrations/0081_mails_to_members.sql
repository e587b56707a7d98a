-- A mail to a member of a store leaves only while they are one and may read what it tells (docs/decisions/0115).
-- Null: whoever the mail was written to gets it, as before.
alter table mail add column member_id text references account (id);
alter table mail add column needs text[] not null default '{}';

-- How often owners saved a thing. An edit names the version that it was made over (docs/decisions/0100). What sales move, such as
-- stock and uses, is no new version. The version before leaves these columns as they are.
alter table product add column version int not null default 1;
alter table category add column version int not null default 1;
alter table discount add column version int not null default 1;
alter table variable add column version int not null default 1;
alter table store add column settings_version int not null default 1;

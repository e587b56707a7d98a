-- How often a store's choice about its alerts was saved (docs/decisions/0100). A store without a row has version 1.
alter table alert_setting add column version int not null default 1;

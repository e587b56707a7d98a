-- The object that an entry is about, so that the panel can lead to it. Null where the store itself or several things changed.
alter table audit_entry add column object_id text;
-- Filters of the log: one person of a store, one kind of object (the part of the action before its dot).
create index audit_entry_person on audit_entry (store_id, account_id, id);
create index audit_entry_kind on audit_entry (store_id, split_part(action, '.', 1), id);

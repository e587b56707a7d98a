-- The log of changes is narrowed to one object: a product, an order, a member.
create index audit_entry_object on audit_entry (store_id, object_id, id) where object_id is not null;

-- What one person did in all stores: their own export, and their erasure.
create index audit_entry_account on audit_entry (account_id, id);

-- What has not arrived is a small part of a store's deliveries, in each state with the newest first. It takes the place of
-- the index of problems.
create index delivery_not_arrived on delivery (store_id, state, created_at desc, id desc) where state <> 'succeeded';
drop index delivery_problem;

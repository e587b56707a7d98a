-- Names of the questions whose answers were chosen from the store's list when the order was placed: the list may be
-- another one when it is delivered. null in orders from before: today's list decides.
alter table "order" add column chosen jsonb;

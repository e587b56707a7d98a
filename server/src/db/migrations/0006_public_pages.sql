-- Public pages also show facts that nobody edits: how many units are left, and whether the store can be paid. The
-- database itself tells every process when what a page shows of them has changed, whoever changed it. Nothing is
-- written: a page version would make every buyer of a store wait for one row.

-- From 6 units on a page says nothing of stock (contract/limits.ts: lowStock).
create function tell_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('vitrine_pages', new.store_id);
  return null;
end
$$;

create trigger product_availability after update of stock, reserved on product
  for each row when (least(old.stock - old.reserved, 6) is distinct from least(new.stock - new.reserved, 6))
  execute function tell_pages();

create trigger store_payable_first after insert on store_credential
  for each row execute function tell_pages();

create trigger store_payable after update of problem, collector_id on store_credential
  for each row when ((old.problem is null) is distinct from (new.problem is null))
  execute function tell_pages();

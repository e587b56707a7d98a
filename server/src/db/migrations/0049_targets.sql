-- Where deliveries go is a list in the code (deliveries/targets.ts), and `violations` compares the rows with it. A target
-- that a later version adds needs no migration. The pattern keeps what a name of a target looks like.

alter table delivery
  drop constraint delivery_target_check,
  add constraint delivery_target_check check (target ~ '^[a-z][a-z0-9_]{0,19}$');
alter table customer_right
  drop constraint customer_right_target_check,
  add constraint customer_right_target_check check (target ~ '^[a-z][a-z0-9_]{0,19}$');

-- Leases with an end that both sides know (docs/decisions/0075-leases-have-an-end.md).

alter table delivery
  -- when its last attempt went out; its lease is renewed up to 15 minutes after that
  add column sent_at timestamptz,
  -- attempts that the script gave back before they began: they count as no try
  add column not_begun int not null default 0;

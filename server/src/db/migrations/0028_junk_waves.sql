-- An owner ends a wave of unpaid orders with one press: they expire now, by the same way as any other, and their networks
-- prove some work for an hour before they place another one (docs/decisions/0035).
alter table "order" add column ended_by text;

create table holder_friction (
  store_id text not null references store (id),
  holder bytea not null,
  until timestamptz not null,
  primary key (store_id, holder)
);
create index holder_friction_over on holder_friction (until);

-- Proofs of work that were used, so that each counts once.
create table spent_proof (
  proof bytea primary key,
  until timestamptz not null
);
create index spent_proof_over on spent_proof (until);

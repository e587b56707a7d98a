-- One row: a known text, sealed with the installation's secret. A process whose secret does not open it must not start.
create table installation (
  one boolean primary key default true check (one),
  canary bytea not null,
  created_at timestamptz not null default now()
);

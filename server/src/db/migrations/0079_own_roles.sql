-- Roles that stores make for themselves (docs/decisions/0113). The version before reads 'own' as a role that may do nothing.

create table store_role (
  store_id text not null references store (id),
  id text not null,
  name text not null,
  -- names of contract/src/permissions.ts
  permissions text[] not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
create unique index store_role_name on store_role (store_id, lower(name));

alter table member add column own_role_id text;
alter table member drop constraint member_role_check;
alter table member add constraint member_role_check check (role in ('owner', 'admin', 'manager', 'attendant', 'own'));
alter table member add constraint member_own_role check ((role = 'own') = (own_role_id is not null));
alter table member add foreign key (store_id, own_role_id) references store_role (store_id, id);
create index member_own_role on member (store_id, own_role_id) where own_role_id is not null;

-- An invitation that was accepted or revoked outlives its role.
alter table invitation add column own_role_id text;
alter table invitation drop constraint invitation_role_check;
alter table invitation add constraint invitation_role_check check (role in ('admin', 'manager', 'attendant', 'own'));
alter table invitation add constraint invitation_own_role check (role = 'own' or own_role_id is null);
alter table invitation add foreign key (store_id, own_role_id) references store_role (store_id, id) on delete set null (own_role_id);
create index invitation_own_role on invitation (store_id, own_role_id) where own_role_id is not null;

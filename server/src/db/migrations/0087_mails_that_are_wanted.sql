-- A notice that waits in the outbox asks its person's choice again when it leaves (docs/decisions/0122).
alter table mail add column hears text[] not null default '{}';

-- A mail is stored as its kind and the sealed data of its words, and rendered when it is sent (docs/decisions/0056).
-- `pending`: waits to be rendered and sent. A version that is being replaced takes only `queued`, so it never sends a mail
-- without words. `queued` stays for the mails that it writes, with their words.
alter table mail add column data bytea;
alter table mail alter column subject set default '', alter column text_body set default '', alter column html_body set default '';
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('pending', 'queued', 'sent', 'failed', 'dropped'));
create index mail_waiting on mail (next_at) where state in ('pending', 'queued');
drop index mail_due;

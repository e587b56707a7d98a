import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { mailSweep, sendMailJob } from './jobs.ts';
import { headerLine, mailHtml, mailText } from './mail-document.ts';
import { verificationMail } from './mails.ts';
import { sendMail } from './send-mail.ts';
import { invitationMail } from './store-mails.ts';

let smtp: SmtpStandin;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ env: { SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await smtp.control.reset();
  await sql`delete from mail`.execute(app.db);
});

const post = (to: string, name = 'Ana') =>
  transaction(app.db, (tx) =>
    sendMail(tx, { to, ...verificationMail(name, 'http://vitrine.localhost:3000/email/verificar?token=abc') }),
  );
const read = (id: string) => app.db.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const attempt = { number: 1, last: false, signal: new AbortController().signal };
const run = (mailId: string) => sendMailJob(app.deps, { mailId }, attempt);
const due = () => sql`update mail set next_at = now()`.execute(app.db);

test('a mail leaves after its transaction, in both forms, and its text is forgotten', async () => {
  const id = await post('ana@exemplo.com.br');
  const jobs = await sql<{ data: object }>`select data from pgboss.job where name = 'mail.send'`.execute(app.db);
  expect(jobs.rows.map(({ data }) => data)).toContainEqual({ mailId: id });
  await run(id);
  const mail = await smtp.control.waitFor('ana@exemplo.com.br');
  expect(mail.subject).toBe('Confirme seu e-mail na Vitrine');
  expect(JSON.stringify(mail)).toContain('token=abc');
  expect(await read(id)).toMatchObject({ state: 'sent', text_body: '', html_body: '', problem: null });
  await run(id);
  expect(smtp.control.list({ to: 'ana@exemplo.com.br' })).toHaveLength(1);
});

test('no mail leaves when the transaction fails', async () => {
  const failing = transaction(app.db, async (tx) => {
    await sendMail(tx, { to: 'ana@exemplo.com.br', ...verificationMail('Ana', 'http://x.localhost/') });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await app.db.selectFrom('mail').select('id').execute()).toEqual([]);
});

test('a mail server that is away or asks to wait is tried again later, also by the sweep', async () => {
  const id = await post('bia@exemplo.com.br');
  await smtp.control.setMode('refuse');
  await run(id);
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1 });
  expect((await read(id)).problem).toContain('ECONNREFUSED');
  await smtp.control.setMode('451', 1);
  await due();
  await mailSweep.run(app.deps);
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 2 });
  await mailSweep.run(app.deps);
  expect((await read(id)).attempts).toBe(2);
  await due();
  await mailSweep.run(app.deps);
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 3 });
});

test('a mail to an address that does not exist is given up at once', async () => {
  const id = await post('ninguem@exemplo.com.br');
  await smtp.control.setMode('550', 1);
  await run(id);
  expect(await read(id)).toMatchObject({ state: 'failed', attempts: 1, text_body: '' });
});

test('two senders at once send one mail', async () => {
  const id = await post('duas@exemplo.com.br');
  await Promise.all([run(id), run(id), mailSweep.run(app.deps)]);
  expect(smtp.control.list({ to: 'duas@exemplo.com.br' })).toHaveLength(1);
});

test('a typed text stays text: no HTML, no further header, no second recipient', async () => {
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: alvo@exemplo.com.br\u2028"\'&';
  const { kind, subject, document } = invitationMail(
    { name: hostile, subdomain: 'minha-loja' },
    hostile,
    'Gerente',
    'http://vitrine.localhost/convite?token=a&b=1',
  );
  expect(headerLine(subject)).not.toMatch(/[\r\n\u2028]/);
  expect(mailHtml(document)).not.toContain('<img');
  expect(mailHtml(document)).toContain('token=a&amp;b=1');
  expect(mailText(document)).toContain('token=a&b=1');
  await transaction(app.db, (tx) => sendMail(tx, { to: 'carla@exemplo.com.br', kind, subject, document })).then(run);
  expect(smtp.control.list()).toHaveLength(1);
  expect(JSON.stringify((await smtp.control.waitFor('carla@exemplo.com.br')).to)).not.toContain('alvo');
  for (const to of ['a@b.com\r\nBcc: c@d.com', 'a@b.com,c@d.com', 'A <a@b.com>']) {
    await expect(transaction(app.db, (tx) => sendMail(tx, { to, kind, subject, document }))).rejects.toThrow('single');
  }
  expect(() => mailHtml({ ...document, button: { label: 'x', url: 'javascript:alert(1)' } })).toThrow('web addresses');
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { makeStore } from '../../test/make.ts';
import { sampleData } from '../../test/sample-mails.ts';
import type { Attach } from './email.ts';
import { mailSweep, sendMailJob } from './jobs.ts';
import { mailHtml } from './mail-document.ts';
import { sendMail } from './send-mail.ts';

/** These mails have no files. */
const bare = async () => [];

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

const post = (to: string) =>
  transaction(app.db, (tx) =>
    sendMail(tx, app.deps.config, { kind: 'verify_email', to, data: sampleData.verify_email }),
  );
const read = (id: string) => app.db.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const attempt = { number: 1, last: false, signal: new AbortController().signal };
const run = (mailId: string) => sendMailJob(bare)(app.deps, { mailId }, attempt);
const due = () => sql`update mail set next_at = now()`.execute(app.db);

test('a mail leaves after its transaction, in both forms, and its text is forgotten', async () => {
  const id = await post('ana@exemplo.com.br');
  const jobs = await sql<{ data: object }>`select data from pgboss.job where name = 'mail.send'`.execute(app.db);
  expect(jobs.rows.map(({ data }) => data)).toContainEqual({ mailId: id });
  await run(id);
  const mail = await smtp.control.waitFor('ana@exemplo.com.br');
  expect(mail.subject).toBe('Confirme seu e-mail na Vitrine');
  expect(JSON.stringify(mail)).toContain('token=abc');
  expect(await read(id)).toMatchObject({ state: 'sent', data: null, problem: null });
  await run(id);
  expect(smtp.control.list({ to: 'ana@exemplo.com.br' })).toHaveLength(1);
});

test('no mail leaves when the transaction fails', async () => {
  const failing = transaction(app.db, async (tx) => {
    const data = sampleData.verify_email;
    await sendMail(tx, app.deps.config, { kind: 'verify_email', to: 'ana@exemplo.com.br', data });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await app.db.selectFrom('mail').select('id').execute()).toEqual([]);
});

test('a mail server that is away or asks to wait is tried again later, also by the sweep', async () => {
  const id = await post('bia@exemplo.com.br');
  await smtp.control.setMode('refuse');
  await run(id);
  expect(await read(id)).toMatchObject({ state: 'pending', attempts: 1 });
  expect((await read(id)).problem).toContain('ECONNREFUSED');
  await smtp.control.setMode('451', 1);
  await due();
  await mailSweep(bare).run(app.deps);
  expect(await read(id)).toMatchObject({ state: 'pending', attempts: 2 });
  await mailSweep(bare).run(app.deps);
  expect((await read(id)).attempts).toBe(2);
  await due();
  await mailSweep(bare).run(app.deps);
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 3 });
});

test('a mail to an address that does not exist is given up at once', async () => {
  const id = await post('ninguem@exemplo.com.br');
  await smtp.control.setMode('550', 1);
  await run(id);
  expect(await read(id)).toMatchObject({ state: 'failed', attempts: 1, data: null });
});

test('two senders at once send one mail', async () => {
  const id = await post('duas@exemplo.com.br');
  await Promise.all([run(id), run(id), mailSweep(bare).run(app.deps)]);
  expect(smtp.control.list({ to: 'duas@exemplo.com.br' })).toHaveLength(1);
});

test('a typed text stays text: no HTML, no further header, no second recipient', async () => {
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: alvo@exemplo.com.br\u2028"\'&';
  const store = await makeStore(app.db, app.deps.config.secret, { name: hostile });
  const data = { inviter: hostile, role: 'manager' as const, url: 'http://vitrine.localhost/convite?token=a&b=1' };
  const invite = (to: string) =>
    transaction(app.db, (tx) => sendMail(tx, app.deps.config, { kind: 'invitation', to, storeId: store.id, data }));
  const id = await invite('carla@exemplo.com.br');
  const [mail] = await readMails(app, 'carla@exemplo.com.br');
  expect(mail?.subject).not.toMatch(/[\r\n\u2028]/);
  expect(mail?.html).not.toContain('<img');
  expect(mail?.html).toContain('token=a&amp;b=1');
  expect(mail?.text).toContain('token=a&b=1');
  await run(id);
  expect(smtp.control.list()).toHaveLength(1);
  expect(JSON.stringify((await smtp.control.waitFor('carla@exemplo.com.br')).to)).not.toContain('alvo');
  for (const to of ['a@b.com\r\nBcc: c@d.com', 'a@b.com,c@d.com', 'A <a@b.com>']) {
    await expect(invite(to)).rejects.toThrow('single');
  }
  const button = { label: 'x', url: 'javascript:alert(1)' };
  expect(() => mailHtml({ title: 'x', paragraphs: [], footer: 'x', button })).toThrow('web addresses');
  const scheme = { ...data, url: 'javascript:alert(1)' };
  const refused = transaction(app.db, (tx) =>
    sendMail(tx, app.deps.config, { kind: 'invitation', to: 'a@b.com', storeId: store.id, data: scheme }),
  );
  await expect(refused).rejects.toThrow('url');
});

test('a mail carries its files, and leaves without them when they cannot be drawn', async () => {
  const content = Buffer.from('%PDF-1.3 receipt');
  const file = { filename: 'comprovante-7.pdf', contentType: 'application/pdf', content };
  const seen: unknown[] = [];
  const drawn: Attach = async (_, mail) => {
    seen.push(mail);
    return [file];
  };
  const broken: Attach = async () => Promise.reject(new Error('no font'));
  for (const [attach, files] of [
    [drawn, 1],
    [broken, 0],
  ] as const) {
    const to = `arquivo${files}@exemplo.com.br`;
    const id = await post(to);
    await sendMailJob(attach)(app.deps, { mailId: id }, attempt);
    const mail = await smtp.control.waitFor(to);
    expect(mail.attachments).toEqual(
      files === 0 ? [] : [{ filename: 'comprovante-7.pdf', mimeType: 'application/pdf', size: content.length }],
    );
  }
  expect(seen).toEqual([{ kind: 'verify_email', storeId: null, data: sampleData.verify_email }]);
});

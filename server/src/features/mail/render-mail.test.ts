import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { sampleMail } from '../../test/sample-mails.ts';
import { panelUrl } from '../stores/public-url.ts';
import { mailSweep, sendMailJob } from './jobs.ts';
import { type MailKindName, mailKinds } from './kinds/mail-kinds.ts';
import { sendMail } from './send-mail.ts';

/** These mails have no files. */
const bare = async () => [];

/** The outbox keeps the kind of a mail and its data, and renders the mail when it is sent. */

let smtp: SmtpStandin;
let app: TestApp;
let store: MadeStore;
const log: string[] = [];
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ env: { SMTP_URL: smtp.url, LOG_LEVEL: 'error' }, hears: (line) => log.push(line) });
  store = await makeStore(app.db, app.deps.config.secret, { name: 'Cidade Velha' });
  await sql`update store set created_at = now() - interval '30 days'`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await smtp.control.reset();
  await sql`truncate mail, throttle`.execute(app.db);
});

const write = (kind: MailKindName, to: string) =>
  transaction(app.db, (tx) => sendMail(tx, app.deps.config, sampleMail(kind, to, store.id)));
const read = (id: string) => app.db.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const run = (mailId: string) =>
  sendMailJob(bare)(app.deps, { mailId }, { number: 1, last: false, signal: new AbortController().signal });

test.each(Object.keys(mailKinds) as MailKindName[])(
  'the mail %s has a subject and words in both forms',
  async (kind) => {
    await write(kind, 'ana@exemplo.com.br');
    // A warning is dropped here, because no account proved this address. Every other mail has its words.
    const [mail] = await readMails(app);
    if (mail?.state === 'dropped') expect(mail.problem).toBe('unproven');
    else
      expect([mail?.subject.length, mail?.text.length, mail?.html.length].every((length) => Number(length) > 9)).toBe(
        true,
      );
  },
);

test('the button of a mail about a store opens the panel in that store, also after it moved', async () => {
  const { config } = app.deps;
  const data = { plan: 'Pro', end: 'soon', endsOn: '29/11/2026', graceUntil: '02/12/2026' } as const;
  await transaction(app.db, (tx) =>
    sendMail(tx, config, {
      kind: 'plan_reminder',
      to: 'ana@exemplo.com.br',
      storeId: store.id,
      data: { ...data, url: panelUrl(config, '/subscription') },
    }),
  );
  const link = async () => /http\S+/.exec((await readMails(app))[0]?.text ?? '')?.[0];
  expect(await link()).toBe(panelUrl(config, `/s/${store.subdomain}/subscription`));
  await sql`update store set subdomain = 'cidade-que-mudou' where id = ${store.id}`.execute(app.db);
  expect(await link()).toBe(panelUrl(config, '/s/cidade-que-mudou/subscription'));
});

test('a mail that waits says the new name of a store that was renamed', async () => {
  const id = await write('invitation', 'convidada@exemplo.com.br');
  await sql`update store set name = 'Cidade Nova' where id = ${store.id}`.execute(app.db);
  await run(id);
  const mail = await smtp.control.waitFor('convidada@exemplo.com.br');
  expect(mail.subject).toBe('Convite para a equipe da loja Cidade Nova');
  expect(mail.text).not.toContain('Cidade Velha');
});

test('attack: a copy of the outbox gives no working link and no name', async () => {
  await write('password_reset', 'ana@exemplo.com.br');
  const { rows } = await sql<{ row: string; data: Buffer }>`select mail::text as row, data from mail`.execute(app.db);
  for (const secret of ['token=abc', 'http', 'Ana']) {
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.data.toString('latin1')).not.toContain(secret);
  }
  // The data of one mail opens in no other row: whoever writes to the table sends nobody's link to themselves.
  const thief = await write('password_reset', 'ladrao@exemplo.com.br');
  await sql`update mail set data = ${rows[0]?.data} where id = ${thief}`.execute(app.db);
  await run(thief);
  expect((await read(thief)).problem).toContain('cannot be rendered');
  expect(smtp.control.list()).toEqual([]);
});

test('during an upgrade a mail that the version before wrote leaves, and that version takes no mail without words', async () => {
  await sql`
    insert into mail (id, kind, recipient, subject, text_body, html_body)
    values ('antigo', 'verify_email', 'antes@exemplo.com.br', 'Assunto', 'Texto de antes', '<p>Texto de antes</p>')`.execute(
    app.db,
  );
  const id = await write('verify_email', 'depois@exemplo.com.br');
  // How the version before takes a mail.
  const { rows } = await sql`
    update mail set attempts = attempts + 1 where id = ${id} and state = 'queued' and next_at <= now() returning id`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
  await mailSweep(bare).run(app.deps);
  expect((await smtp.control.waitFor('antes@exemplo.com.br')).text).toContain('Texto de antes');
  expect((await smtp.control.waitFor('depois@exemplo.com.br')).text).toContain('Confirme');
  expect(await read('antigo')).toMatchObject({ state: 'sent', text_body: '', html_body: '' });
});

test('a mail that cannot be rendered is an error in the log and waits for a mended version; the others leave', async () => {
  const broken = await write('verify_email', 'quebrado@exemplo.com.br');
  await sql`update mail set kind = 'mail_of_a_later_version' where id = ${broken}`.execute(app.db);
  const fine = await write('verify_email', 'inteiro@exemplo.com.br');
  await mailSweep(bare).run(app.deps);
  expect((await read(fine)).state).toBe('sent');
  const waiting = await read(broken);
  expect(waiting).toMatchObject({ state: 'pending', attempts: 1 });
  expect(waiting.problem).toBe('cannot be rendered: this version has no mail of the kind mail_of_a_later_version');
  expect(log.join()).toContain('a mail cannot be rendered');
  await sql`update mail set kind = 'verify_email', next_at = now() where id = ${broken}`.execute(app.db);
  await mailSweep(bare).run(app.deps);
  expect((await read(broken)).state).toBe('sent');

  const lost = await write('verify_email', 'perdido@exemplo.com.br');
  await sql`update mail set data = '\\x00', attempts = 15 where id = ${lost}`.execute(app.db);
  await mailSweep(bare).run(app.deps);
  expect(await read(lost)).toMatchObject({ state: 'failed', data: null });
});

test('data that does not fit its kind is refused before it is stored', async () => {
  const mail = sampleMail('receipt', 'ana@exemplo.com.br', store.id);
  const data = { ...mail.data, totalCentavos: 12.5 };
  await expect(
    transaction(app.db, (tx) => sendMail(tx, app.deps.config, { ...mail, data } as typeof mail)),
  ).rejects.toThrow('totalCentavos');
  expect(await readMails(app)).toEqual([]);
});

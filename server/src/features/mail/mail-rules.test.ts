import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { createMailer, smtpSettings } from '../../integrations/email/smtp.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeAccount, makePlan, makeSession, makeStore } from '../../test/make.ts';
import { sampleMail } from '../../test/sample-mails.ts';
import { sendMailJob } from './jobs.ts';
import { accountMails } from './kinds/account-mails.ts';
import type { MailKindName } from './kinds/mail-kinds.ts';
import { looksLikeLink, mailName } from './mail-names.ts';
import { sendMail } from './send-mail.ts';

/** These mails have no files. */
const bare = async () => [];

let smtp: SmtpStandin;
let app: TestApp;
/** A store that is old enough to mail shoppers. */
let elder: StoreId;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_PER_HOUR: '10' } });
  elder = (await makeStore(app.db, app.deps.config.secret)).id;
  await sql`update store set created_at = now() - interval '30 days' where id = ${elder}`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await smtp.control.reset();
  await sql`truncate mail, mail_bounce, mail_optout, alarm, throttle`.execute(app.db);
});

interface Of {
  storeId?: StoreId;
}
const write = (to: string, kind: MailKindName = 'withdrawal_request', { storeId = elder }: Of = {}) =>
  transaction(app.db, (tx) => sendMail(tx, app.deps.config, sampleMail(kind, to, storeId)));
const read = (id: string) => app.db.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const attempt = { number: 1, last: false, signal: new AbortController().signal };
const run = (mailId: string) => sendMailJob(bare)(app.deps, { mailId }, attempt);
const send = async (to: string, kind?: MailKindName, more?: Of) => {
  const id = await write(to, kind, more);
  await run(id);
  return await read(id);
};

test('one mailbox gets twenty mails an hour over all kinds and spellings, also when they are written at once', async () => {
  const spellings = ['ana.souza@gmail.com', 'anasouza+a@gmail.com', 'ANASOUZA+b@googlemail.com'];
  const kinds = ['free_receipt', 'invitation', 'delivery_problem', 'withdrawal_request'] as const;
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => write(spellings[n % 3] as string, kinds[n % 4])));
  const all = await Promise.all(ids.map(read));
  expect(all.filter(({ state }) => state === 'pending')).toHaveLength(20);
  const dropped = all.filter(({ state }) => state === 'dropped');
  expect(dropped).toHaveLength(20);
  expect(dropped[0]).toMatchObject({ problem: 'mailbox_budget', recipient: '', data: null });
  expect((await read(await write('outra@gmail.com'))).state).toBe('pending');
});

test('a warning and the link to get in still leave when somebody filled the mailbox', async () => {
  for (let n = 0; n < 70; n++) await write('cheia@exemplo.com.br', 'receipt');
  expect((await read(await write('cheia@exemplo.com.br', 'receipt'))).state).toBe('dropped');
  const warning = () => write('cheia@exemplo.com.br', 'security');
  expect((await read(await warning())).state).toBe('pending');
  // Links that strangers ask for do not use up the reserve of warnings.
  for (let n = 0; n < 20; n++) await write('cheia@exemplo.com.br', 'password_reset');
  const links = await app.db.selectFrom('mail').where('kind', '=', 'password_reset').select('state').execute();
  expect(links.filter(({ state }) => state === 'pending')).toHaveLength(6);
  expect((await read(await warning())).state).toBe('pending');
});

test('beyond the budget of the platform mails wait, an alarm says so once, and warnings still leave', async () => {
  for (let n = 0; n < 8; n++) expect((await send(`p${n}@exemplo.com.br`)).state).toBe('sent');
  const waiting = [await send('p8@exemplo.com.br'), await send('p9@exemplo.com.br')];
  for (const mail of waiting) {
    expect(mail).toMatchObject({ state: 'pending', attempts: 0, problem: 'platform budget' });
    expect(mail.next_at.getTime()).toBeGreaterThan(Date.now() + 1000 * 60 * 30);
  }
  const { rows: alarms } = await sql<{ name: string }>`select name from alarm`.execute(app.db);
  expect(alarms).toEqual([{ name: 'mail_budget' }]);
  // Mails that wait try again, and do not use up the part of warnings.
  for (const { id } of waiting) {
    await sql`update mail set next_at = now() where id = ${id}`.execute(app.db);
    await run(id);
  }
  expect((await send('p10@exemplo.com.br', 'security')).state).toBe('sent');
  // The hour is over, and the waiting mails leave.
  await sql`update throttle set window_ends_at = now()`.execute(app.db);
  await sql`update mail set next_at = now() where state = 'pending'`.execute(app.db);
  for (const { id } of waiting) await run(id);
  expect(smtp.control.list()).toHaveLength(11);
});

test('a mail that waits for the budget of the platform uses up no budget of its store', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const other = await makeStore(app.db, app.deps.config.secret);
  await sql`insert into throttle values ('mail-platform', 8, now() + interval '20 minutes')`.execute(app.db);
  const waits = await send('convidada@exemplo.com.br', 'invitation', { storeId: store.id });
  expect(waits).toMatchObject({ state: 'pending', problem: 'platform budget' });
  // A store over its budget of the day uses up no budget of the platform either.
  await sql`update throttle set hits = 3 where key = 'mail-platform'`.execute(app.db);
  await sql`insert into throttle values (${`mail-store:${other.id}`}, 100, now() + interval '5 hours')`.execute(app.db);
  for (let n = 0; n < 9; n++) await send(`c${n}@exemplo.com.br`, 'invitation', { storeId: other.id });
  const { rows } = await sql<{ key: string; hits: number }>`
    select key, hits from throttle where key like 'mail-platform' or key like 'mail-store:%'`.execute(app.db);
  const hits = Object.fromEntries(rows.map((row) => [row.key, row.hits]));
  expect(hits['mail-platform']).toBe(3);
  expect(hits[`mail-store:${store.id}`] ?? 0).toBe(0);
  expect(hits[`mail-store:${other.id}`]).toBe(100);
});

test('a young store has a hundred mails a day, an old one more; a mail over that waits and is dropped after a day', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const more = { storeId: store.id };
  await sql`insert into throttle values (${`mail-store:${store.id}`}, 100, now() + interval '5 hours')`.execute(app.db);
  const mail = await send('convidada@exemplo.com.br', 'invitation', more);
  expect(mail).toMatchObject({ state: 'pending', problem: 'store budget' });
  await sql`update mail set next_at = now(), created_at = now() - interval '25 hours'`.execute(app.db);
  await run(mail.id);
  expect(await read(mail.id)).toMatchObject({ state: 'dropped', problem: 'store_budget', data: null });
  await sql`update store set created_at = now() - interval '8 days' where id = ${store.id}`.execute(app.db);
  expect((await send('convidada@exemplo.com.br', 'invitation', more)).state).toBe('sent');
});

test('a store with a plan has five thousand mails a day', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const key = `mail-store:${store.id}`;
  await sql`update store set created_at = now() - interval '8 days' where id = ${store.id}`.execute(app.db);
  // Seven of ten are for mails without a payment behind them, for example invitations.
  await sql`insert into throttle values (${key}, 3499, now() + interval '5 hours')`.execute(app.db);
  const invite = () => send('convidada@exemplo.com.br', 'invitation', { storeId: store.id });
  expect(await invite()).toMatchObject({ state: 'pending', problem: 'store budget' });
  await makePlan(app.db, store.id, 'pro');
  expect((await invite()).state).toBe('sent');
  expect(await invite()).toMatchObject({ state: 'pending', problem: 'store budget' });
  const receipt = () => send('compradora@exemplo.com.br', 'receipt', { storeId: store.id });
  await sql`update throttle set hits = 4999 where key = ${key}`.execute(app.db);
  expect((await receipt()).state).toBe('sent');
  expect(await receipt()).toMatchObject({ state: 'pending', problem: 'store budget' });
  // The plan has ended.
  await sql`update subscription set paid_until = now() where store_id = ${store.id}`.execute(app.db);
  await sql`update throttle set hits = 350 where key = ${key}`.execute(app.db);
  expect(await invite()).toMatchObject({ state: 'pending', problem: 'store budget' });
});

test('an address that does not exist is remembered and gets only the warnings of a proven account', async () => {
  await smtp.control.setMode('550', 1);
  expect((await send('sumiu@exemplo.com.br')).state).toBe('failed');
  expect(await read(await write('sumiu@exemplo.com.br'))).toMatchObject({ state: 'dropped', problem: 'bounced' });
  expect((await read(await write('sumiu@exemplo.com.br', 'security'))).state).toBe('dropped');
  const account = await makeAccount(app.db, { email: 'sumiu@exemplo.com.br' });
  expect((await read(await write('sumiu@exemplo.com.br', 'security'))).state).toBe('pending');
  const profile = await app.get('/v1/profile', { token: await makeSession(app.db, account.id) });
  expect(profile.json()).toMatchObject({ mailRefused: true });
  await sql`update mail_bounce set until = now()`.execute(app.db);
  expect((await send('sumiu@exemplo.com.br')).state).toBe('sent');
  await smtp.control.setMode('550', 1);
  await send('sumiu@exemplo.com.br');
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from until - now()) / 86400 as days from mail_bounce`.execute(app.db);
  expect(Math.round(Number(rows[0]?.days))).toBe(7);
});

test.each(['451', '552', '554', 'refuse'] as const)(
  'an address still gets mails after the server answered %s',
  async (mode) => {
    await smtp.control.setMode(mode);
    await send('existe@exemplo.com.br');
    expect((await read(await write('existe@exemplo.com.br'))).state).toBe('pending');
  },
);

test('only optional mails carry an unsubscribe link, and it ends one kind for one mailbox without a login', async () => {
  await send('dono@exemplo.com.br', 'plan_reminder');
  const mail = await smtp.control.waitFor('dono@exemplo.com.br');
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const address = new URL((mail.headers['list-unsubscribe'] ?? '').slice(1, -1));
  expect(mail.text).toContain(`/email/unsubscribe?token=${address.pathname.split('/').pop()}`);
  expect(mail.html).toContain('Não quero mais receber');
  // Opening the address ends nothing: programs that check mails open it too.
  expect((await app.get(address.pathname)).status).toBe(303);
  expect((await read(await write('dono@exemplo.com.br', 'plan_reminder'))).state).toBe('pending');
  const pressed = await app.app.inject({
    method: 'POST',
    url: address.pathname,
    headers: { host: app.deps.config.domain, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(pressed.statusCode).toBe(200);
  const ended = await read(await write('Dono+x@exemplo.com.br', 'plan_reminder'));
  expect(ended).toMatchObject({ state: 'dropped', problem: 'unwanted' });
  expect((await read(await write('dono@exemplo.com.br', 'delivery_problem'))).state).toBe('pending');
  expect((await read(await write('outro@exemplo.com.br', 'plan_reminder'))).state).toBe('pending');
  const token = address.pathname.split('/').pop() ?? '';
  expect((await app.post('/v1/mail/unsubscribe', { token, wanted: true })).json()).toMatchObject({ wanted: true });
  expect((await read(await write('dono@exemplo.com.br', 'plan_reminder'))).state).toBe('pending');

  const forged = token.replace('plan_reminder', 'delivery_problem');
  expect((await app.post('/v1/mail/unsubscribe', { token: forged })).json()).toMatchObject({ code: 'token_invalid' });
  await send('novo@exemplo.com.br', 'security');
  expect((await smtp.control.waitFor('novo@exemplo.com.br')).headers).not.toHaveProperty('list-unsubscribe');
});

test('a mail server on another machine gets no mail if it offers no TLS or an untrusted certificate', async () => {
  const { port } = smtp;
  const message = { id: 'um', from: 'a@b.example', to: 'c@d.example', subject: 's', text: 't', html: 'h' };
  const elsewhere = { ...smtpSettings('smtp://u:p@mail.example.com'), host: '127.0.0.1', port, auth: undefined };
  expect(elsewhere.requireTLS).toBe(true);
  expect(await createMailer(elsewhere).send(message)).toMatchObject({ state: 'later' });
  await smtp.control.setMode('untrusted');
  expect(await createMailer(elsewhere).send(message)).toMatchObject({ state: 'later' });
  expect(smtp.control.list()).toEqual([]);
  await smtp.control.setMode('accept');
  expect(await createMailer(smtpSettings(smtp.url)).send(message)).toEqual({ state: 'sent' });
});

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTLS: true }],
  ['smtp://mail.example.com:25/?ignoreTLS=true&requireTLS=false', { port: 25, secure: false, requireTLS: true }],
  ['smtp://127.0.0.1.evil.example:25', { requireTLS: true }],
  ['smtp://10.0.0.5:25', { requireTLS: true }],
  ['smtp://localhost.example.com', { requireTLS: true }],
  ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', requireTLS: true }],
  ['smtps://u%40x:p%2Fw@mail.example.com', { port: 465, secure: true, auth: { user: 'u@x', pass: 'p/w' } }],
  ['smtp://127.0.0.1:2525', { requireTLS: false }],
  ['smtp://[::1]:2525', { host: '::1', requireTLS: false }],
  ['smtp://localhost:25', { requireTLS: false }],
])('the address %s gives these settings', (url, settings) => {
  expect(smtpSettings(url)).toMatchObject(settings);
});

test.each([
  'https://golpe.example',
  'golpe.example/pix',
  'www golpe',
  'Ganhe em GOLPE．COM',
  'golpe。com',
  'golpe․com',
  'gol\u200bpe.com',
  'golpe[.]com',
  'golpe (ponto) com',
  'bit.ly/abc',
  'xn--80ak6aa92e.com',
  'discord.gg/convite',
  'fale em 192.168.0.1',
  'mailto: eu',
  'ana@exemplo.com',
  'пример.рф',
])('%s looks like a link', (name) => {
  expect(looksLikeLink(name)).toBe(true);
  expect(mailName(name, 'minha-loja')).toBe('minha-loja');
});

test.each([
  'Cidade Alta RP',
  'VIP 2.0',
  'R. P. Games',
  'Loja nº 1: a melhor',
  'São João 👨‍👩‍👧',
  'Pacote 10.000 moedas',
  'Sr. Silva',
])('%s does not look like a link', (name) => {
  expect(mailName(name, 'minha-loja')).toBe(name);
});

test('the name that is typed at a registration puts no link into the mail to a stranger', () => {
  const url = 'http://vitrine.localhost/';
  const { verify_email, security } = accountMails;
  expect(JSON.stringify(verify_email.document({ name: 'Prêmio em golpe.example', url }))).not.toContain('golpe');
  const warning = security.document({ name: 'Ana\r\n\u202eSouza', what: 'x', forgotUrl: url });
  expect(JSON.stringify(warning)).toContain('Olá, Ana Souza!');
});

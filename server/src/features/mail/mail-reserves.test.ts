import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { makeAccount, makeMember, makeSession, makeStore } from '../../test/make.ts';
import { sampleMail } from '../../test/sample-mails.ts';
import { sendMailJob } from './jobs.ts';
import type { MailKindName } from './kinds/mail-kinds.ts';
import { sendMail } from './send-mail.ts';

/** These mails have no files. */
const bare = async () => [];

/** Strangers and thieves use up a mailbox's budget. The mails that its owner must read still leave. */

let smtp: SmtpStandin;
let app: TestApp;
/** A store that is old enough to mail shoppers. */
let elder: StoreId;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ env: { SMTP_URL: smtp.url } });
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
const write = (to: string, kind: MailKindName, { storeId = elder }: Of = {}) =>
  transaction(app.db, (tx) => sendMail(tx, app.deps.config, sampleMail(kind, to, storeId)));
const fill = async (to: string, kind: MailKindName, times: number, more: Of = {}) => {
  for (let n = 0; n < times; n++) await write(to, kind, more);
};
const read = (id: string) => app.db.selectFrom('mail').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const writeAndRead = async (to: string, kind: MailKindName, more: Of = {}) => read(await write(to, kind, more));
const attempt = { number: 1, last: false, signal: new AbortController().signal };
const queued = async (to: string) => (await readMails(app, to)).filter(({ state }) => state === 'pending');
const linkIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const forgetCallLimits = () => sql`delete from throttle where key not like 'mail-%'`.execute(app.db);
let boxes = 0;
const mailbox = () => `vitima-${++boxes}@exemplo.com.br`;
const tagged = (address: string, tag: number) => address.replace('@', `+${tag}@`);

test('an address that its account never proved gets no warning about that account', async () => {
  const victim = mailbox();
  const account = await makeAccount(app.db, {
    email: tagged(victim, 1),
    verified: false,
    discordId: '881122334455667788',
  });
  const answer = await app.post('/v1/account/unlink/discord', {}, { token: await makeSession(app.db, account.id) });
  expect(answer.json().code ?? answer.status).toBe('last_login');
  await sql`update account set google_id = 'g-1' where id = ${account.id}`.execute(app.db);
  expect(
    (await app.post('/v1/account/unlink/discord', {}, { token: await makeSession(app.db, account.id) })).status,
  ).toBe(200);
  expect(await queued(account.email)).toEqual([]);
  expect(await writeAndRead(account.email, 'security')).toMatchObject({ state: 'dropped', problem: 'unproven' });
  expect((await writeAndRead(victim, 'security')).state).toBe('pending');
});

test('an unproven address gets no mail when its account changes to another address', async () => {
  const account = await makeAccount(app.db, { email: tagged(mailbox(), 1), verified: false });
  const token = await makeSession(app.db, account.id);
  const own = mailbox();
  expect((await app.post('/v1/account/email', { email: own }, { token })).status).toBe(200);
  const link = linkIn((await queued(own))[0]?.text);
  expect((await app.post('/v1/email/verify', { token: link }, { token })).status).toBe(200);
  expect(await queued(account.email)).toEqual([]);
});

test('an account without a proven address is deleted without a mail', async () => {
  const account = await makeAccount(app.db, { email: tagged(mailbox(), 1), verified: false });
  const token = await makeSession(app.db, account.id);
  expect((await app.post('/v1/account/delete', { confirmation: 'EXCLUIR' }, { token })).status).toBe(200);
  expect(await queued(account.email)).toEqual([]);
});

test('unlinking a login that is not linked changes nothing and mails nobody', async () => {
  const account = await makeAccount(app.db, { password: 'Correto-Cavalo-7' });
  const token = await makeSession(app.db, account.id);
  expect((await app.post('/v1/account/unlink/google', {}, { token })).status).toBe(200);
  expect(await queued(account.email)).toEqual([]);
  const answers = [];
  for (let n = 0; n < 25; n++) answers.push((await app.post('/v1/account/unlink/google', {}, { token })).status);
  expect(answers).toContain(429);
});

test('changing a role back and forth is slowed down', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const { account } = await makeMember(app.db, store.id, 'manager');
  const answers = [];
  for (let n = 0; n < 70; n++) {
    const role = n % 2 ? 'manager' : 'attendant';
    const body = { subdomain: store.subdomain, id: account.id, role };
    answers.push((await app.post('/v1/members/edit', body, store)).status);
  }
  expect(new Set(answers)).toEqual(new Set([200, 429]));
});

test.each(['payment_account_changed', 'email_changed', 'store_transferred', 'factor_changed'] as const)(
  '%s leaves although the mailbox is full, and waits instead of being dropped',
  async (kind) => {
    const to = mailbox();
    await fill(to, 'security', 100);
    expect((await writeAndRead(to, 'security')).state).toBe('dropped');
    for (let n = 0; n < 5; n++) {
      const mail = await writeAndRead(to, kind);
      expect(mail.state).toBe('pending');
      expect(mail.next_at.getTime()).toBeLessThan(Date.now() + 5000);
    }
    const late = await writeAndRead(to, kind);
    expect(late).toMatchObject({ state: 'pending', recipient: to });
    expect(late.next_at.getTime()).toBeGreaterThan(Date.now() + 1000 * 60 * 30);
    await sendMailJob(bare)(app.deps, { mailId: late.id }, attempt);
    expect((await read(late.id)).state).toBe('pending');
    // Further mails are dropped, so that nobody fills the table with waiting mails.
    await fill(to, kind, 20);
    expect((await queued(to)).filter((mail) => mail.kind === kind)).toHaveLength(10);
  },
);

test('a mail that does not leave uses up no budget of its mailbox', async () => {
  const to = mailbox();
  const young = await makeStore(app.db, app.deps.config.secret);
  await fill(to, 'free_receipt', 70, { storeId: young.id });
  expect(await queued(to)).toEqual([]);
  for (let n = 0; n < 20; n++) expect((await writeAndRead(to, 'withdrawal_request')).state).toBe('pending');
  // A flood in one hour does not use up the budget of the day.
  await fill(to, 'withdrawal_request', 100);
  await sql`update throttle set window_ends_at = now() where key like 'mail-hour:%'`.execute(app.db);
  expect((await writeAndRead(to, 'withdrawal_request')).state).toBe('pending');
});

test('the receipt of a paid order leaves although free orders and links filled the mailbox', async () => {
  const to = mailbox();
  await fill(to, 'free_receipt', 70);
  await fill(to, 'customer_link', 70);
  expect((await writeAndRead(to, 'free_receipt')).state).toBe('dropped');
  expect((await writeAndRead(to, 'receipt')).state).toBe('pending');
  expect((await writeAndRead(to, 'password_reset')).state).toBe('pending');
});

test('a store keeps a part of its daily mails for paid orders', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  const more = { storeId: store.id };
  await sql`update store set created_at = now() - interval '30 days' where id = ${store.id}`.execute(app.db);
  await sql`insert into throttle values (${`mail-store:${store.id}`}, 350, now() + interval '5 hours')`.execute(app.db);
  const sent = async (kind: MailKindName) => {
    const id = await write(mailbox(), kind, more);
    await sendMailJob(bare)(app.deps, { mailId: id }, attempt);
    return await read(id);
  };
  expect(await sent('customer_link')).toMatchObject({ state: 'pending', problem: 'store budget' });
  expect(await sent('free_receipt')).toMatchObject({ state: 'pending', problem: 'store budget' });
  expect((await sent('receipt')).state).toBe('sent');
});

test('registering many tags of a mailbox uses up no budget of its owner', async () => {
  const victim = mailbox();
  const account = await makeAccount(app.db, { email: victim });
  for (let n = 0; n < 12; n++) {
    const email = tagged(victim, n);
    const answer = await app.post('/v1/login/register', {
      name: 'Pessoa Qualquer',
      email,
      password: 'Correto-Cavalo-7',
    });
    expect(answer.status).toBe(200);
    expect((await app.post('/v1/password/forgot', { email })).status).toBe(200);
    await forgetCallLimits();
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mail where state = 'pending' and recipient like ${victim.replace('@', '+%@')}`.execute(
    app.db,
  );
  expect(rows[0]?.n).toBe(6);
  const counted = await sql<{ key: string }>`select key from throttle where key like 'mail-hour:%'`.execute(app.db);
  expect(counted.rows).toEqual([]);
  expect((await app.post('/v1/password/forgot', { email: victim })).status).toBe(200);
  expect(await queued(account.email)).toHaveLength(1);
});

test('a link that may not leave does not end the link before it', async () => {
  const to = mailbox();
  await makeAccount(app.db, { email: to, password: 'Correto-Cavalo-7' });
  await app.post('/v1/password/forgot', { email: to });
  const token = linkIn((await queued(to))[0]?.text);
  await fill(to, 'withdrawal_request', 30);
  await fill(to, 'password_reset', 30);
  await app.post('/v1/password/forgot', { email: to });
  const links = (await queued(to)).filter(({ subject, text }) => subject.includes('senha') && !text.includes('=abc'));
  expect(links).toHaveLength(1);
  const reset = await app.post('/v1/password/reset', { token, password: 'Outra-Senha-Boa-3' });
  expect(reset.status, reset.text).toBe(200);
});

test('a refused address silences no other spelling of its mailbox, and a proven account still gets its reset link there', async () => {
  const to = mailbox();
  await makeAccount(app.db, { email: to });
  const bounce = async (address: string) => {
    await smtp.control.setMode('550', 1);
    const id = await write(address, 'withdrawal_request');
    await sendMailJob(bare)(app.deps, { mailId: id }, attempt);
    expect((await read(id)).state).toBe('failed');
  };
  await bounce(tagged(to, 1));
  expect((await writeAndRead(to, 'withdrawal_request')).state).toBe('pending');
  expect((await writeAndRead(tagged(to, 1), 'withdrawal_request')).problem).toBe('bounced');
  await bounce(to);
  expect((await writeAndRead(to, 'withdrawal_request')).problem).toBe('bounced');
  await app.post('/v1/password/forgot', { email: to });
  expect((await queued(to)).filter(({ kind }) => kind === 'password_reset')).toHaveLength(1);
});

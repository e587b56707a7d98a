import type { EmailRestoreAnswer } from '@vitrine/contract/account-answers';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';

/** A thief with session and password moves the account to their own mailbox. The former mailbox takes it back. */

const PASSWORD = 'Correto-Cavalo-7';
const THIEFS = 'Senha-Do-Ladrao-1';
const NEW = 'Nova-Senha-Boa-1';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail, one_time_token, factor_recovery`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
async function person(verified = true) {
  const account = await makeAccount(app.db, { password: PASSWORD, verified });
  return { ...account, token: await makeSession(app.db, account.id) };
}
type Person = Awaited<ReturnType<typeof person>>;
let mailboxes = 0;
const mailbox = () => `ladrao-${++mailboxes}@exemplo.com.br`;
const mails = (email: string) => readMails(app, email);
const linkTo = async (email: string, path: string) => {
  const texts = (await mails(email)).map(({ text }) => text).join('\n');
  return new RegExp(`${path}\\?token=([\\w-]+)`).exec(texts)?.[1] ?? '';
};
async function moveTo({ token }: Person, email: string) {
  expect((await app.post('/v1/account/email', { email }, { token })).status).toBe(200);
  const link = await linkTo(email, '/email/verify');
  expect((await app.post('/v1/email/verify', { token: link }, { token })).status).toBe(200);
}
const restore = (token: string) => app.post('/v1/email/restore', { token });
const emailOf = async ({ id }: Person) =>
  (await app.db.selectFrom('account').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email;
const login = (email: string, password: string) => app.post('/v1/login', { email, password });

test('the present address gets a mail when a change is asked for, before the change counts', async () => {
  const known = await person();
  const thiefs = mailbox();
  await app.post('/v1/account/email', { email: thiefs }, { token: known.token });
  const told = (await mails(known.email)).map(({ text }) => text).join();
  expect(told).toContain('pediu');
  expect(told).toContain(thiefs);
  expect(await emailOf(known)).toBe(known.email);
});

test('the former address takes the account back within three days, whatever the thief changed since', async () => {
  const known = await person();
  const first = mailbox();
  await moveTo(known, first);
  await moveTo(known, mailbox());
  await app.post('/v1/password/change', { currentPassword: PASSWORD, password: THIEFS }, { token: known.token });
  const thiefs = await linkTo(first, '/email/restore');
  expect(thiefs).not.toBe('');
  const link = await linkTo(known.email, '/email/restore');
  const answer = await restore(link);
  expect(outcome(answer)).toEqual([200, 'ok']);
  expect(await emailOf(known)).toBe(known.email);
  const sessions = await app.db
    .selectFrom('session')
    .where('account_id', '=', known.id)
    .where('revoked_at', 'is', null)
    .select('id')
    .execute();
  expect(sessions).toEqual([]);
  for (const password of [PASSWORD, THIEFS]) expect((await login(known.email, password)).status).toBe(401);
  const { resetToken } = answer.json<EmailRestoreAnswer>();
  expect((await app.post('/v1/password/reset', { token: resetToken, password: NEW })).status).toBe(200);
  expect((await login(known.email, NEW)).status).toBe(200);
  expect(outcome(await restore(link))).toEqual([422, 'token_invalid']);
  // The thief's first mailbox is a former address too, but a later one, so its link ended.
  expect(outcome(await restore(thiefs))).toEqual([422, 'token_invalid']);
  const log = await app.db
    .selectFrom('security_event')
    .where('account_id', '=', known.id)
    .where('kind', '=', 'email_restored')
    .select('id')
    .execute();
  expect(log).toHaveLength(1);
});

test('the owner takes the account back even after the thief’s own former mailbox took it back', async () => {
  const known = await person();
  const first = mailbox();
  await moveTo(known, first);
  await moveTo(known, mailbox());
  expect(outcome(await restore(await linkTo(first, '/email/restore')))).toEqual([200, 'ok']);
  expect(outcome(await restore(await linkTo(known.email, '/email/restore')))).toEqual([200, 'ok']);
  expect(await emailOf(known)).toBe(known.email);
});

test('the link ends after three days, and an address that was never proven gets none', async () => {
  const known = await person();
  await moveTo(known, mailbox());
  const past = sql<Date>`expires_at - make_interval(hours => ${limits.emailRestoreHours})`;
  await app.db.updateTable('one_time_token').set({ expires_at: past }).execute();
  expect(outcome(await restore(await linkTo(known.email, '/email/restore')))).toEqual([422, 'token_invalid']);
  const fresh = await person(false);
  await moveTo(fresh, mailbox());
  expect(await linkTo(fresh.email, '/email/restore')).toBe('');
});

test.each(['', 'abc', 'x'.repeat(43), '\u0000'])(
  'a link with %j in the place of its token is not valid',
  async (token) => {
    expect(outcome(await restore(token))).toEqual([422, 'token_invalid']);
  },
);

test('with a second factor, changing the e-mail asks for it', async () => {
  const known = await person();
  await app.db.updateTable('account').set({ totp_enabled_at: sql<Date>`now()` }).where('id', '=', known.id).execute();
  const ask = () => app.post('/v1/account/email', { email: mailbox() }, { token: known.token });
  const refused = await ask();
  expect([...outcome(refused), refused.json().field]).toEqual([403, 'step_up_required', 'code']);
  await app.db.updateTable('session').set({ factor_at: sql<Date>`now()` }).where('account_id', '=', known.id).execute();
  expect((await ask()).status).toBe(200);
});

test('a change of the e-mail ends a recovery of the second factor', async () => {
  const known = await person();
  await app.db
    .insertInto('factor_recovery')
    .values({ account_id: known.id, id: 'recuperacao', ready_at: sql<Date>`now() + interval '1 hour'` })
    .execute();
  await moveTo(known, mailbox());
  expect(await app.db.selectFrom('factor_recovery').selectAll().execute()).toEqual([]);
});

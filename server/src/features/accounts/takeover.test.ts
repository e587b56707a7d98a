import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { findCaller } from '../../http/session.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import { newestMailToken } from '../../test/mails.ts';
import { makeAccount, makeSession } from '../../test/make.ts';
import { inOrder } from '../../test/waiting-for-lock.ts';
import { adoptIdentity, linkIdentity } from './sign-in/adopt-identity.ts';

/** Whoever knows the former password or reads the former mailbox loses access, even if both sides act in the same moment. */

const PASSWORD = 'Correto-Cavalo-7';
const NEW = 'Nova-Senha-Boa-1';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail, one_time_token`.execute(app.db));

const outcome = (answer: { status: number; json(): Record<string, unknown> }) => [
  answer.status,
  answer.json().code ?? 'ok',
];
const person = async (options: Parameters<typeof makeAccount>[1] = {}) => {
  const account = await makeAccount(app.db, { password: PASSWORD, ...options });
  return { ...account, token: await makeSession(app.db, account.id) };
};
type Person = Awaited<ReturnType<typeof person>>;
let mailboxes = 0;
const mailbox = () => `outra-caixa-${++mailboxes}@exemplo.com.br`;

const login = ({ email }: Person, password = PASSWORD) => app.post('/v1/login', { email, password });
const forgot = ({ email }: Person) => app.post('/v1/password/forgot', { email });
const reset = (token: string) => app.post('/v1/password/reset', { token, password: NEW });
const change = (known: Person) => app.post('/v1/password/change', { currentPassword: PASSWORD, password: NEW }, known);
const ask = ({ token }: Person, email: string) => app.post('/v1/account/email', { email }, { token });
const verify = (token: string, { token: session }: { token: string }) =>
  app.post('/v1/email/verify', { token }, { token: session });
const erase = ({ token }: Person) => app.post('/v1/account/delete', { confirmation: 'EXCLUIR' }, { token });
const mailed = (email: string) => newestMailToken(app, email);
const resetLink = async (known: Person) => {
  await forgot(known);
  return await mailed(known.email);
};
const links = async ({ id }: Person) => {
  const rows = await app.db.selectFrom('one_time_token').where('account_id', '=', id).select('purpose').execute();
  return rows.map(({ purpose }) => purpose);
};
const accountOf = ({ id }: Person) =>
  app.db.selectFrom('account').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

const inTurn = <A, B>({ id }: Person, first: () => Promise<A>, second: () => Promise<B>) =>
  inOrder(app.db, (tx) => sql`select from account where id = ${id} for update`.execute(tx), [first, second]);

test.each(['reset', 'change'])('a %s of the password ends a link for a new e-mail', async (how) => {
  const known = await person();
  const foreign = mailbox();
  expect((await ask(known, foreign)).status).toBe(200);
  const link = await mailed(foreign);
  const renewed = how === 'reset' ? await reset(await resetLink(known)) : await change(known);
  expect(renewed.status).toBe(200);
  expect(outcome(await verify(link, known))).toEqual([422, 'token_invalid']);
  expect((await accountOf(known)).email).toBe(known.email);
});

test('a link that was mailed to the former address sets no password after the address changed', async () => {
  const known = await person();
  const link = await resetLink(known);
  const address = mailbox();
  await ask(known, address);
  expect((await verify(await mailed(address), known)).status).toBe(200);
  expect(outcome(await reset(link))).toEqual([422, 'token_invalid']);
});

test('recovery codes still work after a new password', async () => {
  const known = await person();
  await app.db
    .insertInto('one_time_token')
    .values({
      token_hash: Buffer.from(known.id),
      purpose: 'recovery_code',
      account_id: known.id,
      expires_at: sql<Date>`now() + interval '1 day'`,
    })
    .execute();
  await reset(await resetLink(known));
  expect(await links(known)).toEqual(['recovery_code']);
});

test('whoever changes the password before proving the e-mail needs a new link', async () => {
  const fresh = await person({ verified: false });
  await app.post('/v1/email/resend', {}, fresh);
  const former = await mailed(fresh.email);
  expect((await change(fresh)).status).toBe(200);
  expect(outcome(await verify(former, fresh))).toEqual([422, 'token_invalid']);
  await app.post('/v1/email/resend', {}, fresh);
  expect((await verify(await mailed(fresh.email), fresh)).status).toBe(200);
});

test('of two links for a new password that are asked for in the same moment, one works', async () => {
  const known = await person();
  await inTurn(
    known,
    () => forgot(known),
    () => forgot(known),
  );
  expect(await links(known)).toEqual(['reset_password']);
});

test.each(['the new address', 'the link'])(
  'no link for a new password works for an address that the account leaves in the same moment: %s first',
  async (first) => {
    const known = await person();
    const address = mailbox();
    await ask(known, address);
    const link = await mailed(address);
    const moves = [() => verify(link, known), () => forgot(known)] as const;
    const answers = await inTurn(known, ...(first === 'the link' ? ([moves[1], moves[0]] as const) : moves));
    expect(answers.map(outcome)).toEqual([
      [200, 'ok'],
      [200, 'ok'],
    ]);
    expect((await accountOf(known)).email).toBe(address);
    expect(await links(known)).not.toContain('reset_password');
  },
);

test.each([
  ['a login', (known: Person) => login(known), [401, 'invalid_credentials']],
  ['a link for a new e-mail', (known: Person) => ask(known, mailbox()), [401, 'unauthenticated']],
  ['a change of the password', change, [409, 'conflict']],
  ['the deletion of the account', erase, [401, 'unauthenticated']],
] as const)('%s with the former password is refused if a reset comes first', async (_, late, refused) => {
  const known = await person();
  const link = await resetLink(known);
  const [renewed, answer] = await inTurn(
    known,
    () => reset(link),
    () => late(known),
  );
  expect([outcome(renewed), outcome(answer)]).toEqual([[200, 'ok'], refused]);
  const row = await accountOf(known);
  expect([row.email, row.deleted_at]).toEqual([known.email, null]);
  expect((await login(known, NEW)).status).toBe(200);
  expect(await links(known)).not.toContain('verify_email');
});

test('a login just before the reset is ended by it', async () => {
  const known = await person();
  const link = await resetLink(known);
  const [entered, renewed] = await inTurn(
    known,
    () => login(known),
    () => reset(link),
  );
  expect([outcome(entered), outcome(renewed)]).toEqual(Array(2).fill([200, 'ok']));
  const { token } = entered.json<LoginAnswer>();
  expect(outcome(await app.get('/v1/profile', { token }))).toEqual([401, 'unauthenticated']);
});

test('a reset ends a link for a new e-mail that was asked for just before', async () => {
  const known = await person();
  const link = await resetLink(known);
  const foreign = mailbox();
  const answers: [TestAnswer, TestAnswer] = await inTurn(
    known,
    () => ask(known, foreign),
    () => reset(link),
  );
  expect(answers.map(outcome)).toEqual(Array(2).fill([200, 'ok']));
  expect(outcome(await verify(await mailed(foreign), known))).toEqual([422, 'token_invalid']);
});

const stranger = { id: '112233445566778822', name: 'Estranho', email: null, emailVerified: false, avatar: 'novo' };

test('a login at a provider waits for the reset that removes it, and gets another account', async () => {
  const squatter = await person({ verified: false, discordId: stranger.id });
  const link = await resetLink(squatter);
  const [renewed, adopted] = await inTurn(
    squatter,
    () => reset(link),
    () => transaction(app.db, (tx) => adoptIdentity(tx, 'discord', stranger)),
  );
  expect(renewed.status).toBe(200);
  expect(adopted.id).not.toBe(squatter.id);
  expect((await accountOf(squatter)).discord_id).toBeNull();
});

test('a login at a provider is not linked to an account whose e-mail changes in the same moment', async () => {
  const known = await person();
  const address = mailbox();
  await ask(known, address);
  const link = await mailed(address);
  const proven = { ...stranger, id: '112233445566778833', email: known.email, emailVerified: true };
  const [, adopted] = await inTurn(
    known,
    () => verify(link, known),
    () => transaction(app.db, (tx) => adoptIdentity(tx, 'discord', proven)),
  );
  expect(adopted.id).not.toBe(known.id);
  expect(await accountOf(known)).toMatchObject({ email: address, discord_id: null });
});

test('a session that a reset ends in the same moment links no login', async () => {
  const known = await person();
  const link = await resetLink(known);
  const caller = await findCaller(app.db, known.token);
  if (!caller) throw new Error('no session');
  const late = { ...stranger, id: '112233445566778844' };
  const [renewed, linked] = await inTurn(
    known,
    () => reset(link),
    () => transaction(app.db, (tx) => linkIdentity(tx, 'discord', late, caller)).catch((error) => error),
  );
  expect(renewed.status).toBe(200);
  expect(linked).toMatchObject({ code: 'unauthenticated' });
  expect((await accountOf(known)).discord_id).toBeNull();
});

test.each([
  ['unlinks no login', '/v1/account/unlink/discord'],
  ['starts no recovery', '/v1/account/factor-recovery/start'],
])('a session that a new password ends in the same moment %s', async (_what, path) => {
  const known = await person({ discordId: '112233445566778844' });
  await sql`update account set totp_enabled_at = now() where id = ${known.id}`.execute(app.db);
  const thief = { token: await makeSession(app.db, known.id) };
  const [renewed, late] = await inTurn(
    known,
    () => change(known),
    () => app.post(path, {}, thief),
  );
  expect([outcome(renewed), outcome(late)]).toEqual([
    [200, 'ok'],
    [401, 'unauthenticated'],
  ]);
  expect((await accountOf(known)).discord_id).toBe('112233445566778844');
  await sql`update account set discord_id = null where id = ${known.id}`.execute(app.db);
});

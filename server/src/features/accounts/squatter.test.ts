import type { LoginAnswer, ResetAnswer, Way, WaysAnswer } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { openSession } from '../../http/session.ts';
import { accountSteps, PASSWORD } from '../../test/account-steps.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import { makeAccount, makeSession } from '../../test/make.ts';
import { ownerlessSweep } from '../stores/close-ownerless.ts';

/** A squatter registers somebody else's address and waits until its owner opens a link or resets the password. */

const OWN = 'Minha-Propria-Senha-9';
const DISCORD = '112233445566778899';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
let boxes = 0;
const mailbox = () => `dona-${++boxes}@exemplo.com.br`;
const { register, login, tokenOf, verify, mailed } = accountSteps(() => app);
const holderOf = (email: string) =>
  app.db.selectFrom('account').where('email_key', '=', email).selectAll().executeTakeFirst();
const kinds = (ways: Way[]) => ways.map(({ kind }) => kind);

/** The ways in that a squatter may have added before these rules existed: a linked login, a factor, other devices. */
async function leaveWays(email: string) {
  const account = await holderOf(email);
  if (!account) throw new Error('no account');
  await app.db
    .updateTable('account')
    .set({ discord_id: DISCORD, totp_secret: Buffer.from('x'), totp_enabled_at: sql<Date>`now()` })
    .where('id', '=', account.id)
    .execute();
  return { id: account.id, device: await makeSession(app.db, account.id) };
}
beforeEach(() => app.db.updateTable('account').set({ discord_id: null }).where('discord_id', '=', DISCORD).execute());

test('a link that a mail program or a stranger opens proves nothing', async () => {
  const email = mailbox();
  await register(email);
  const link = await mailed(email);
  expect(outcome(await verify(link))).toEqual([401, 'verify_needs_login']);
  const stranger = await makeSession(app.db, (await makeAccount(app.db)).id);
  expect(outcome(await verify(link, { session: stranger }))).toEqual([401, 'verify_needs_login']);
  expect(outcome(await verify(link, { password: 'Errada-Senha-1' }))).toEqual([422, 'wrong_password']);
  expect((await holderOf(email))?.email_verified_at).toBeNull();
  // The link still works, and its owner proves the address with it.
  expect((await verify(link, { session: await tokenOf(email) })).status).toBe(200);
  expect((await holderOf(email))?.email_verified_at).not.toBeNull();
});

test('guessing the password behind a link is slowed down', async () => {
  const email = mailbox();
  await register(email);
  const link = await mailed(email);
  const answers: number[] = [];
  for (let n = 0; n < 12; n++) answers.push((await verify(link, { password: `Errada-Senha-${n}` })).status);
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
});

test('a session that ended while the link was opened proves nothing', async () => {
  const email = mailbox();
  await register(email);
  const session = await tokenOf(email);
  const link = await mailed(email);
  await app.post('/v1/logout', {}, { token: session });
  expect(outcome(await verify(link, { session }))).toEqual([401, 'verify_needs_login']);
});

test('proving the address removes all earlier devices, logins and factors, but keeps the session that proves it', async () => {
  const email = mailbox();
  await register(email);
  const session = await tokenOf(email);
  const { id, device } = await leaveWays(email);
  const proven = await verify(await mailed(email), { session });
  const { removed, remaining } = proven.json<WaysAnswer>();
  expect(kinds(removed)).toEqual(['devices', 'discord', 'factor']);
  expect(kinds(remaining)).toEqual(['password']);
  expect((await app.get('/v1/profile', { token: device })).status).toBe(401);
  expect((await app.get('/v1/profile', { token: session })).status).toBe(200);
  const row = await holderOf(email);
  expect([row?.id, row?.discord_id, row?.totp_secret]).toEqual([id, null, null]);
});

test('proving the address by the password ends all sessions', async () => {
  const email = mailbox();
  await register(email);
  const session = await tokenOf(email);
  expect((await verify(await mailed(email), { password: PASSWORD })).status).toBe(200);
  expect((await app.get('/v1/profile', { token: session })).status).toBe(401);
});

test('after the owner’s reset a squatter with a linked Discord login has nothing, and the squatter’s stores close', async () => {
  const email = mailbox();
  await register(email);
  const squatter = await tokenOf(email);
  const made = await app.post(
    '/v1/store/create',
    { nameStore: 'Loja do Invasor', nameDomain: `invasor-${boxes}` },
    { token: squatter },
  );
  expect(made.status).toBe(200);
  const { id } = await leaveWays(email);
  await app.post('/v1/password/forgot', { email });
  const reset = await app.post('/v1/password/reset', { token: await mailed(email), password: OWN });
  const answer = reset.json<ResetAnswer>();
  expect(kinds(answer.removed)).toEqual(['claim', 'password', 'devices', 'discord', 'factor']);
  expect(answer.removed[0]?.text).toContain('Loja do Invasor');
  expect(kinds(answer.remaining)).toEqual(['password']);
  expect((await app.get('/v1/profile', { token: squatter })).status).toBe(401);
  expect((await login(email)).status).toBe(401);
  const owner = await tokenOf(email, OWN);
  expect((await app.get('/v1/store', { token: owner })).json<{ response: unknown[] }>().response).toEqual([]);
  expect((await holderOf(email))?.id).not.toBe(id);
  await ownerlessSweep.run(app.deps);
  const stores = await app.db
    .selectFrom('store')
    .innerJoin('member', 'member.store_id', 'store.id')
    .where('member.account_id', '=', id)
    .select('deleted_at')
    .execute();
  expect(stores.map(({ deleted_at }) => deleted_at !== null)).toEqual([true]);
});

test('registering again ends the squatter’s account once the owner proves the address, and not before', async () => {
  const email = mailbox();
  await register(email);
  const squatter = await tokenOf(email);
  const first = await mailed(email);
  const { id } = await leaveWays(email);
  expect((await register(email, OWN)).json()).toEqual({ success: true });
  const link = await mailed(email);
  expect(outcome(await verify(first, { session: squatter }))).toEqual([422, 'token_invalid']);
  // The registration alone destroys nothing.
  expect((await app.get('/v1/profile', { token: squatter })).status).toBe(200);
  const proven = await verify(link, { password: OWN });
  expect(kinds(proven.json<WaysAnswer>().removed)).toContain('claim');
  expect((await app.get('/v1/profile', { token: squatter })).status).toBe(401);
  expect((await login(email)).status).toBe(401);
  expect((await login(email, OWN)).json<LoginAnswer>().user).toMatchObject({ emailVerified: true, discordId: null });
  const gone = await app.db.selectFrom('account').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  expect([gone.email, gone.discord_id, gone.deleted_at !== null]).toEqual([null, null, true]);
});

test('a stranger who registers an unproven address again gets nothing and destroys nothing', async () => {
  const email = mailbox();
  await register(email, OWN);
  const owner = await tokenOf(email, OWN);
  await register(email);
  const foreign = await mailed(email);
  expect((await login(email)).status).toBe(401);
  // The owner opens the newest link, which the stranger caused. In the owner's session it proves the owner's account.
  expect((await verify(foreign, { session: owner })).status).toBe(200);
  expect((await app.get('/v1/profile', { token: owner })).status).toBe(200);
  expect((await login(email, OWN)).status).toBe(200);
  expect((await login(email)).status).toBe(401);
});

test('whoever registers twice with one password keeps the account', async () => {
  const email = mailbox();
  await register(email);
  const before = (await holderOf(email))?.id;
  await register(email);
  expect((await verify(await mailed(email), { password: PASSWORD })).status).toBe(200);
  expect((await holderOf(email))?.id).toBe(before);
});

test('proving an address ends another account that never proved it, and leaves one that did', async () => {
  const known = await makeAccount(app.db, { password: OWN });
  const session = await makeSession(app.db, known.id);
  const email = mailbox();
  await register(email);
  const squatter = await tokenOf(email);
  await app.post('/v1/account/email', { email, password: OWN }, { token: session });
  expect((await verify(await mailed(email), { session })).status).toBe(200);
  expect((await holderOf(email))?.id).toBe(known.id);
  expect((await app.get('/v1/profile', { token: squatter })).status).toBe(401);

  const other = await makeAccount(app.db, { password: OWN });
  await app.post('/v1/account/email', { email: other.email, password: OWN }, { token: session });
  expect((await holderOf(other.email))?.id).toBe(other.id);
});

test('of two accounts with links for one address, one gets it', async () => {
  const email = mailbox();
  const people = await Promise.all([1, 2].map(() => makeAccount(app.db, { password: OWN })));
  const sessions = await Promise.all(people.map(({ id }) => makeSession(app.db, id)));
  const links: string[] = [];
  for (const session of sessions) {
    await app.post('/v1/account/email', { email, password: OWN }, { token: session });
    links.push(await mailed(email));
  }
  const answers = await Promise.all(links.map((link, index) => verify(link, { session: sessions[index] ?? '' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('an account that Discord made keeps Discord when it proves its first address', async () => {
  const id = (await makeAccount(app.db, { discordId: DISCORD })).id;
  await app.db
    .updateTable('account')
    .set({ email: null, email_key: null, email_verified_at: null })
    .where('id', '=', id)
    .execute();
  const session = await makeSession(app.db, id);
  const email = mailbox();
  await app.post('/v1/account/email', { email }, { token: session });
  const answer = (await verify(await mailed(email), { session })).json<WaysAnswer>();
  expect([kinds(answer.removed), kinds(answer.remaining)]).toEqual([[], ['discord']]);
});

test('a reset of a proven account says which logins remain, and its token removes them once', async () => {
  const known = await makeAccount(app.db, { password: PASSWORD, discordId: DISCORD });
  await app.post('/v1/password/forgot', { email: known.email });
  const reset = await app.post('/v1/password/reset', { token: await mailed(known.email), password: OWN });
  const { remaining, dropToken } = reset.json<ResetAnswer>();
  expect(kinds(remaining)).toEqual(['password', 'discord']);
  expect((await holderOf(known.email))?.discord_id).toBe(DISCORD);
  const drop = () => app.post('/v1/password/reset/logins', { token: dropToken });
  expect(kinds((await drop()).json<WaysAnswer>().removed)).toEqual(['discord']);
  expect((await holderOf(known.email))?.discord_id).toBeNull();
  expect(outcome(await drop())).toEqual([422, 'token_invalid']);
});

test('changing the password offers to drop linked logins', async () => {
  const known = await makeAccount(app.db, { password: PASSWORD, discordId: DISCORD });
  const session = { token: await makeSession(app.db, known.id) };
  const change = (currentPassword: string, password: string, dropLogins: boolean) =>
    app.post('/v1/password/change', { currentPassword, password, dropLogins }, session);
  const kept = (await change(PASSWORD, OWN, false)).json<WaysAnswer>();
  expect(kinds(kept.remaining)).toEqual(['password', 'discord']);
  const dropped = (await change(OWN, PASSWORD, true)).json<WaysAnswer>();
  expect(kinds(dropped.removed)).toEqual(['discord']);
  expect((await holderOf(known.email))?.discord_id).toBeNull();
});

test('a session that was opened just before the reset ends with it', async () => {
  const email = mailbox();
  await register(email);
  const { id } = await leaveWays(email);
  await app.post('/v1/password/forgot', { email });
  const link = await mailed(email);
  const late = await transaction(app.db, (tx) => openSession(tx, id, 'tarde'));
  expect((await app.post('/v1/password/reset', { token: link, password: OWN })).status).toBe(200);
  expect((await app.get('/v1/profile', { token: late.token })).status).toBe(401);
});

import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO } from '../../../../../standins/discord/seed.ts';
import type { TestApp } from '../../../test/app.ts';
import { newestMailToken, readMails } from '../../../test/mails.ts';
import { makeAccount, makeSession } from '../../../test/make.ts';
import { outcome, type ProviderLogins, startProviderLogins } from '../../../test/provider-logins.ts';

let logins: ProviderLogins;
let app: TestApp;
beforeAll(async () => {
  logins = await startProviderLogins();
  app = logins.app;
});
afterAll(() => logins.close());
beforeEach(() => logins.reset());

const accounts = () => app.db.selectFrom('account').select(['id', 'email', 'discord_id', 'google_id']).execute();

test('a login is linked to an account of the same e-mail only if both sides have verified it', async () => {
  const { email } = { email: 'ana@exemplo.com.br' };
  const unverified = await makeAccount(app.db, { email, verified: false });
  expect(outcome(await logins.enter('discord', DEMO.ana))).toEqual([409, 'discord_link_required']);
  await app.db
    .updateTable('account')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', unverified.id)
    .execute();
  expect((await logins.enter('discord', DEMO.ana)).json<LoginAnswer>().user.id).toBe(unverified.id);
});

test('a login with an e-mail that Discord has not verified does not say whether it is registered', async () => {
  const davi = await makeAccount(app.db, { email: 'DAVI@exemplo.com.br' });
  const answer = await logins.enter('discord', DEMO.davi);
  expect(answer.status, answer.text).toBe(200);
  // The same answer as for a free address: a new account without the address.
  expect(answer.json<LoginAnswer>().user).toMatchObject({ name: 'Davi', email: null });
  expect((await accounts()).find(({ id }) => id === davi.id)?.discord_id).toBeNull();
});

test('a person whose address a stranger registered gets in with Discord after a reset', async () => {
  const email = 'ana@exemplo.com.br';
  const squatter = await makeAccount(app.db, { email, verified: false, password: 'Senha-De-Outro-1' });
  const refused = await logins.enter('discord', DEMO.ana);
  expect(refused.json().error).toContain('"Esqueci minha senha"');
  await app.post('/v1/password/forgot', { email });
  const token = await newestMailToken(app, email);
  expect((await app.post('/v1/password/reset', { token, password: 'Correto-Cavalo-7' })).status).toBe(200);
  const { user } = (await logins.enter('discord', DEMO.ana)).json<LoginAnswer>();
  expect(user).toMatchObject({ email, discordId: DEMO.ana });
  expect(user.id).not.toBe(squatter.id);
});

test('a login at a provider is not linked by e-mail to an account with a second factor or a passkey', async () => {
  const known = await makeAccount(app.db, { email: 'ana@exemplo.com.br', password: 'Correto-Cavalo-7' });
  const refused = [409, 'discord_link_required'];
  await sql`update account set totp_enabled_at = now()`.execute(app.db);
  expect(outcome(await logins.enter('discord', DEMO.ana))).toEqual(refused);
  await sql`update account set totp_enabled_at = null`.execute(app.db);
  const passkey = { id: 'chave', account_id: known.id, name: 'Celular', public_key: Buffer.from('x'), counter: 0 };
  await app.db
    .insertInto('passkey')
    .values({ ...passkey, transports: [] })
    .execute();
  expect(outcome(await logins.enter('discord', DEMO.ana))).toEqual(refused);
  await app.db.deleteFrom('passkey').execute();
  expect((await logins.enter('discord', DEMO.ana)).status).toBe(200);
});

test('a login that is linked by its e-mail is mailed to the owner and logged', async () => {
  const known = await makeAccount(app.db, { email: 'ana@exemplo.com.br', password: 'Correto-Cavalo-7' });
  const linked = async () =>
    app.db
      .selectFrom('security_event')
      .where('account_id', '=', known.id)
      .where('kind', '=', 'identity_linked')
      .select('id')
      .execute();
  await logins.enter('discord', DEMO.ana);
  await logins.enter('discord', DEMO.ana);
  expect(await linked()).toHaveLength(1);
  const mails = await readMails(app, known.email);
  expect(mails.filter(({ text }) => text.includes('Um login com Discord foi vinculado'))).toHaveLength(1);
});

test('a logged-in person links Discord only in the browser and the session that started it, and gets a mail', async () => {
  const account = await makeAccount(app.db, { email: 'outra@exemplo.com.br', password: 'Correto-Cavalo-7' });
  const token = await makeSession(app.db, account.id);
  const stranger = await makeSession(app.db, (await makeAccount(app.db)).id);
  expect(outcome(await logins.arrive('discord', await logins.leave('discord', DEMO.ana, token)))).toEqual([
    401,
    'unauthenticated',
  ]);
  expect(outcome(await logins.arrive('discord', await logins.leave('discord', DEMO.ana, token), stranger))).toEqual([
    401,
    'unauthenticated',
  ]);
  const linked = (
    await logins.arrive('discord', await logins.leave('discord', DEMO.ana, token), token)
  ).json<LoginAnswer>();
  expect(linked).toMatchObject({ token, user: { id: account.id, discordId: DEMO.ana } });
  const mails = await readMails(app, account.email);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('Um login com Discord foi vinculado à sua conta.'),
  ]);
  expect(outcome(await logins.arrive('discord', await logins.leave('discord', DEMO.ana, stranger), stranger))).toEqual([
    409,
    'identity_taken',
  ]);
  expect((await logins.enter('discord', DEMO.ana)).json<LoginAnswer>().user.id).toBe(account.id);
  expect((await app.post('/v1/account/unlink/discord', {}, { token })).json().user).toMatchObject({ discordId: null });
});

test('the last way into an account cannot be unlinked', async () => {
  const { token } = (await logins.enter('discord', DEMO.bruno)).json<LoginAnswer>();
  expect(outcome(await app.post('/v1/account/unlink/discord', {}, { token }))).toEqual([422, 'last_login']);
});

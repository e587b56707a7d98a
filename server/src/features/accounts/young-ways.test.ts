import type { ResetAnswer } from '@vitrine/contract/account-answers';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { fromBase32 } from '../../test/from-base32.ts';
import { readMails } from '../../test/mails.ts';
import { makePerson } from '../../test/make.ts';
import { totpCode } from './second-factor/totp.ts';
import { linkIdentity } from './sign-in/adopt-identity.ts';

/**
 * A thief with session and password adds their own second factor. After a reset the owner would still be kept out, until
 * the payment account can no longer be put back.
 */

const PASSWORD = 'Correto-Cavalo-7';
const NEW = 'Nova-Senha-Boa-1';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail`.execute(app.db));

const person = () => makePerson(app.db, PASSWORD);
type Person = Awaited<ReturnType<typeof person>>;

async function turnFactorOn({ token }: Person) {
  const { secret } = (await app.post('/v1/account/second-factor/start', {}, { token })).json<{ secret: string }>();
  const code = totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000));
  expect((await app.post('/v1/account/second-factor/confirm', { code }, { token })).status).toBe(200);
}
const link = ({ id }: Person, provider: 'discord' | 'google') =>
  transaction(app.db, async (tx) => {
    const { id: sessionId } = await tx
      .selectFrom('session')
      .where('account_id', '=', id)
      .where('revoked_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow();
    const identity = { id: `${provider}-${id}`, name: 'X', email: null, emailVerified: false, avatar: null };
    await linkIdentity(tx, provider, identity, {
      accountId: id,
      sessionId,
      name: '',
      confirmed: true,
      proven: true,
    });
  });
const addPasskey = ({ id }: Person, name: string) =>
  app.db
    .insertInto('passkey')
    .values({ id: `${name}-${id}`, account_id: id, name, public_key: Buffer.from('x'), counter: 0, transports: [] })
    .execute();
/** Makes all ways in older than the time in which a payment account can be undone. */
async function age({ id }: Person) {
  const past = sql<Date>`now() - make_interval(hours => ${limits.factorRecoveryHours + 1})`;
  await app.db
    .updateTable('account')
    .set({
      totp_enabled_at: sql<Date>`totp_enabled_at - make_interval(hours => ${limits.factorRecoveryHours + 1})`,
      discord_linked_at: past,
      google_linked_at: past,
    })
    .where('id', '=', id)
    .execute();
  await app.db.updateTable('passkey').set({ created_at: past }).where('account_id', '=', id).execute();
}
const newestMail = async ({ email }: Person) => (await readMails(app, email)).at(-1)?.text ?? '';
async function reset(known: Person): Promise<ResetAnswer> {
  await app.post('/v1/password/forgot', { email: known.email });
  const token = /token=([\w-]+)/.exec(await newestMail(known))?.[1];
  return (await app.post('/v1/password/reset', { token, password: NEW })).json<ResetAnswer>();
}
const kinds = (ways: ResetAnswer['removed']) => ways.map(({ kind }) => kind).sort();
const login = ({ email }: Person) => app.post('/v1/login', { email, password: NEW });

test('a mailed reset removes a factor, logins and passkeys of the last three days, and the mail names them', async () => {
  const known = await person();
  await turnFactorOn(known);
  await link(known, 'discord');
  await link(known, 'google');
  await addPasskey(known, 'ladrão');
  const { removed, remaining, dropToken } = await reset(known);
  expect(kinds(removed)).toEqual(['devices', 'discord', 'factor', 'google', 'passkey']);
  expect([kinds(remaining), dropToken]).toEqual([['password'], null]);
  expect((await login(known)).status).toBe(200);
  const told = (await readMails(app, known.email)).map(({ text }) => text).join('\n');
  for (const name of ['Verificação em duas etapas', 'Login com Discord', 'Login com Google', '1 passkey']) {
    expect(told).toContain(name);
  }
  const codes = await app.db
    .selectFrom('one_time_token')
    .where('account_id', '=', known.id)
    .where('purpose', '=', 'recovery_code')
    .select('purpose')
    .execute();
  expect(codes).toEqual([]);
});

test('a mailed reset keeps older ways in, and the mail names them', async () => {
  const known = await person();
  await turnFactorOn(known);
  await link(known, 'discord');
  await addPasskey(known, 'própria');
  await age(known);
  await addPasskey(known, 'ladrão');
  await link(known, 'discord');
  const { removed, remaining } = await reset(known);
  expect(kinds(removed)).toEqual(['devices', 'passkey']);
  expect(kinds(remaining)).toEqual(['discord', 'factor', 'passkey', 'password']);
  const keys = await app.db.selectFrom('passkey').where('account_id', '=', known.id).select('name').execute();
  expect(keys).toEqual([{ name: 'própria' }]);
  expect((await login(known)).json().code).toBe('second_factor_required');
  expect(await newestMail(known)).toContain('Continua dando acesso');
});

import type { RecoveryAnswer } from '@vitrine/contract/guard-answers';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../../test/app.ts';
import { fromBase32 } from '../../../test/from-base32.ts';
import { readMails } from '../../../test/mails.ts';
import { letSessionsAge, makeAccount, makeSession } from '../../../test/make.ts';
import { inOrder } from '../../../test/waiting-for-lock.ts';
import { recoverySweep } from '../jobs.ts';
import { totpCode } from './totp.ts';

/** Device and recovery codes are lost. Whoever knows only the password waits three days, and the owner can cancel. */

const PASSWORD = 'Correto-Cavalo-7';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle, mail, factor_recovery`.execute(app.db));

const outcome = (answer: TestAnswer) => [answer.status, answer.json().code ?? 'ok'];
async function person() {
  const account = await makeAccount(app.db, { password: PASSWORD });
  const session = { token: await makeSession(app.db, account.id) };
  const started = (await app.post('/v1/account/second-factor/start', {}, session)).json<{ secret: string }>();
  const secret = fromBase32(started.secret);
  const step = Math.floor(Date.now() / 30_000);
  await app.post('/v1/account/second-factor/confirm', { code: totpCode(secret, step) }, session);
  await sql`truncate mail`.execute(app.db);
  return { ...account, ...session, code: () => totpCode(secret, step + 1) };
}
type Person = Awaited<ReturnType<typeof person>>;
const start = ({ email }: Person, password = PASSWORD) => app.post('/v1/login/factor-recovery', { email, password });
const finish = (token: string) => app.post('/v1/login/factor-recovery/finish', { token });
const cancel = (token: string) => app.post('/v1/login/factor-recovery/cancel', { token });
const login = ({ email }: Person, code?: string) =>
  app.post('/v1/login', { email, password: PASSWORD, ...(code && { code }) });
const mails = ({ email }: Person) => readMails(app, email);
const newest = async (known: Person, name: 'token' | 'cancel') => {
  const all = await mails(known);
  return new RegExp(`[?&]${name}=([\\w.-]+)`).exec(all.at(-1)?.text ?? '')?.[1] ?? '';
};
/** Lets this many hours pass for the recovery, and runs the sweep. */
async function pass(hours: number) {
  const by = sql`make_interval(hours => ${hours})`;
  await sql`update factor_recovery set started_at = started_at - ${by}, ready_at = ready_at - ${by}`.execute(app.db);
  await recoverySweep.run(app.deps);
}
const on = async ({ id }: Person) => {
  const row = await app.db.selectFrom('account').where('id', '=', id).select('totp_enabled_at').executeTakeFirst();
  return row?.totp_enabled_at !== null;
};

test('after three days and three mails a link turns the factor off, once', async () => {
  const known = await person();
  expect(outcome(await start(known, 'Errada-Senha-1'))).toEqual([401, 'invalid_credentials']);
  const { recovery } = (await start(known)).json<RecoveryAnswer>();
  const span = Date.parse(recovery?.readyAt ?? '') - Date.parse(recovery?.startedAt ?? '');
  expect(span).toBe(limits.factorRecoveryHours * 3_600_000);
  // A second start leaves the end as it is and sends no mail.
  expect((await start(known)).json<RecoveryAnswer>().recovery).toEqual(recovery);
  await pass(35);
  expect(await mails(known)).toHaveLength(1);
  await pass(2);
  await pass(0);
  expect(await mails(known)).toHaveLength(2);
  expect(await newest(known, 'token')).toBe('');
  await pass(36);
  await pass(0);
  expect(await mails(known)).toHaveLength(3);
  for (const { text } of await mails(known)) expect(text).toContain('cancel=');
  const link = await newest(known, 'token');
  expect(outcome(await login(known))).toEqual([401, 'second_factor_required']);
  const twice = await Promise.all([finish(link), finish(link)]);
  expect(twice.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [422, 'token_invalid'],
  ]);
  expect((await login(known)).status).toBe(200);
  expect(outcome(await finish(link))).toEqual([422, 'token_invalid']);
});

test('a login with the factor ends the recovery, also in the same moment', async () => {
  const known = await person();
  await start(known);
  await pass(73);
  const link = await newest(known, 'token');
  const hold = (tx: Tx) => sql`select from account where id = ${known.id} for no key update`.execute(tx);
  const [entered, finished] = await inOrder(app.db, hold, [() => login(known, known.code()), () => finish(link)]);
  expect([outcome(entered), outcome(finished)]).toEqual([
    [200, 'ok'],
    [422, 'token_invalid'],
  ]);
  expect(await on(known)).toBe(true);
});

test.each([0, 37, 73])(
  'the link in the mail after %i hours cancels the recovery, and so does any open session',
  async (hours) => {
    const known = await person();
    const seen = async () => (await app.get('/v1/account/factor-recovery', known)).json<RecoveryAnswer>().recovery;
    await start(known);
    await pass(hours);
    expect(await seen()).not.toBeNull();
    const token = await newest(known, 'token');
    expect(outcome(await cancel(`${(await newest(known, 'cancel')).slice(0, -1)}A-`))).toEqual([422, 'token_invalid']);
    expect(outcome(await cancel(await newest(known, 'cancel')))).toEqual([200, 'ok']);
    expect(await seen()).toBeNull();
    expect(outcome(await finish(token || 'nunca-enviado'))).toEqual([422, 'token_invalid']);
    await start(known);
    expect((await app.post('/v1/account/factor-recovery/cancel', {}, known)).status).toBe(200);
    expect(await seen()).toBeNull();
    expect(await on(known)).toBe(true);
  },
);

test('a new password ends the recovery, because whoever started it knew the former one', async () => {
  const known = await person();
  await start(known);
  await pass(73);
  const link = await newest(known, 'token');
  await app.post('/v1/password/change', { currentPassword: PASSWORD, password: 'Nova-Senha-Boa-1' }, known);
  expect(outcome(await finish(link))).toEqual([422, 'token_invalid']);
  expect(await on(known)).toBe(true);
});

test('a logged-in person needs a confirmed session; without a factor or a proven address there is no recovery', async () => {
  const known = await person();
  const inside = () => app.post('/v1/account/factor-recovery/start', {}, known);
  await letSessionsAge(app.db, known.id);
  expect(outcome(await inside())).toEqual([403, 'step_up_required']);
  await sql`update session set confirmed_at = now() where account_id = ${known.id}`.execute(app.db);
  expect((await inside()).status).toBe(200);
  const plain = { ...known, ...(await makeAccount(app.db, { password: PASSWORD })) };
  expect(outcome(await start(plain))).toEqual([422, 'recovery_impossible']);
});

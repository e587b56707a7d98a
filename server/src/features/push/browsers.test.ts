import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeBrowser } from '../../../../standins/push/made-up-browser.ts';
import { reseal } from '../../db/reseal.ts';
import type { Secret } from '../../db/seal.ts';
import { makeStore } from '../../test/make.ts';
import { newEndpoint, usePushDesk } from '../../test/push-desk.ts';
import { pushKey } from './push-key.ts';
import { sendMessage } from './web-push.ts';

/** Which browsers may get notices: those of a known push service, ten for each person, each with the installation's key. */

const { desk, subscribe, send, write, listener, choose, sell } = usePushDesk();

describe('an endpoint', () => {
  test.each([
    'https://127.0.0.1/fcm/send/x',
    'https://[::1]/fcm/send/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.golpe.example/x',
    'https://golpe.example/fcm.googleapis.com',
    'https://evilfcm.googleapis.com.br/x',
    'https://xfcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:senha@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@10.0.0.1/x',
    'https://fcm.googleapis.com%2e10.0.0.1/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `https://fcm.googleapis.com/${'x'.repeat(1100)}`,
    'nada',
  ])('%s is no push service, and is never called', async (endpoint) => {
    const { answer } = await subscribe(desk.store.token, makeBrowser(endpoint));
    expect(answer.status).toBe(422);
    expect((await sql`select from push_subscription`.execute(desk.app.db)).rows).toEqual([]);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b',
    // a backslash is a slash here, for the rule and for the call
    'https://fcm.googleapis.com\\@10.0.0.1/x',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAD',
  ])('%s is one', async (endpoint) => {
    const { answer } = await subscribe(desk.store.token, makeBrowser(endpoint));
    expect(answer.status, answer.text).toBe(200);
    await send();
    expect(desk.service.control.taken()).toHaveLength(1);
  });

  test('with invalid keys is refused', async () => {
    const { keys } = makeBrowser(newEndpoint()).subscription;
    const beside = Buffer.from(keys.p256dh, 'base64url');
    beside[64] = (beside[64] ?? 0) ^ 1;
    for (const change of [
      { keys: { ...keys, p256dh: beside.toString('base64url') } },
      { keys: { ...keys, auth: 'curto' } },
      { keys: { ...keys, p256dh: `B${'\u0000'.repeat(86)}` } },
      { keys: {} },
    ]) {
      const { answer } = await subscribe(desk.store.token, makeBrowser(newEndpoint()), change);
      expect([400, 422]).toContain(answer.status);
    }
  });
});

test('a person has ten browsers, sees only their own, and ends only their own', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => subscribe(desk.store.token)));
  expect(all.every(({ answer }) => answer.status === 200)).toBe(true);
  const list = async (token: string) =>
    (await desk.app.get('/v1/account/push', { token })).json<{
      browsers: { id: string; current: boolean }[];
      key: string;
    }>();
  const { browsers: mine, key } = await list(desk.store.token);
  expect(mine).toHaveLength(10);
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  const stranger = await makeStore(desk.app.db, desk.app.deps.config.secret);
  expect((await list(stranger.token)).browsers).toEqual([]);
  const id = mine[0]?.id ?? '';
  expect((await desk.app.post('/v1/account/push/remove', { id }, stranger)).status).toBe(404);
  expect((await desk.app.post('/v1/account/push/remove', { id }, desk.store)).status).toBe(200);
  expect((await list(desk.store.token)).browsers).toHaveLength(9);
  expect((await desk.app.get('/v1/account/push')).status).toBe(401);
});

test('a login by a new device is pushed to the browsers that the person already has', async () => {
  const password = 'Correto-Cavalo-7';
  const email = `aparelho-${randomBytes(4).toString('hex')}@exemplo.com.br`;
  const registered = await desk.app.post('/v1/login/register', { name: 'Ana', email, password });
  expect(registered.status, registered.text).toBe(200);
  await sql`update account set email_verified_at = now() where email = ${email}`.execute(desk.app.db);
  const first = await desk.app.post(
    '/v1/login',
    { email, password },
    { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } },
  );
  const own = await listener(first.json<{ token: string }>().token);
  await desk.app.post(
    '/v1/login',
    { email, password },
    { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' } },
  );
  await send();
  expect(own.shown()).toEqual([
    expect.objectContaining({ title: 'Entrada na sua conta por um aparelho novo', path: '/profile' }),
  ]);
});

test('two processes make one key, and a change of the secret keeps it and the browsers', async () => {
  await sql`delete from push_key`.execute(desk.app.db);
  const { config } = desk.app.deps;
  const keys = await Promise.all([1, 2, 3].map(() => pushKey(desk.app.db, config)));
  expect(new Set(keys.map(({ publicKey, privateKey }) => publicKey + privateKey)).size).toBe(1);
  const own = await listener(desk.store.token);
  const secret: Secret = [randomBytes(32), ...config.secret];
  await reseal(desk.app.pool, secret);
  await choose(desk.store.token, { kind: 'sale', mail: false, push: true });
  await sell();
  await write();
  const { rows } = await sql<{ id: string }>`select id from push_message`.execute(desk.app.db);
  const renewed = { ...desk.app.deps, config: { ...config, secret: [secret[0]] as Secret } };
  await sendMessage(renewed, rows[0]?.id ?? '', new AbortController().signal);
  expect(own.shown()).toHaveLength(1);
  await reseal(desk.app.pool, [config.secret[0], secret[0]]);
});

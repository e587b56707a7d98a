import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeBrowser } from './made-up-browser.ts';
import { type PushStandin, startPush } from './push.ts';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc';

let service: PushStandin;
beforeAll(async () => {
  service = await startPush();
});
afterAll(() => service.close());
beforeEach(() => service.control.reset());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function proof(claims: object): string {
  const pair = createECDH('prime256v1');
  const point = pair.generateKeys();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
  const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${text}.${signature}, k=${point.toString('base64url')}`;
}
const soon = () => Math.floor(Date.now() / 1000) + 3600;
const good = () => ({ aud: 'https://fcm.googleapis.com', exp: soon(), sub: 'mailto:a@exemplo.com.br' });

const post = (headers: Record<string, string>, body: Buffer = Buffer.from('x')) =>
  fetch(`${service.url}/fcm.googleapis.com/fcm/send/abc`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm', ttl: '60', ...headers },
    body: new Uint8Array(body),
  });

test('it takes an encrypted message with a proof, and tells where it lies', async () => {
  const answer = await post({ authorization: proof(good()), topic: 'abc', urgency: 'high' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toContain('https://fcm.googleapis.com/');
  expect(service.control.taken(ENDPOINT)).toMatchObject([{ ttl: 60, topic: 'abc', urgency: 'high' }]);
});

test.each([
  ['for another service', () => ({ ...good(), aud: 'https://web.push.apple.com' })],
  ['that has ended', () => ({ ...good(), exp: soon() - 7200 })],
  ['that lasts longer than a day', () => ({ ...good(), exp: soon() + 86_400 })],
  ['that names nobody', () => ({ ...good(), sub: undefined })],
])('a proof %s is refused', async (_, claims) => {
  expect((await post({ authorization: proof(claims()) })).status).toBe(403);
  expect(service.control.taken()).toEqual([]);
});

test('a subscription belongs to one key, and a key that is no point proves nothing', async () => {
  const authorization = proof(good());
  expect((await post({ authorization })).status).toBe(201);
  expect((await post({ authorization: proof(good()) })).status).toBe(403);
  expect((await post({ authorization })).status).toBe(201);
  const beside = Buffer.alloc(65, 1).toString('base64url');
  expect((await post({ authorization: authorization.replace(/k=.*$/, `k=${beside}`) })).status).toBe(403);
});

test('a message needs a time to live and an encrypted body, and has 4096 bytes at most', async () => {
  const authorization = proof(good());
  expect((await post({ authorization, ttl: '' })).status).toBe(400);
  expect((await post({ authorization, 'content-encoding': 'aesgcm' })).status).toBe(400);
  expect((await post({ authorization, topic: 'x'.repeat(33) })).status).toBe(400);
  expect((await post({ authorization }, Buffer.alloc(4097))).status).toBe(413);
  service.control.end(ENDPOINT);
  expect((await post({ authorization })).status).toBe(410);
});

test('a made-up browser opens what was encrypted for it, by the steps of RFC 8291', () => {
  const browser = makeBrowser(ENDPOINT);
  const theirs = Buffer.from(browser.subscription.keys.p256dh, 'base64url');
  const auth = Buffer.from(browser.subscription.keys.auth, 'base64url');
  const own = createECDH('prime256v1');
  const ownPublic = own.generateKeys();
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const material = derive(
    own.computeSecret(theirs),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ownPublic]),
    32,
  );
  const salt = randomBytes(16);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(material, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(material, salt, 'Content-Encoding: nonce\0', 12),
  );
  const record = Buffer.concat([cipher.update('olá\u0002\0\0\0'), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(4096);
  size.writeUInt8(ownPublic.length, 4);
  const body = Buffer.concat([salt, size, ownPublic, record]);
  expect(browser.open(body)).toBe('olá');
  expect(() => makeBrowser(ENDPOINT).open(body)).toThrow();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { s3Files } from './s3.ts';

const files = s3Files({
  endpoint: 'https://s3.example.com',
  bucket: 'fotos',
  region: 'sa-east-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
});
let asked: Request[];
let limits: RequestInit[];
let answer: Response;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.250Z') });
  asked = [];
  limits = [];
  vi.stubGlobal('fetch', async (request: Request, limit: RequestInit) => {
    asked.push(request);
    limits.push(limit);
    return answer;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const headersOf = (request: Request | undefined) => Object.fromEntries(request?.headers ?? []);
const authorization = (names: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261123/sa-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${signature}`;

// Another implementation of AWS Signature Version 4 made these signatures.
test('an upload is signed with its bytes and its type', async () => {
  answer = new Response(null, { status: 200 });
  await files.put('abc/640.webp', Buffer.from('picture'), 'image/webp');
  expect(asked.map(({ method, url }) => [method, url])).toEqual([['PUT', 'https://s3.example.com/fotos/abc/640.webp']]);
  expect(limits).toEqual([{ redirect: 'error', signal: expect.any(AbortSignal) }]);
  expect(headersOf(asked[0])).toEqual({
    authorization: authorization(
      'content-type;host;x-amz-content-sha256;x-amz-date',
      'ef7e85dac096bfcdeabd0460fa1ba658c33881e81cb532e65c2f01b492c18d1f',
    ),
    'content-type': 'image/webp',
    'x-amz-content-sha256': '2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97',
    'x-amz-date': '20261123T120000Z',
  });
  expect(await asked[0]?.text()).toBe('picture');
});

test('a picture is read with a signature, and a missing one is undefined', async () => {
  answer = new Response('picture');
  expect(String(await files.get('abc/640.webp'))).toBe('picture');
  expect(headersOf(asked[0])).toMatchObject({
    authorization: authorization(
      'host;x-amz-content-sha256;x-amz-date',
      '48f62d1314dc050c215ea9a2de51305ebe12f323f943745b4e1533dd37a6350c',
    ),
  });
  answer = new Response(null, { status: 404 });
  expect(await files.get('abc/1280.webp')).toBeUndefined();
});

test('a refusal of the bucket is thrown after one try', async () => {
  answer = new Response('SlowDown', { status: 503 });
  await expect(files.get('abc/640.webp')).rejects.toThrow('503');
  answer = new Response('AccessDenied', { status: 403 });
  await expect(files.put('abc/640.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow('403');
  expect(asked).toHaveLength(2);
});

test('attack: a name that we did not make is never asked for', async () => {
  for (const name of ['../other-bucket/a.webp', 'a.webp?acl', '/a.webp', 'a//b.webp']) {
    await expect(files.get(name)).rejects.toThrow('Not a name');
  }
  expect(asked).toEqual([]);
});

import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { register } from 'prom-client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeAccount, makeStore } from '../../test/make.ts';
import { decodeUpload } from './decode-upload.ts';
import { encodeImage } from './encode-image.ts';
import { readImageHeader } from './image-header.ts';
import { imageBytes } from './queries.ts';
import { imageFiles, keepImage } from './store-image.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' }, limitInputPixels: false });

const BOUNDARY = 'limite';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** Uploads a picture, or the bytes of a stream. */
function upload(picture: Buffer | PassThrough, from: MadeStore = store) {
  return app.app.inject({
    method: 'POST',
    url: '/v1/image',
    headers: {
      host: `${from.subdomain}.${app.deps.config.domain}`,
      authorization: `Bearer ${from.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.isBuffer(picture) ? Buffer.concat([HEAD, picture, TAIL]) : picture,
  });
}

const people = async (count: number, password?: string) =>
  await Promise.all(Array.from({ length: count }, () => makeAccount(app.db, password ? { password } : {})));
const codeOf = (answer: { json(): { code?: string } }) => answer.json().code;

/**
 * Logs in one after the other until `over` is true. Answers how many logins ended before that.
 */
async function loginsUntil(over: () => boolean, emails: string[], password: string): Promise<number> {
  for (let count = 0; ; count++) {
    const answer = await app.post('/v1/login', { email: emails[count % emails.length], password });
    if (over()) return count;
    if (answer.status !== 200) throw new Error(answer.text);
    if (count % 10 === 9) await sql`truncate throttle`.execute(app.db);
  }
}

test.each([
  ['40 megapixels', 8000, 5000],
  ['16 megapixels', 4000, 4000],
])(
  '30 pictures of %s at once do not stop logins',
  async (_, width, height) => {
    const password = 'Senha-Boa-E-Longa-7';
    const emails = (await people(10, password)).map(({ email }) => email);
    const attackers = await Promise.all(Array.from({ length: 15 }, () => makeStore(app.db, app.deps.config.secret)));
    const picture = await plain(width, height).png().toBuffer();
    let done = false;
    const uploads = Promise.all(attackers.flatMap((from) => [upload(picture, from), upload(picture, from)]));
    uploads.finally(() => {
      done = true;
    });
    const during = await loginsUntil(() => done, emails, password);
    const codes = (await uploads).map(codeOf);
    if (width * height > 16_000_000) {
      expect(new Set(codes)).toEqual(new Set(['image_too_many_pixels']));
    } else {
      // The decoder makes the one at work and the four that wait. The others have to come again.
      const made = codes.filter((code) => code === undefined).length;
      expect(made).toBeGreaterThanOrEqual(5);
      expect(during, 'people log in while pictures are made').toBeGreaterThanOrEqual(made);
    }
    expect(new Set(codes).has('internal')).toBe(false);
  },
  180_000,
);

test('an account has one picture at work and one that waits; others have to come again, and do not count', async () => {
  await sql`truncate throttle`.execute(app.db);
  const picture = await plain(3000, 3000).png().toBuffer();
  const own = await Promise.all(Array.from({ length: 6 }, () => upload(picture)));
  expect(own.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  const refused = own.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect(codeOf(refused[0] as (typeof refused)[0])).toBe('image_busy');
  expect((await upload(picture)).statusCode).toBe(200);
  const { rows } = await sql<{ hits: number }>`select hits from throttle where key like 'upload:%'`.execute(app.db);
  expect(rows).toEqual([{ hits: 3 }]);
});

test('an account holds bytes for two uploads that never end, and its next one has to come again at once', async () => {
  await sql`truncate throttle`.execute(app.db);
  const slow: PassThrough[] = [];
  const begin = () => {
    const body = new PassThrough();
    slow.push(body);
    const begun = upload(body);
    body.write(Buffer.concat([HEAD, Buffer.alloc(1_000_000)]));
    return begun;
  };
  const held = [begin(), begin()];
  // Both are being read, so a third finds no place although the decoder has nothing to do.
  await delay(300);
  const refused = await Promise.race([begin(), delay(5000, undefined)]);
  for (const body of slow) body.end(TAIL);
  expect([refused?.statusCode, refused && codeOf(refused)]).toEqual([503, 'image_busy']);
  expect((await Promise.all(held)).map(codeOf)).toEqual(['image_unsupported', 'image_unsupported']);
  expect((await upload(await plain(30, 30).png().toBuffer())).statusCode).toBe(200);
});

test('three accounts do not fill the queue: a fourth account still finds a place in it', async () => {
  const picture = await plain(2000, 2000).png().toBuffer();
  const attack = ['a', 'b', 'c'].flatMap((account) => [1, 2, 3].map(() => decodeUpload(account, picture)));
  const honest = decodeUpload('d', picture);
  const made = await Promise.allSettled(attack);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect((await honest).width).toBe(2000);
});

test('a thin strip of a picture is kept within the greatest height', async () => {
  const strip = await plain(900, 16_000).png().toBuffer();
  const { files } = await encodeImage(strip);
  for (const { bytes } of files) {
    const { width, height } = await sharp(bytes).metadata();
    expect([width <= 1280, height <= 2560]).toEqual([true, true]);
  }
});

test('the bytes decide what a picture is, and a wrong one is refused before it is decoded', async () => {
  const picture = (name: 'png' | 'jpeg' | 'webp', lossless = false) =>
    name === 'webp' ? plain(300, 200).webp({ lossless }).toBuffer() : plain(300, 200)[name]().toBuffer();
  for (const [type, bytes] of [
    ['png', await picture('png')],
    ['jpeg', await picture('jpeg')],
    [
      'jpeg',
      await plain(300, 200)
        .withExif({ IFD0: { Artist: 'x'.repeat(20_000) } })
        .jpeg({ progressive: true })
        .toBuffer(),
    ],
    ['webp', await picture('webp')],
    ['webp', await picture('webp', true)],
    ['webp', await plain(300, 200).ensureAlpha(0.5).webp().toBuffer()],
  ] as const) {
    expect(readImageHeader(bytes)).toEqual({ type, width: 300, height: 200 });
    for (let length = 0; length < Math.min(bytes.length, 200); length++) readImageHeader(bytes.subarray(0, length));
  }
  // Markers without a length (TEM, RST0 to RST7) may stand between the segments of a JPEG.
  const jpeg = await picture('jpeg');
  const marked = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ff01ffd0ffd7', 'hex'), jpeg.subarray(2)]);
  expect(readImageHeader(marked)).toEqual({ type: 'jpeg', width: 300, height: 200 });
  // The pictures that the decoder has worked on. libvips reads GIF, TIFF and AVIF, and must never get one from us.
  const decoded = async () => (await register.getSingleMetric('vitrine_pictures_total')?.get())?.values;
  const before = await decoded();
  for (const other of [
    await plain(300, 200).gif().toBuffer(),
    await plain(300, 200).tiff().toBuffer(),
    await plain(300, 200).avif().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(100, 0xff),
    Buffer.alloc(0),
  ]) {
    expect(readImageHeader(other)).toBeUndefined();
    expect((await upload(other)).statusCode).toBe(415);
  }
  expect(await decoded()).toEqual(before);
});

test('a false header costs one refusal, and so does a picture that kills the decoder', async () => {
  const good = await plain(300, 200).png().toBuffer();
  const liar = Buffer.from(await plain(20, 20).png().toBuffer());
  liar.writeUInt32BE(4000, 16);
  const cut = (await plain(4000, 3000).png().toBuffer()).subarray(0, 2000);
  for (const poison of [liar, cut]) {
    expect((await upload(poison)).statusCode).toBe(415);
    expect((await upload(good)).statusCode).toBe(200);
  }
  const slow = await plain(3000, 3000).png({ palette: true, compressionLevel: 9 }).toBuffer();
  // A process of its own, because here the killed decoder might belong to another suite.
  const program = `
    const { decodeUpload } = await import(${JSON.stringify(join(import.meta.dirname, 'decode-upload.ts'))});
    const { execFileSync } = await import('node:child_process');
    const good = Buffer.from('${good.toString('base64')}', 'base64');
    const slow = Buffer.from('${slow.toString('base64')}', 'base64');
    const kill = () => {
      try {
        process.kill(Number(execFileSync('pgrep', ['-P', String(process.pid), '-f', 'image-decoder'])), 'SIGKILL');
      } catch {}
    };
    await decodeUpload('a', good);
    // A decoder that is killed once may have died of anything, so its picture and the waiting one are both made.
    const [once, waiting] = await Promise.allSettled([decodeUpload('a', good), decodeUpload('b', good), kill()]);
    // If decoders die again and again, the picture is taken for the cause.
    const poison = decodeUpload('a', slow).then(() => 'made', ({ code }) => code);
    const killing = setInterval(kill, 5);
    const code = await poison;
    clearInterval(killing);
    const { width } = await decodeUpload('b', good);
    console.log(JSON.stringify([once.value?.width, waiting.value?.width, code, width]));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual([300, 300, 'image_unsupported', 300]);
});

test('a decoder without its parent ends at once, even in the middle of a picture', async () => {
  const child = fork(join(import.meta.dirname, 'image-decoder.ts'), { serialization: 'advanced', stdio: 'ignore' });
  const answer = async (picture: Buffer) => {
    child.send(picture);
    await once(child, 'message');
  };
  await answer(await plain(300, 200).png().toBuffer());
  // Noise takes long to encode.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const slow = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 60, progressive: true })
    .toBuffer();
  const start = performance.now();
  await answer(slow);
  const whole = performance.now() - start;
  child.send(slow);
  await delay(whole / 8);
  const left = performance.now();
  child.disconnect();
  const [, signal] = await once(child, 'exit');
  expect([signal, performance.now() - left < whole / 4]).toEqual(['SIGKILL', true]);
}, 120_000);

test('an account uploads at most three hundred pictures a day in all its stores', async () => {
  const other = await makeStore(app.db, app.deps.config.secret);
  const second = await makeStore(app.db, app.deps.config.secret, { owner: other.owner });
  const picture = await plain(30, 20).png().toBuffer();
  expect((await upload(picture, other)).statusCode).toBe(200);
  await sql`update throttle set hits = 300 where key like 'upload:%'`.execute(app.db);
  const answer = await upload(picture, second);
  expect([answer.statusCode, codeOf(answer)]).toEqual([429, 'rate_limited']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3600);
});

test('uploads at the same moment take no more room than a store has', async () => {
  const full = await makeStore(app.db, app.deps.config.secret);
  const picture = await plain(300, 200).png().toBuffer();
  expect((await upload(picture, full)).statusCode).toBe(200);
  const { bytes } = await app.db
    .selectFrom('image')
    .where('store_id', '=', full.id)
    .select('bytes')
    .executeTakeFirstOrThrow();
  // Room for one and a half more.
  const rest = 500 * 1024 * 1024 - bytes - Math.floor(bytes * 1.5);
  await sql`insert into image (store_id, key, bytes, width, height) values (${full.id}, 'fill', ${rest}, 1, 1)`.execute(
    app.db,
  );
  const image = {
    width: 300,
    height: 200,
    files: [{ name: '640.webp', contentType: 'image/webp', bytes: Buffer.alloc(bytes) }],
  };
  const files = imageFiles(app.deps.config);
  const kept = await Promise.allSettled(Array.from({ length: 6 }, () => keepImage(app.db, files, full.id, image)));
  expect(kept.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const failing = { ...files, put: () => Promise.reject(new Error('disk')) };
  await sql`delete from image where store_id = ${full.id} and key = 'fill'`.execute(app.db);
  const before = await imageBytes(app.db, full.id);
  await expect(keepImage(app.db, failing, full.id, image)).rejects.toThrow('disk');
  expect(await imageBytes(app.db, full.id)).toBe(before);
});

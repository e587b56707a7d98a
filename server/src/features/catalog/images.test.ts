import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeCategory } from '../../test/make-catalog.ts';

let test: TestApp;
let store: MadeStore;
let stranger: MadeStore;

beforeAll(async () => {
  test = await createTestApp();
  store = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
  stranger = await makeStore(test.db, test.deps.config.secret, { plan: 'premium' });
});
afterAll(() => test.close());

describe('images', () => {
  const upload = (bytes: Buffer, token = store.token) => {
    const boundary = 'limite-do-teste';
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return test.app.inject({
      method: 'POST',
      url: '/v1/image',
      payload,
      headers: {
        authorization: `Bearer ${token}`,
        'x-store': store.subdomain,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
  };

  it('are encoded anew in several widths and served for ever', async () => {
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7c3aed' } })
      .png()
      .toBuffer();
    const answer = await upload(png);
    expect(answer.statusCode).toBe(200);
    const { imageUrl } = answer.json<{ imageUrl: string }>();
    const served = await test.app.inject({ method: 'GET', url: imageUrl });
    expect(served.headers['content-type']).toBe('image/webp');
    expect(served.headers['cache-control']).toContain('immutable');
    expect((await sharp(served.rawPayload).metadata()).width).toBe(640);
    const categoryId = await makeCategory(test.db, store.id);
    const product = await test.post(
      '/v1/products/create',
      { subdomain: store.subdomain, name: 'Foto', categoryId, price: 1, imageUrl },
      { token: store.token },
    );
    expect(product.status).toBe(200);
    const foreignCategory = await makeCategory(test.db, stranger.id);
    const stolen = await test.post(
      '/v1/products/create',
      { subdomain: stranger.subdomain, name: 'Foto', categoryId: foreignCategory, price: 1, imageUrl },
      { token: stranger.token },
    );
    expect(stolen.json()).toMatchObject({ code: 'image_not_found' });
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    ['text', Buffer.from('not an image'), 415],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 413],
  ])('refuse %s', async (_, bytes, status) => {
    const answer = await upload(bytes);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false });
  });

  it('answer 404 for unknown paths', async () => {
    for (const url of [
      '/images/..%2f..%2fsecret/640.webp',
      '/images/abc/640.webp',
      `/images/${'a'.repeat(32)}/640.webp`,
    ]) {
      expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(404);
    }
  });
});

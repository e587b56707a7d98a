import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { encodingFor, matches } from '../http/packed.ts';
import { createPageCache } from './page-cache.ts';

const page = (text: string) => async () => ({ status: 200, headers: { 'x-page': 'a' }, body: Buffer.from(text) });

describe('the page cache', () => {
  it('keeps a page in three encodings with their own validators', async () => {
    const cache = createPageCache({ maxBytes: 1_000_000 });
    await cache.fill('k', 'store', page('<h1>Olá</h1>'));
    const kept = cache.get('k');
    expect(brotliDecompressSync(kept?.bodies.br.bytes ?? Buffer.alloc(0)).toString()).toBe('<h1>Olá</h1>');
    expect(gunzipSync(kept?.bodies.gzip.bytes ?? Buffer.alloc(0)).toString()).toBe('<h1>Olá</h1>');
    expect(new Set(Object.values(kept?.bodies ?? {}).map((body) => body.etag)).size).toBe(3);
  });

  it('says that a page left: replaced, invalidated, pushed out or cleared', async () => {
    const onDrop = vi.fn();
    const cache = createPageCache({ maxBytes: 6000, onDrop });
    const drops = async (work: () => unknown) => {
      onDrop.mockClear();
      await work();
      return onDrop.mock.calls.length > 0;
    };
    expect(await drops(() => cache.fill('a', 'one', page('1')))).toBe(false);
    expect(await drops(() => cache.fill('a', 'one', page('2')))).toBe(true);
    expect(await drops(() => cache.invalidate('two'))).toBe(false);
    expect(await drops(() => cache.invalidate('one'))).toBe(true);
    await cache.fill('b', 'one', page('3'));
    expect(await drops(() => cache.fill('c', 'one', page('x'.repeat(4500))))).toBe(true);
    expect(await drops(() => cache.clear())).toBe(true);
  });

  it('renders once for all who ask at the same time', async () => {
    const cache = createPageCache({ maxBytes: 1_000_000 });
    let renders = 0;
    const slow = async () => {
      renders += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { status: 200, headers: {}, body: Buffer.from('x') };
    };
    await Promise.all(Array.from({ length: 20 }, () => cache.fill('k', 'store', slow)));
    expect(renders).toBe(1);
  });

  it('gives a page from before a change to nobody, not even to those who asked before the change', async () => {
    const cache = createPageCache({ maxBytes: 1_000_000 });
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const old = cache.fill('k', 'store', async () => {
      await gate;
      return { status: 200, headers: {}, body: Buffer.from('old') };
    });
    cache.invalidate('store');
    const fresh = await cache.fill('k', 'store', page('new'));
    release();
    expect((await old).bodies.identity.bytes.toString()).toBe('new');
    expect(fresh.bodies.identity.bytes.toString()).toBe('new');
    expect(cache.get('k')?.bodies.identity.bytes.toString()).toBe('new');
  });

  it('renders a page again when a change came meanwhile, and keeps no page of a store that never stops changing', async () => {
    const cache = createPageCache({ maxBytes: 1_000_000 });
    let renders = 0;
    const overtaken = (times: number) => async () => {
      renders += 1;
      if (renders <= times) cache.invalidate('store');
      return { status: 200, headers: {}, body: Buffer.from(String(renders)) };
    };
    expect((await cache.fill('k', 'store', overtaken(2))).bodies.identity.bytes.toString()).toBe('3');
    expect(cache.get('k')).toBeDefined();
    renders = 0;
    await cache.fill('other', 'store', overtaken(100));
    expect(renders).toBeLessThan(10);
    expect(cache.get('other')).toBeUndefined();
  });

  it('forgets one store and leaves the others', async () => {
    const cache = createPageCache({ maxBytes: 1_000_000 });
    await cache.fill('a', 'one', page('a'));
    await cache.fill('b', 'two', page('b'));
    cache.invalidate('one');
    expect(cache.get('a')).toBeUndefined();
    expect(cache.get('b')).toBeDefined();
  });

  it('stays below its limit of bytes: pages without requests go first', async () => {
    const cache = createPageCache({ maxBytes: 9_000 });
    const random = (length: number) =>
      Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7919) % 90))).join('');
    await cache.fill('a', 's', page(random(1500)));
    await cache.fill('b', 's', page(random(1500)));
    cache.get('a');
    for (const key of ['c', 'd', 'e', 'f']) {
      cache.get('a');
      await cache.fill(key, 's', page(random(1500)));
    }
    expect(cache.bytes).toBeLessThanOrEqual(9_000);
    expect(cache.get('a')).toBeDefined();
    expect(cache.get('b')).toBeUndefined();
  });

  it('makes room even if every page was requested, and keeps no page that is larger than the limit', async () => {
    const cache = createPageCache({ maxBytes: 9_000 });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await cache.fill(key, 's', page(String.fromCharCode(...Array.from({ length: 1500 }, (_, i) => 33 + (i % 90)))));
      expect(cache.get(key)).toBeDefined();
    }
    expect(cache.bytes).toBeLessThanOrEqual(9_000);
    await cache.fill('huge', 's', page('x'.repeat(10_000)));
    expect(cache.get('huge')).toBeUndefined();
    expect(cache.get('f')).toBeDefined();
  });

  it.each([302, 500, 503])('does not keep an answer of status %i', async (status) => {
    const cache = createPageCache({ maxBytes: 1_000_000 });
    await cache.fill('k', 's', async () => ({ status, headers: {}, body: Buffer.from('no') }));
    expect(cache.get('k')).toBeUndefined();
  });

  it('keeps a page that says "not found" for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const cache = createPageCache({ maxBytes: 1_000_000 });
      await cache.fill('k', 's', async () => ({ status: 404, headers: {}, body: Buffer.from('no') }));
      expect(cache.get('k')?.status).toBe(404);
      vi.advanceTimersByTime(10_001);
      expect(cache.get('k')).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('content negotiation', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    [undefined, 'identity'],
  ])('answers %j with %s', (accept, encoding) => {
    expect(encodingFor(accept)).toBe(encoding);
  });
  it('compares validators', () => {
    expect(matches('"a", "b"', '"b"')).toBe(true);
    expect(matches(undefined, '"b"')).toBe(false);
  });
});

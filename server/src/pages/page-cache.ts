import { LRUCache } from 'lru-cache';
import { type Encoding, hashOf, pack } from '../http/packed.ts';

/** A public page as bytes in every encoding, ready to be sent. It is made once per change. */
export interface CachedPage {
  status: number;
  bodies: Record<Encoding, PageBody>;
}

/** A page in one encoding. Headers are flat lists of names and values, as node:http writes them. */
interface PageBody {
  bytes: Buffer;
  etag: string;
  headers: string[];
  /** The headers of a 304: the same without the length. */
  unchanged: string[];
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Already compressed, like a picture: everybody gets the same bytes. */
  packed?: boolean;
}

/** A "not found" page is drawn again after this time, in ms, because the address may exist by then. */
const NOTHING_MS = 10_000;
/** A store may change faster than its pages are drawn. After this many renders the last one is sent and not kept. */
const MAX_RENDERS = 4;

async function encode({ status, headers, body, packed }: RenderedPage): Promise<CachedPage> {
  if (packed) {
    const etag = `"${hashOf(body)}"`;
    const unchanged = Object.entries({ ...headers, etag }).flat();
    const only = { bytes: body, etag, headers: [...unchanged, 'content-length', String(body.length)], unchanged };
    return { status, bodies: { identity: only, gzip: only, br: only } };
  }
  const bodies = await pack(body);
  const variant = (encoding: Encoding): PageBody => {
    const { bytes, etag } = bodies[encoding];
    const unchanged = Object.entries({
      ...headers,
      etag,
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }).flat();
    return { bytes, etag, headers: [...unchanged, 'content-length', String(bytes.length)], unchanged };
  };
  return { status, bodies: { identity: variant('identity'), gzip: variant('gzip'), br: variant('br') } };
}

function sizeOf(page: CachedPage): number {
  const bodies = new Set(Object.values(page.bodies).map(({ bytes }) => bytes));
  return [...bodies].reduce((sum, bytes) => sum + bytes.length, 1024);
}

interface Kept {
  page: CachedPage;
  group: string;
}

export interface PageCache {
  /** The page of a key, or undefined. It then counts as requested. */
  get(key: string): CachedPage | undefined;
  /**
   * Renders and keeps a page. Callers that come meanwhile share the render. If its group is invalidated meanwhile, it
   * is rendered again: nobody may get the old page after another person got the new one. Status 200 is kept, 404 for
   * seconds, any other status not at all.
   */
  fill(key: string, group: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
  /** Whether the page is being rendered now, so that one more request costs no render. */
  isFilling(key: string, group: string): boolean;
  /** Forgets every page of a group (a store). */
  invalidate(group: string): void;
  clear(): void;
  readonly bytes: number;
}

/**
 * The page cache (DESIGN.md, rule 9). It holds at most `maxBytes`: the page with the oldest request goes first, and a
 * page larger than the limit is not kept. Keys must come from a bounded set per group: known hosts and paths, no
 * query. `onDrop` is called whenever a page leaves the cache or is replaced, for whatever reason.
 */
export function createPageCache({ maxBytes, onDrop }: { maxBytes: number; onDrop?: () => void }): PageCache {
  const pages = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    dispose: () => onDrop?.(),
    sizeCalculation: ({ page }) => sizeOf(page),
    // It asks the clock each time: the library would keep an instant for a ms and set a timer for it.
    ttlResolution: 0,
    perf: Date,
  });
  const filling = new Map<string, Promise<CachedPage>>();
  const generations = new Map<string, number>();
  let era = 0;
  const generationOf = (group: string) => `${era} ${generations.get(group) ?? 0}`;

  /** One render at a time for a key in a generation; all other callers wait for it. */
  async function renderOnce(flight: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = filling.get(flight);
    if (running) return await running;
    const filled = render().then(encode);
    filling.set(flight, filled);
    try {
      return await filled;
    } finally {
      filling.delete(flight);
    }
  }

  function keep(key: string, group: string, page: CachedPage): void {
    const isKept = page.status === 200 || page.status === 404;
    if (!isKept || pages.peek(key)?.page === page) return;
    pages.set(key, { page, group }, { ttl: page.status === 200 ? 0 : NOTHING_MS });
  }

  return {
    get: (key) => pages.get(key)?.page,
    async fill(key, group, render) {
      for (let renders = 1; ; renders += 1) {
        const generation = generationOf(group);
        const page = await renderOnce(`${key} ${generation}`, render);
        if (generationOf(group) === generation) {
          keep(key, group, page);
          return page;
        }
        const newer = pages.get(key)?.page;
        if (newer || renders === MAX_RENDERS) return newer ?? page;
      }
    },
    isFilling: (key, group) => filling.has(`${key} ${generationOf(group)}`),
    invalidate(group) {
      generations.set(group, (generations.get(group) ?? 0) + 1);
      for (const [key, entry] of [...pages.entries()]) if (entry.group === group) pages.delete(key);
    },
    clear() {
      era += 1;
      pages.clear();
      generations.clear();
    },
    get bytes() {
      return pages.calculatedSize;
    },
  };
}

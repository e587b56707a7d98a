import { pathOf } from '@vitrine/contract/calls/address';
import type { LiveNews } from '@vitrine/contract/live';
import { ApiError, apiStream } from '../../lib/api.ts';
import { readEvents } from './read-events.ts';

/** The server ends a stream after an hour. */
const LONGEST_MS = 2 * 60 * 60_000;
/** The server shows every 15 s that a stream is alive. */
const SILENCE_MS = 45_000;
/** Pause before a stream is opened again: it doubles with each failure. Half of it is random, so that panels spread. */
const PAUSE_MS = 1000;
const PAUSE_MOST_MS = 60_000;

/** What a tab hears. */
export interface LiveEvents {
  /** From now on the stream tells of everything. Answers that were read before may be old. */
  ready(): void;
  /** `speaks`: of the browser's tabs, this one holds the stream, so it alone rings. */
  news(news: LiveNews, speaks: boolean): void;
  /** The stream tells of nothing for now. */
  down(): void;
}

type Word = { kind: 'ready' | 'down' | 'alive' | 'who' | 'here' } | { kind: 'news'; news: LiveNews };

/**
 * Follows a store until the returned function is called. A browser lets a page open few connections at once, so the tabs of one
 * person share a stream: one holds the lock and the stream, and tells the others. When it closes, the next tab gets the lock.
 */
export function followStore(person: string, store: string, heard: LiveEvents): () => void {
  const cut = new AbortController();
  const name = `vitrine-live ${person} ${store}`;
  const channel = new BroadcastChannel(name);
  let open = false;
  let speaks = false;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function take(word: Word): void {
    clearTimeout(patience);
    if (word.kind === 'news') heard.news(word.news, speaks);
    const stands = word.kind !== 'down';
    if (word.kind === 'ready' || (stands && !open)) heard.ready();
    if (!stands && open) heard.down();
    open = stands;
    // A tab that sleeps in the background may hold the stream without reading it.
    if (stands && !speaks) patience = setTimeout(() => take({ kind: 'down' }), SILENCE_MS);
  }
  const tell = (word: Word) => {
    if (cut.signal.aborted) return;
    take(word);
    channel.postMessage(word);
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind !== 'who') take(data);
    else if (speaks && open) channel.postMessage({ kind: 'here' } satisfies Word);
  };
  channel.postMessage({ kind: 'who' } satisfies Word);

  const hold = async () => {
    speaks = true;
    await holdStream(store, cut.signal, tell);
  };
  // Without a secure context there are no locks, and each tab has a stream.
  const holding = navigator.locks ? navigator.locks.request(name, { signal: cut.signal }, hold) : hold();
  holding.catch((error: unknown) => {
    if (!cut.signal.aborted) console.error('live', error);
  });
  return () => {
    clearTimeout(patience);
    cut.abort();
    channel.close();
  };
}

/** Keeps a stream open until the signal. Resolves then. */
async function holdStream(store: string, signal: AbortSignal, tell: (word: Word) => void): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let wish = 0;
    try {
      const path = pathOf('GET /live/events');
      const { body } = await apiStream(path, { store, signal, accept: 'text/event-stream', timeoutMs: LONGEST_MS });
      const alive = () => tell({ kind: 'alive' });
      for await (const { event, data } of readEvents(body as ReadableStream<Uint8Array>, {
        silenceMs: SILENCE_MS,
        alive,
      })) {
        failures = 0;
        if (event === 'ready') tell({ kind: 'ready' });
        else if (event === 'news') tell({ kind: 'news', news: JSON.parse(data) as LiveNews });
      }
    } catch (error) {
      // A person who lost the store, or whose session ended, is led away by `watchAccess`.
      if (error instanceof ApiError) wish = (error.retryAfter ?? 0) * 1000;
    }
    if (signal.aborted) return;
    tell({ kind: 'down' });
    const pause = Math.max(wish, Math.min(PAUSE_MOST_MS, PAUSE_MS * 2 ** failures));
    failures += 1;
    await rest(pause * (0.5 + Math.random()), signal);
  }
}

/** Resolves after the pause, when the browser is online again, or at the signal. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

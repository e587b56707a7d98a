import type { LiveNews } from '@vitrine/contract/live';
import { useEffect } from 'react';
import { useAppStore } from '../../state/app-store.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { followStore } from './follow-store.ts';
import { renewPush } from './push.ts';
import { everything, joinNews, refreshByNews } from './refresh.ts';
import { tellOfSales } from './tell-sales.ts';

/** How often everything on the screen is read while there is no stream, in ms. */
const WITHOUT_MS = 10_000;
/** A stream also tells of the five seconds before it began. So an answer younger than this, in ms, is not read again when it begins. */
const YOUNG_MS = 4000;
/** Panels that hear the same news read them within this time, in ms. */
const SPREAD_MS = 200;

/** Keeps what the panel shows of the current store up to date. */
export default function Live() {
  const store = useCurrentStoreId();
  const person = useAppStore((state) => state.auth.user?.id);
  useEffect(() => (store && person ? keepUpToDate(person, store) : undefined), [store, person]);
  useEffect(() => {
    if (person) renewPush(person).catch((error: unknown) => console.error('push', error));
  }, [person]);
  return null;
}

/**
 * Reads again what news are about, one read at a time: all news that come during a read are read together after it. A tab that nobody
 * sees reads when it is seen.
 */
function keepUpToDate(person: string, store: string): () => void {
  const sales = tellOfSales(person, store);
  let pending: LiveNews | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let open = false;
  let begun = false;

  async function read(): Promise<void> {
    timer = undefined;
    if (document.hidden || reading || !pending) return;
    const news = pending;
    pending = undefined;
    reading = true;
    try {
      await refreshByNews(store, news);
    } catch (error) {
      // The failed read is made again with the next news, or with the next look while there is no stream.
      console.error('live', error);
    } finally {
      reading = false;
      plan();
    }
  }
  function plan(): void {
    if (!pending || document.hidden || reading) return;
    timer ??= setTimeout(() => void read(), Math.random() * SPREAD_MS);
  }
  function take(news: LiveNews): void {
    pending = joinNews(pending, news);
    plan();
  }

  const leave = followStore(person, store, {
    ready() {
      open = true;
      // The first stream also tells of the seconds before it, in which this page was read.
      if (begun) take(everything);
      else void refreshByNews(store, everything, YOUNG_MS);
      begun = true;
    },
    news(news, speaks) {
      sales.sold(news.sales, speaks);
      if (news.topics.includes('files')) void tellFiles(store);
      take(news);
    },
    down() {
      open = false;
    },
  });
  const without = setInterval(() => {
    if (!open) take(everything);
  }, WITHOUT_MS);
  document.addEventListener('visibilitychange', plan);
  return () => {
    leave();
    sales.stop();
    clearInterval(without);
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', plan);
  };
}

/** Says of the person's spreadsheets that they are ready. Most visits have none, so its script comes with the first. */
async function tellFiles(store: string): Promise<void> {
  try {
    await (await import('../files/tell-files.ts')).tellFiles(store);
  } catch (error) {
    // The window with the spreadsheets shows them too.
    console.error('files', error);
  }
}

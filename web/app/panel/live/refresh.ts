import type { JsonCallName } from '@vitrine/contract/calls/table';
import type { LiveNews, LiveTopic } from '@vitrine/contract/live';
import { queryClient } from '../layout/query-client.ts';
import { shownOrders } from './order-calls.ts';

/** Answers that a topic makes old. Orders that the news name are read by their ids. */
const madeOld: Record<LiveTopic, readonly JsonCallName[]> = {
  orders: ['POST /order/wave', 'POST /buyers/details'],
  figures: ['POST /dashboard', 'POST /figures'],
  visits: ['POST /dashboard', 'POST /figures'],
  attention: ['POST /dashboard', 'POST /store/payment-account'],
  servers: ['GET /store/connection'],
  alerts: ['POST /alerts'],
  files: ['POST /files'],
  approvals: ['POST /approvals', 'POST /dashboard'],
};

/** Everything may have changed: after a pause of the stream, and while there is no stream. */
export const everything: LiveNews = {
  topics: ['orders', 'figures', 'attention', 'servers', 'alerts', 'files', 'approvals'],
  orders: [],
  sales: [],
};

/** Two news as one. */
export function joinNews(a: LiveNews | undefined, b: LiveNews): LiveNews {
  if (!a) return b;
  const unnamed = [a, b].some(({ topics, orders }) => topics.includes('orders') && orders.length === 0);
  return {
    topics: [...new Set([...a.topics, ...b.topics])],
    orders: unnamed ? [] : [...new Set([...a.orders, ...b.orders])],
    sales: [...a.sales, ...b.sales],
  };
}

/** Calls name at most this many orders. */
const MOST_NAMED = 100;

/** The screens on which visits stand. */
const showsVisits = ['/dashboard', '/figures'];

/** A new stream also tells of what happened shortly before it. It does not for these answers. */
const onlyFromNowOn: readonly string[] = ['GET /store/connection', 'POST /alerts'] satisfies JsonCallName[];

/**
 * Reads again the answers that the news made old, if a screen shows them. The others are read when a screen needs them. `youngMs`: a
 * stream has just begun, so an answer that is younger than this, or is being read now, stays.
 */
export async function refreshByNews(store: string, { topics, orders }: LiveNews, youngMs?: number): Promise<void> {
  const named = orders.length > 0 && orders.length <= MOST_NAMED;
  const old = new Set<string>(topics.flatMap((topic) => madeOld[topic]));
  if (topics.includes('orders') && !named) for (const name of shownOrders) old.add(name);
  if (topics.every((topic) => topic === 'visits') && !showsVisits.includes(window.location.pathname)) old.clear();
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, of], state: { fetchStatus, dataUpdatedAt } }) =>
        of === store &&
        old.has(name as string) &&
        (youngMs === undefined ||
          onlyFromNowOn.includes(name as string) ||
          (fetchStatus === 'idle' && dataUpdatedAt < Date.now() - youngMs)),
    }),
    ...(topics.includes('orders') && named ? [refreshNamed(store, orders)] : []),
  ]);
}

/** Most pages show no order, so the script that reads orders again is loaded with the first news of one. */
async function refreshNamed(store: string, ids: string[]): Promise<void> {
  const { refreshOrders } = await import('./refresh-orders.ts');
  await refreshOrders(store, ids);
}

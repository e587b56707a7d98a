import { alertKind } from '@vitrine/contract/alert-kinds';
import type { LiveNews, LiveTopic } from '@vitrine/contract/live';
import { mayDo, type Permission } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/stores';
import type { Look } from './queries.ts';

/** More orders than this are not named: the panel reads its lists again. */
const MOST_NAMED = 100;
/** Visits are told this often, in ms: a busy shop has one every second, and nobody waits for the next. */
const VISITS_MS = 120_000;
/** What was told is remembered for this long, in ms: longer than a look finds it. */
const REMEMBER_MS = 120_000;

/** What changed in a store between two looks. */
export interface Change {
  orders: ReadonlySet<string>;
  sales: ReadonlySet<string>;
  /** Kinds of alerts. */
  alerts: ReadonlySet<string>;
  /** The payment account or its token. */
  account: boolean;
  servers: boolean;
  files: boolean;
  approvals: boolean;
  visits: boolean;
}

export const hasNews = ({ orders, alerts, account, servers, files, approvals, visits }: Change): boolean =>
  orders.size + alerts.size > 0 || account || servers || files || approvals || visits;

/** What a process remembers of a store, so that it tells each thing once. */
export class StoreMemory {
  readonly #placed = new Map<string, number>();
  readonly #paid = new Map<string, number>();
  #last: Pick<Look, 'alerts' | 'account' | 'servers' | 'files' | 'approvals' | 'visits'> | undefined;
  #visitsToldAt = 0;

  /** Compares a look with what was told. The first look finds only orders. */
  compare(look: Look, moved: ReadonlySet<string>, now: number): Change {
    const last = this.#last ?? look;
    this.#last = look;
    const placed = fresh(this.#placed, look.placed, now);
    const alerts = new Set(
      [...Object.keys(last.alerts), ...Object.keys(look.alerts)].filter(
        (kind) => last.alerts[kind] !== look.alerts[kind],
      ),
    );
    const visits = last.visits !== look.visits && now - this.#visitsToldAt >= VISITS_MS;
    // What is not told now is still news at the next look.
    if (visits) this.#visitsToldAt = now;
    else this.#last = { ...look, visits: last.visits };
    return {
      orders: new Set([...moved, ...placed]),
      sales: new Set(fresh(this.#paid, look.paid, now)),
      alerts,
      account: last.account !== look.account,
      servers: last.servers !== look.servers,
      files: last.files !== look.files,
      approvals: last.approvals !== look.approvals,
      visits,
    };
  }
}

/** Those ids that were not told before, and notes them as told. */
function fresh(told: Map<string, number>, ids: readonly string[], now: number): string[] {
  for (const [id, at] of told) if (now - at > REMEMBER_MS) told.delete(id);
  const news = ids.filter((id) => !told.has(id));
  for (const id of news) told.set(id, now);
  return news;
}

/** Everything may have changed. */
export const allNews: LiveNews = {
  topics: ['orders', 'figures', 'attention', 'servers', 'alerts', 'files', 'approvals'],
  orders: [],
  sales: [],
};

/** The permission that a member needs to hear of a topic. Each alert also has a permission of its own. */
const reads: Readonly<Record<LiveTopic, Permission>> = {
  orders: 'orders.read',
  figures: 'dashboard.read',
  visits: 'dashboard.read',
  attention: 'dashboard.read',
  servers: 'store.read',
  alerts: 'store.read',
  files: 'orders.read',
  approvals: 'orders.read',
};

/** What of these news a role may hear; undefined where nothing is left. */
export function newsFor(role: Role, news: LiveNews): LiveNews | undefined {
  const topics = news.topics.filter((topic) => mayDo(role, reads[topic]));
  if (topics.length === 0) return undefined;
  const named = topics.includes('orders');
  return { topics, orders: named ? news.orders : [], sales: named ? news.sales : [] };
}

/** A change as a role hears it; undefined where nothing of it is theirs to read. */
export function newsOf(role: Role, change: Change): LiveNews | undefined {
  const alerts = [...change.alerts].some((kind) => mayDo(role, alertKind(kind)?.permission ?? 'store.own'));
  const orders = change.orders.size > 0;
  const attention = change.servers || alerts || (change.account && mayDo(role, 'store.connect'));
  const topics: [LiveTopic, boolean][] = [
    ['orders', orders],
    ['figures', orders],
    ['visits', change.visits],
    ['attention', attention],
    ['servers', change.servers],
    ['alerts', alerts],
    ['files', change.files],
    ['approvals', change.approvals],
  ];
  return newsFor(role, {
    topics: topics.filter(([, told]) => told).map(([topic]) => topic),
    orders: change.orders.size > MOST_NAMED ? [] : [...change.orders],
    sales: [...change.sales],
  });
}

import type { LiveNews } from '@vitrine/contract/live';
import type { Role } from '@vitrine/contract/stores';
import { workFor } from '../../db/party.ts';
import type { Deps } from '../../deps.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { watchStores } from '../stores/watched/watch-store.ts';
import { allNews, hasNews, newsFor, newsOf, StoreMemory } from './news.ts';
import { lookAtStores, rolesNow } from './queries.ts';

/** After news nobody looks again for this long, in ms: what comes together is told together. */
const GAP_MS = 500;
/** How often we look without news, in ms, and how much longer for each open store: an order that waits for its payment has no
 * wake-up, and neither has a server that falls silent. */
const LOOK_MS = 1000;
const LOOK_MS_EACH = 2;
/** How often we ask who may still listen, in ms. News are told only to whoever may hear them at that moment. */
const ROLES_MS = 5000;
const BEAT_MS = 15_000;
/** A new panel is also told of what moved in this time before it opened, in ms: it may have read its lists before that. */
const RECENT_MS = 5000;

/** An open panel. */
export interface Panel {
  readonly store: StoreId;
  readonly sessionId: string;
  role: Role;
  /** From now on everything is told. Called once. */
  ready(): void;
  tell(news: LiveNews): void;
  beat(): void;
  end(): void;
}

interface Open {
  panels: Set<Panel>;
  memory: StoreMemory;
  moved: Set<string>;
  /** True after the first look. Later looks find what changed since then. */
  looked: boolean;
}

/**
 * The stores that somebody has open here. All of them together cost one look each second, and one more at most each half
 * second while orders move: the panels read again only what a look found to be new.
 */
export function watchPanels({ db, listener, log }: Pick<Deps, 'db' | 'listener' | 'log'>) {
  const stores: Map<StoreId, Open> = new Map();
  const recent: { store: StoreId; order: string; at: number }[] = [];
  /** Stores that nobody has noted as watched yet. */
  const unnoted: Set<StoreId> = new Set();
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  const lookedAt = { some: 0, all: 0, roles: 0, beat: performance.now() };
  let looking = false;
  /** Something was found that could not be told. */
  let untold = false;
  let closed = false;

  const unsubscribe = listener.on('orders', hear, () => {
    for (const panel of all()) tell(panel, newsFor(panel.role, allNews));
  });

  function hear(payload: string): void {
    const now = performance.now();
    const [id = '', order = ''] = payload.split(':');
    const store = storeIdOf({ store_id: id });
    while (recent[0] && now - recent[0].at > RECENT_MS) recent.shift();
    recent.push({ store, order, at: now });
    const open = stores.get(store);
    if (!open) return;
    open.moved.add(order);
    plan(lookedAt.some + GAP_MS);
  }

  const all = () => [...stores.values()].flatMap(({ panels }) => [...panels]);
  const tell = (panel: Panel, news: LiveNews | undefined) => news && panel.tell(news);

  /** Plans the next turn for this moment, unless an earlier one is planned. */
  function plan(at: number): void {
    if (closed || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void turn(), Math.max(0, at - performance.now()));
  }

  async function turn(): Promise<void> {
    due = Number.POSITIVE_INFINITY;
    if (looking || closed || stores.size === 0) return;
    looking = true;
    const now = performance.now();
    const everyMs = LOOK_MS + LOOK_MS_EACH * stores.size;
    const whole = now - lookedAt.all >= everyMs - 50;
    try {
      await workFor('open panels', () => look(whole, now));
    } catch (error) {
      log.warn({ err: error }, 'open panels could not be looked at');
    } finally {
      looking = false;
      lookedAt.some = performance.now();
      if (whole) lookedAt.all = now;
      const more = [...stores.values()].some(({ moved }) => moved.size > 0);
      plan(more ? lookedAt.some + GAP_MS : lookedAt.all + everyMs);
    }
  }

  async function look(whole: boolean, now: number): Promise<void> {
    if (now - lookedAt.beat >= BEAT_MS) {
      lookedAt.beat = now;
      for (const store of stores.keys()) unnoted.add(store);
      for (const panel of all()) panel.beat();
    }
    if (unnoted.size > 0) {
      const noted = [...unnoted];
      await watchStores(db, noted);
      for (const store of noted) unnoted.delete(store);
    }
    const looked = [...stores].filter(([, open]) => whole || open.moved.size > 0 || !open.looked);
    const moved = new Map(looked.map(([store, open]) => [store, open.moved]));
    for (const [, open] of looked) open.moved = new Set();
    const changes = await changesOf(looked, moved, now).catch((error) => {
      for (const [store, open] of looked) for (const order of moved.get(store) ?? []) open.moved.add(order);
      throw error;
    });
    for (const [, open] of looked) {
      if (!open.looked) for (const panel of open.panels) panel.ready();
      open.looked = true;
    }
    const missed = untold;
    const everybody = missed || now - lookedAt.roles >= ROLES_MS;
    if (everybody) lookedAt.roles = now;
    const asked = all().filter(({ store }) => everybody || changes.has(store));
    if (asked.length === 0) return;
    untold ||= changes.size > 0;
    const roles = await rolesNow(db, asked);
    untold = false;
    for (const [index, panel] of asked.entries()) {
      const role = roles[index];
      if (!role) panel.end();
      else {
        panel.role = role;
        const change = changes.get(panel.store);
        tell(panel, missed ? newsFor(role, allNews) : change && newsOf(role, change));
      }
    }
  }

  /** What changed in these stores; a store without a change is left out. */
  async function changesOf(looked: [StoreId, Open][], moved: Map<StoreId, Set<string>>, now: number) {
    const ids = looked.map(([store]) => store);
    const looks = await lookAtStores(
      db,
      ids,
      [...moved].flatMap(([store, orders]) => [...orders].map((order) => ({ store, order }))),
    );
    const found = looks.map((one) => {
      const store = storeIdOf(one);
      const change = stores.get(store)?.memory.compare(one, moved.get(store) ?? new Set(), now);
      return [store, change] as const;
    });
    return new Map(found.flatMap(([store, change]) => (change && hasNews(change) ? [[store, change]] : [])));
  }

  function begin(store: StoreId): Open {
    const open: Open = { panels: new Set(), memory: new StoreMemory(), moved: new Set(), looked: false };
    stores.set(store, open);
    unnoted.add(store);
    return open;
  }

  return {
    /** Tells the panel from now on. Call the answer to stop. */
    watch(panel: Panel): () => void {
      const open = stores.get(panel.store) ?? begin(panel.store);
      open.panels.add(panel);
      if (open.looked) panel.ready();
      const now = performance.now();
      for (const { store, order, at } of recent) {
        if (store === panel.store && now - at < RECENT_MS) open.moved.add(order);
      }
      plan(lookedAt.some + GAP_MS);
      return () => {
        open.panels.delete(panel);
        if (open.panels.size > 0 || stores.get(panel.store) !== open) return;
        stores.delete(panel.store);
        unnoted.delete(panel.store);
      };
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
      unsubscribe();
      for (const panel of all()) panel.end();
    },
  };
}

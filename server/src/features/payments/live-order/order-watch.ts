import { canStillChange } from '@vitrine/contract/delivery-states';
import type { PublicOrder } from '@vitrine/contract/orders';
import { currentParty, workFor } from '../../../db/party.ts';
import type { Deps } from '../../../deps.ts';
import { type DiscordWatch, watchDiscord } from '../../discord/discord-watch.ts';
import { publicOrder } from '../../orders/read-public-order.ts';
import { hurryPayment } from '../reconcile.ts';

const BEAT_MS = 4000;
/**
 * An order is read at each beat for this many beats after it last changed, then at every fourth: by then, time alone
 * changes little. An unpaid order is also read at every fourth, because the news of its payment may be lost.
 */
const LIVELY_BEATS = 15;
const RARELY = 4;
/** Orders that are read at the same time after news were lost. */
const LANES = 4;

/** A reader of one order. */
export interface Watcher {
  /** The order as it is now. Called once at the start and whenever it changed. */
  moved(order: PublicOrder): void;
  /** The stream is still alive, every few seconds. */
  beat(): void;
  end(): void;
}

interface Watched {
  reference: string;
  order: PublicOrder;
  text: string;
  watchers: Set<Watcher>;
  /** Beats since it last changed. */
  beats: number;
  beating: NodeJS.Timeout;
  /** The store in whose turns it is read. */
  party: string;
  reading: boolean;
  /** It may have changed since it was last read. */
  stale: boolean;
}

/** Paid, and something of it is still to come. */
const isUnderWay = ({ status, deliveries }: PublicOrder) =>
  status === 'completed' && deliveries.some(({ state, phase }) => phase === 'confirmation' && canStillChange(state));

/**
 * The orders that somebody looks at. Each is read once for all its readers, in turns of its store: when a NOTIFY names
 * it, and every few seconds while time alone may change it (a city that falls silent). While it is unpaid the provider
 * is asked every few seconds, so a payment shows within 15 s without any notice. While Discord holds it up, Discord is
 * asked.
 */
export function watchOrders(deps: Deps) {
  const { db, config, log } = deps;
  const orders = new Map<string, Watched>();
  const discord: DiscordWatch = watchDiscord(deps);
  const unsubscribe = deps.listener.on(
    'orders',
    (payload) => {
      const watched = orders.get(payload.slice(payload.indexOf(':') + 1));
      if (watched) void read(watched);
    },
    () => {
      void readAll();
    },
  );

  /**
   * Reads all orders after news were lost, a few at a time: the pool would refuse a longer line, and those orders would
   * stay stale.
   */
  async function readAll(): Promise<void> {
    const rest = orders.values();
    const lane = async () => {
      for (const watched of rest) await read(watched);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  /**
   * Reads the order until nothing changed meanwhile. An order that could not be read stays stale, and the next beat
   * reads it.
   */
  async function read(watched: Watched): Promise<void> {
    watched.stale = true;
    if (watched.reading) return;
    watched.reading = true;
    try {
      while (watched.stale) {
        watched.stale = false;
        const { reference } = watched;
        const order = await workFor(watched.party, () => publicOrder(db, config, reference));
        if (order) tellWatchers(watched, order);
      }
    } catch (error) {
      watched.stale = true;
      log.warn({ err: error }, 'a live order could not be read');
    } finally {
      watched.reading = false;
    }
  }

  function tellWatchers(watched: Watched, order: PublicOrder): void {
    const text = JSON.stringify(order);
    watched.order = order;
    if (text === watched.text) return;
    watched.text = text;
    watched.beats = 0;
    for (const watcher of watched.watchers) watcher.moved(order);
  }

  function beat(watched: Watched): void {
    watched.beats += 1;
    for (const watcher of watched.watchers) watcher.beat();
    seen(watched.order);
    const { status } = watched.order;
    const lively = isUnderWay(watched.order) && watched.beats < LIVELY_BEATS;
    const rarely = (isUnderWay(watched.order) || status === 'pending') && watched.beats % RARELY === 0;
    if (watched.stale || lively || rarely) void read(watched);
    if (status !== 'pending') return;
    const hurry = () => hurryPayment(deps, watched.reference);
    workFor(watched.party, hurry).catch((error) => log.warn({ err: error }, 'hurrying failed'));
  }

  /** Somebody looks at the order, with a stream or without one. */
  function seen(order: PublicOrder): void {
    if (isUnderWay(order)) discord.seen(order.external_reference);
    if (order.status === 'completed') discord.opened(order.external_reference);
  }

  function begin(order: PublicOrder): Watched {
    const watched: Watched = {
      reference: order.external_reference,
      order,
      text: JSON.stringify(order),
      watchers: new Set(),
      beats: 0,
      beating: setInterval(() => beat(watched), BEAT_MS),
      // Whoever read the order named its store.
      party: currentParty(),
      reading: false,
      stale: false,
    };
    orders.set(order._id, watched);
    // It may have changed between reading it and listening for news.
    void read(watched);
    return watched;
  }

  return {
    seen,
    /** Tells the watcher about the order from now on. Call the answer to stop. */
    watch(order: PublicOrder, watcher: Watcher): () => void {
      const watched = orders.get(order._id) ?? begin(order);
      watched.watchers.add(watcher);
      watcher.moved(watched.order);
      seen(watched.order);
      return () => {
        watched.watchers.delete(watcher);
        if (watched.watchers.size > 0) return;
        clearInterval(watched.beating);
        if (orders.get(order._id) !== watched) return;
        orders.delete(order._id);
      };
    },
    close(): void {
      unsubscribe();
      discord.close();
      for (const { watchers } of [...orders.values()]) for (const watcher of [...watchers]) watcher.end();
    },
  };
}

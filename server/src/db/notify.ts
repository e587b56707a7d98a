import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './database.ts';

/**
 * Wake-ups between processes over LISTEN/NOTIFY. They are hints: a process that hears one looks at the rows. A
 * process that may have missed one (a restart of the database, a slow reconnect) is told by `lost` to look too.
 */
export const channels = {
  /** `storeId`: there is a new delivery for a game server or for Discord. */
  deliveries: 'vitrine_deliveries',
  /** `storeId:cityId`: a city has answered a question about a city id. */
  cities: 'vitrine_cities',
  /** `storeId:orderId`: an order, its payment or one of its deliveries changed. */
  orders: 'vitrine_orders',
  /** `storeId`: a public page of the store changed. */
  pages: 'vitrine_pages',
  /** A task's name: there is a new job for it. */
  jobs: 'vitrine_jobs',
} as const;
export type Channel = keyof typeof channels;

/** Sends a wake-up when the transaction commits, and none when it rolls back. Payload: at most 200 characters. */
export async function notify(tx: Tx | Db, channel: Channel, payload: string): Promise<void> {
  await sql`select pg_notify(${channels[channel]}, ${payload})`.execute(tx);
}

type Heard = (payload: string) => void;

/** A process's one connection that listens to every channel and passes wake-ups on. */
export interface Listener {
  /**
   * Calls `heard` for each wake-up until the returned function is called, and `lost` when some may have been missed.
   */
  on(channel: Channel, heard: Heard, lost?: () => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 250;

/**
 * Opens the listening connection. It reconnects by itself as long as the process lives. After each reconnect it tells
 * every subscriber that wake-ups may have been lost.
 */
export async function listen(clientConfig: pg.ClientConfig, onProblem: (error: unknown) => void): Promise<Listener> {
  const subscribers = new Map<Channel, Set<{ heard: Heard; lost?: () => void }>>();
  const names = new Map(Object.entries(channels).map(([key, name]) => [name as string, key as Channel]));
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(first: boolean): Promise<void> {
    const next = new pg.Client({ ...clientConfig, application_name: 'vitrine-listener' });
    const lose = (error?: unknown) => {
      if (client !== next || closed) return;
      client = undefined;
      if (error) onProblem(error);
      next.end().catch(() => undefined);
      again();
    };
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ channel, payload }) => {
      const key = names.get(channel);
      for (const subscriber of (key && subscribers.get(key)) ?? []) subscriber.heard(payload ?? '');
    });
    await next.connect();
    client = next;
    await next.query(
      Object.values(channels)
        .map((name) => `listen ${name}`)
        .join('; '),
    );
    if (!first) for (const set of subscribers.values()) for (const subscriber of set) subscriber.lost?.();
  }

  function again(): void {
    if (closed) return;
    retry = setTimeout(() => {
      connect(false).catch((error) => {
        onProblem(error);
        again();
      });
    }, RECONNECT_MS);
  }

  try {
    await connect(true);
  } catch (error) {
    // The caller tries again with a new listener.
    closed = true;
    await (client as pg.Client | undefined)?.end().catch(() => undefined);
    throw error;
  }
  return {
    on(channel, heard, lost) {
      const subscriber = lost ? { heard, lost } : { heard };
      const set = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, set.add(subscriber));
      return () => set.delete(subscriber);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

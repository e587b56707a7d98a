import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './database.ts';

/**
 * Wake-ups between processes over LISTEN/NOTIFY. They are hints: who hears one looks at the rows, and who missed one
 * (a restart of the database, a slow reconnect) is told to look as well, by `lost`.
 */
export const channels = {
  /** `storeId`: something became deliverable to a game server or to Discord. */
  deliveries: 'vitrine_deliveries',
  /** `storeId:cityId`: a city told who is behind a city id. */
  cities: 'vitrine_cities',
  /** `storeId:orderId`: an order, its payment or one of its deliveries moved. */
  orders: 'vitrine_orders',
  /** `storeId`: a public page of the store changed. */
  pages: 'vitrine_pages',
  /** A task's name: a job of it was enqueued. */
  jobs: 'vitrine_jobs',
} as const;
export type Channel = keyof typeof channels;

/** Sends a wake-up when the transaction commits; nothing is sent when it rolls back. Payload at most 200 characters. */
export async function notify(tx: Tx | Db, channel: Channel, payload: string): Promise<void> {
  await sql`select pg_notify(${channels[channel]}, ${payload})`.execute(tx);
}

type Heard = (payload: string) => void;

/** One connection of a process that listens to every channel and hands wake-ups on. */
export interface Listener {
  /** Calls `heard` for each wake-up until the returned function is called. `lost` runs when some may have been missed. */
  on(channel: Channel, heard: Heard, lost?: () => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 250;

/**
 * Opens the listening connection. It reconnects by itself for as long as the process lives; each time it tells every
 * subscriber that wake-ups may have been lost.
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
    // Whoever called tries again, with a listener of its own.
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

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Action } from '@vitrine/contract/actions';
import type { OrderCreateAnswer, PublicOrder } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import { type DiscordStandin, startDiscord } from '../../../standins/discord/discord.ts';
import { DEMO } from '../../../standins/discord/seed.ts';
import { type City, startCity } from '../../../standins/fxserver/fxserver.ts';
import { type MercadoPagoStandin, startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type Gate, openGate } from './gate.ts';
import { type KillableProduct, killableProduct } from './killable-product.ts';
import { type MadeStore, makeStore } from './make.ts';
import { makeProduct } from './make-catalog.ts';
import { cart, connectSeller, SELLER } from './make-shop.ts';

const CITY_RESOURCE = resolve(import.meta.dirname, '..', '..', '..', 'game', 'fivem', 'vitrine');
const READY_MS = 60_000;

/** The product in a process that can be killed, with provider, Discord, and a city behind a gate. */
export interface CrashWorld extends TestDatabase, KillableProduct {
  provider: MercadoPagoStandin;
  discord: DiscordStandin;
  city: City;
  gate: Gate;
  store: MadeStore;
  product(actions: Action[]): Promise<string>;
  /** Places a Pix order; `payment` is the provider's id of its charge. */
  order(product: string, change?: object): Promise<{ reference: string; id: string; payment: string }>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; body: unknown }>;
  see(reference: string): Promise<PublicOrder>;
  deliveries(order: string): Promise<{ type: string; state: string; code: string | null }[]>;
  /** Runs statements in a transaction that stays open with its locks until the returned function ends it. */
  holdLocks(statement: string, values?: unknown[]): Promise<() => Promise<void>>;
  /** Resolves when a connection of the product waits for a lock. */
  blocked(): Promise<void>;
  /** Lets a minute pass since the city's last word. */
  passTime(): Promise<void>;
}

export async function startCrashWorld(): Promise<CrashWorld> {
  const port = await freePort();
  const [provider, discord, database] = await Promise.all([
    startMercadoPago({ sellers: [SELLER] }),
    startDiscord(),
    createTestDatabase(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-crash-'));
  const bytes = randomBytes(32);
  const store = await makeStore(database.db, [bytes], { plan: 'pro' });
  await connectSeller(database.db, [bytes], store.id);
  const gate = await openGate(port);
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    CONNECTION: JSON.stringify(database.connection),
    PORT: String(port),
    VITRINE_DATA: join(folder, 'product'),
    VITRINE_SECRET: bytes.toString('base64'),
    VITRINE_PUBLIC_URL: `http://vitrine.localhost:${port}`,
    VITRINE_SWEEP_SECONDS: '1',
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    MERCADOPAGO_API_URL: provider.url,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_BOT_TOKEN: discord.botToken,
    DISCORD_PUBLIC_KEY: discord.publicKey,
  };

  const { start, kill } = killableProduct(environment);

  const post: CrashWorld['post'] = async (path, body, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  await start();
  await bindDiscord(discord, store);
  const city = await startCity({
    dataDir: join(folder, 'city'),
    resourceDir: CITY_RESOURCE,
    framework: 'creative4-summerz',
    convars: { vitrine_token: store.apiToken, vitrine_url: gate.url },
    cfg: ['add_ace resource.vitrine command.say allow'],
  });
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from game_server where store_id = ${store.id}`.execute(database.db);
      if (rows.length === 0) throw new Error('the city has not said hello');
    },
    { timeout: READY_MS, interval: 50 },
  );

  return {
    ...database,
    provider,
    discord,
    city,
    gate,
    store,
    start,
    kill,
    post,
    product: (actions) => makeProduct(database.db, store.id, { actions }),
    async order(product, change = {}) {
      const { status, body } = await post('/v1/order/create', cart(store, [{ id: product, quantity: 1 }], change));
      if (status !== 200) throw new Error(`order refused: ${status} ${JSON.stringify(body)}`);
      const { external_reference: reference } = (body as OrderCreateAnswer).data;
      const [payment] = provider.control.payments({ externalReference: reference });
      const { id } = await database.db
        .selectFrom('order')
        .where('reference', '=', reference)
        .select('id')
        .executeTakeFirstOrThrow();
      return { reference, id, payment: payment?.id ?? '' };
    },
    async see(reference) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/order/${reference}`);
      return ((await answer.json()) as { response: PublicOrder }).response;
    },
    deliveries: (order) =>
      database.db
        .selectFrom('delivery')
        .where('store_id', '=', store.id)
        .where('order_id', '=', order)
        .orderBy('seq')
        .select(['action_type as type', 'state', 'code'])
        .execute(),
    async holdLocks(statement, values = []) {
      const client = new pg.Client(database.connection);
      await client.connect();
      await client.query('begin');
      await client.query(statement, values);
      return async () => {
        await client.query('rollback');
        await client.end();
      };
    },
    async passTime() {
      await sql`
        update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
        database.db,
      );
    },
    async blocked() {
      await vi.waitFor(
        async () => {
          const { rows } = await sql`
            select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
          if (rows.length === 0) throw new Error('nobody waits for a lock');
        },
        { timeout: 10_000, interval: 10 },
      );
    },
    async close() {
      await city.close();
      await kill();
      await gate.close();
      await Promise.all([provider.close(), discord.close()]);
      rmSync(folder, { recursive: true, force: true });
      await database.close();
    },
  };
}

/** Types /conectar with the store's token on the Discord server, as an owner does. */
async function bindDiscord(discord: DiscordStandin, store: MadeStore): Promise<void> {
  // Refused until the product has registered its commands and address, a moment after its start.
  const { id } = await vi.waitFor(
    () =>
      discord.control.sendInteraction({
        command: 'conectar',
        options: { token: store.apiToken },
        user: DEMO.ana,
        guild: DEMO.cidadeAlta,
      }),
    { timeout: READY_MS, interval: 50 },
  );
  await discord.control.waitForInteraction((one) => one.id === id && one.state !== 'deferred', READY_MS);
}

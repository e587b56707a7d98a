import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Action } from '@vitrine/contract/actions';
import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import type { ProductOption } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { standinClasses } from '../../../game/minecraft/jar.ts';
import { type MercadoPagoStandin, startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import { Minecraft } from '../../../standins/minecraft/server.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type KillableProduct, killableProduct } from './killable-product.ts';
import { type MadeStore, makeStore } from './make.ts';
import { makeProduct } from './make-catalog.ts';
import { connectSeller, newAddress, SELLER } from './make-shop.ts';

const READY_MS = 60_000;

interface Delivered {
  type: string;
  player: string;
  state: string;
  code: string | null;
  message: string | null;
}

/** The product as a process, and a Minecraft server with the plugin that its owner downloaded. Both can be killed. */
export interface MinecraftWorld extends TestDatabase, KillableProduct {
  provider: MercadoPagoStandin;
  store: MadeStore;
  /** The running server; a new one after `restart`. */
  server: Minecraft;
  /** Starts the server again in its folder, as after a crash. */
  restart(): Promise<void>;
  /** The plugin's settings, as its first start wrote them. */
  config(): string;
  /** The owner puts the token into the settings and has them read again. */
  connect(): Promise<void>;
  product(actions: Action[], options?: ProductOption[]): Promise<string>;
  /** Places a Pix order of one unit for a nick. */
  order(
    product: string,
    nick: string,
    options?: Record<string, string>,
  ): Promise<{ status: number; body: OrderCreateAnswer & { code?: string; error?: string } }>;
  /** Pays at the provider. */
  pay(reference: string): void;
  deliveries(): Promise<Delivered[]>;
  /** Lets two minutes pass since the server's last word. */
  passTime(): Promise<void>;
  /** What ran in the console, in its order: the words of each line. */
  ran(): string[][];
}

/** A store whose server is of Minecraft, or a proxy of it, made and downloaded by the panel's calls. Needs a JDK. */
export async function startMinecraftWorld(flavour?: 'velocity' | 'bungeecord'): Promise<MinecraftWorld> {
  const port = await freePort();
  const [provider, database] = await Promise.all([startMercadoPago({ sellers: [SELLER] }), createTestDatabase()]);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-craft-'));
  const bytes = randomBytes(32);
  const store = await makeStore(database.db, [bytes]);
  await connectSeller(database.db, [bytes], store.id);
  const product = killableProduct({
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    CONNECTION: JSON.stringify(database.connection),
    PORT: String(port),
    VITRINE_DATA: join(folder, 'product'),
    VITRINE_SECRET: bytes.toString('base64'),
    // The plugin calls this address as it stands in its settings.
    VITRINE_PUBLIC_URL: `http://localhost:${port}`,
    VITRINE_TRUST_PROXY: '1',
    VITRINE_SWEEP_SECONDS: '1',
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    MERCADOPAGO_API_URL: provider.url,
  });
  await product.start();
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const owner = { authorization: `Bearer ${store.token}` };
  const made = await post(
    '/v1/servers/create',
    { subdomain: store.subdomain, name: 'Craft', game: 'minecraft' },
    owner,
  );
  if (made.status !== 200) throw new Error(`no server: ${JSON.stringify(made.body)}`);
  const { apiToken } = made.body as { apiToken: string };
  const download = await fetch(`http://127.0.0.1:${port}/v1/store/script/download?game=minecraft`, { headers: owner });
  const jar = join(folder, 'vitrine.jar');
  writeFileSync(jar, Buffer.from(await download.arrayBuffer()));
  const start = () => Minecraft.start({ folder, jar, classpath: standinClasses(), ...(flavour && { flavour }) });
  // Velocity names the folder by the plugin's id, the others by its name.
  const config = join(
    folder,
    'plugins',
    ...(flavour === 'velocity' ? ['vitrine'] : ['Vitrine']),
    flavour ? 'config.properties' : 'config.yml',
  );
  const world: MinecraftWorld = {
    ...database,
    ...product,
    provider,
    store,
    server: await start(),
    async restart() {
      world.server = await start();
    },
    config: () => readFileSync(config, 'utf8'),
    async connect() {
      writeFileSync(config, world.config().replace("chave: ''", `chave: '${apiToken}'`));
      await world.server.type('vitrine recarregar');
      await vi.waitFor(
        () => {
          if (!world.server.logs.some((line) => line.includes('Conectado à loja'))) throw new Error('not connected');
        },
        { timeout: READY_MS, interval: 50 },
      );
    },
    product: (actions, options = []) => makeProduct(database.db, store.id, { actions, options }),
    async order(id, nick, options) {
      const line = { id, quantity: 1, ...(options && { options }) };
      const body = {
        subdomain: store.subdomain,
        idProducts: [line],
        identities: [{ kind: 'minecraft_name', value: nick }],
        discordId: '391822001983488001',
        paymentMethod: 'pix',
      };
      return (await post('/v1/order/create', body, {})) as Awaited<ReturnType<MinecraftWorld['order']>>;
    },
    pay(reference) {
      const [payment] = provider.control.payments({ externalReference: reference });
      provider.control.approve(payment?.id ?? '');
    },
    deliveries: () =>
      database.db
        .selectFrom('delivery')
        .where('store_id', '=', store.id)
        .orderBy('seq')
        .select(['action_type as type', 'player', 'state', 'code', 'message'])
        .execute(),
    async passTime() {
      await sql`
        update game_server set last_seen_at = now() - interval '2 minutes' where store_id = ${store.id}`.execute(
        database.db,
      );
    },
    ran() {
      const log = join(folder, 'commands.log');
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
      return lines.map((line) => line.slice(line.indexOf(' ') + 1).split('|'));
    },
    async close() {
      await world.server.kill();
      await product.kill();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
      await database.close();
    },
  };
  return world;
}

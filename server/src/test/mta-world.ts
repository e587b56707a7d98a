import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Action } from '@vitrine/contract/actions';
import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import { startLiveMta } from '../../../standins/mta/live.ts';
import type { MtaServer } from '../../../standins/mta/server.ts';
import { unpack } from '../../../standins/mta/unpack.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type KillableProduct, killableProduct } from './killable-product.ts';
import { makeStore } from './make.ts';
import { makeProduct } from './make-catalog.ts';
import { connectSeller, newAddress, SELLER } from './make-shop.ts';

/** What the owner writes into commands.lua: what it did is a line in the server's log. */
const COMMANDS = 'function Actions.anuncio(info, text) outputServerLog("ran " .. text) return true end';
/** How the owner's gamemode writes a player down. */
const SAVE = 'Config.SavePlayer = function(player) exports.gamemode:save(player) end';

interface Delivered {
  type: string;
  player: string;
  state: string;
  code: string | null;
}

/** The product as a process, and an MTA server with the resource that its owner downloaded. Both can be killed. */
export interface MtaWorld extends TestDatabase, KillableProduct {
  /** The running server; a new one after `restart`. */
  server: MtaServer;
  /** Starts the server again in its folder, as after a crash, with the same players in it. */
  restart(): Promise<void>;
  product(actions: Action[]): Promise<string>;
  /** Buys one unit for an account and pays at the provider. */
  buy(product: string, account: string): Promise<void>;
  deliveries(): Promise<Delivered[]>;
  /** What own actions did, of all starts. */
  ran: string[];
}

/**
 * A store whose server is of MTA, made and downloaded by the panel's calls. The owner does what LEIA-ME.txt tells: unpacks the
 * zip, puts the key into config.lua, says how a player is saved, and writes an action. `online` accounts are in the city.
 */
export async function startMtaWorld(accounts: string[], online: string[]): Promise<MtaWorld> {
  const port = await freePort();
  const [provider, database] = await Promise.all([startMercadoPago({ sellers: [SELLER] }), createTestDatabase()]);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mta-'));
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
    VITRINE_PUBLIC_URL: `http://vitrine.localhost:${port}`,
    VITRINE_TRUST_PROXY: '1',
    VITRINE_SWEEP_SECONDS: '1',
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    MERCADOPAGO_API_URL: provider.url,
  });
  await product.start();
  const address = `http://127.0.0.1:${port}`;
  const owner = { authorization: `Bearer ${store.token}`, 'x-store': store.subdomain };
  const post = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
      body: JSON.stringify({ subdomain: store.subdomain, ...body }),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`);
    return told as T;
  };

  const { apiToken } = await post<{ apiToken: string }>('/v1/servers/create', { name: 'Roleplay', game: 'mta' }, owner);
  const download = await fetch(`${address}/v1/store/script/download?game=mta`, { headers: owner });
  const resourceDir = unpack(new Uint8Array(await download.arrayBuffer()), join(folder, 'resources'));
  const write = (name: string, before: string, after: string) => {
    const text = readFileSync(join(resourceDir, name), 'utf8');
    if (!text.includes(before)) throw new Error(`${name} has no ${before}`);
    writeFileSync(join(resourceDir, name), text.replace(before, after));
  };
  write('config.lua', "Config.Token = ''", `Config.Token = '${apiToken}'`);
  write('config.lua', 'Config.SavePlayer = nil', SAVE);
  write('commands.lua', 'Actions = {}', `Actions = {}\n${COMMANDS}`);

  const ran: string[] = [];
  const start = async (): Promise<MtaServer> => {
    const server = await startLiveMta({
      folder: join(folder, 'machine'),
      resourceDir,
      accounts: accounts.map((name) => ({ name, money: 0 })),
    });
    const { lines } = server.world;
    lines.push = (...more) => {
      ran.push(...more.filter((line) => line.startsWith('ran ')));
      return Array.prototype.push.apply(lines, more);
    };
    server.world.room = 10_000;
    for (const name of online) server.join(name);
    return server;
  };
  const world: MtaWorld = {
    ...database,
    ...product,
    ran,
    server: await start(),
    async restart() {
      world.server.close();
      // A real restart takes longer than a calm poll, so time passes here. Without that, the start would wait for one.
      await sql`update game_server set last_seen_at = now() - interval '2 minutes'`.execute(database.db);
      world.server = await start();
    },
    product: (actions) => makeProduct(database.db, store.id, { actions }),
    async buy(id, account) {
      const { data } = await post<OrderCreateAnswer>('/v1/order/create', {
        idProducts: [{ id, quantity: 1 }],
        identities: [{ kind: 'mta_account', value: account }],
        discordId: '391822001983488001',
        paymentMethod: 'pix',
      });
      const [payment] = provider.control.payments({ externalReference: data.external_reference });
      provider.control.approve(payment?.id ?? '');
    },
    deliveries: () =>
      database.db
        .selectFrom('delivery')
        .where('store_id', '=', store.id)
        .orderBy('seq')
        .select(['action_type as type', 'player', 'state', 'code'])
        .execute(),
    async close() {
      world.server.close();
      await product.kill();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
      await database.close();
    },
  };
  return world;
}

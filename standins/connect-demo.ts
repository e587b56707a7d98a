import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEMO } from './discord/seed.ts';

/**
 * Does for the demo stores what their owner does in a browser: pastes the payment token, binds the Discord server with
 * /conectar, and connects the game server with the store's token. For the city it installs the downloaded script. It
 * uses only the calls that every owner has.
 */
const { values } = parseArgs({
  options: {
    product: { type: 'string' },
    url: { type: 'string' },
    access: { type: 'string' },
    discord: { type: 'string' },
    city: { type: 'string' },
    minecraft: { type: 'string' },
    'payment-token': { type: 'string' },
    'minecraft-payment-token': { type: 'string' },
  },
});

function need(name: keyof typeof values): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing`);
  return value;
}

const DISCORD_PATIENCE_MS = 30_000;
const product = need('product');
const access = JSON.parse(readFileSync(need('access'), 'utf8')) as {
  email: string;
  password: string;
  subdomain: string;
  minecraft?: string;
};

async function call(
  method: string,
  path: string,
  options: { token?: string; subdomain?: string; body?: unknown } = {},
): Promise<Response> {
  const response = await fetch(product + path, {
    method,
    headers: {
      ...(options.subdomain && { 'x-store': options.subdomain }),
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  return response;
}

async function post(address: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text.slice(0, 300)}`);
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

interface StoreOnWire {
  id: string;
  subdomain: string;
  nameStore: string;
  primaryColor: string;
  secondaryColor: string;
  apiToken: string;
}
interface ServerOnWire {
  id: string;
  name: string;
  silenceMinutes: number | null;
}

const login = await call('POST', '/v1/login', { body: { email: access.email, password: access.password } });
const { token } = (await login.json()) as { token: string };
const stores = (await (await call('GET', '/v1/store', { token })).json()) as { response: StoreOnWire[] };

function storeAt(subdomain: string): StoreOnWire {
  const store = stores.response.find((one) => one.subdomain === subdomain);
  if (!store) throw new Error(`The demo store ${subdomain} is not there.`);
  return store;
}

async function acceptPayments(store: StoreOnWire, accessToken: string): Promise<void> {
  const { id, subdomain, nameStore, primaryColor, secondaryColor } = store;
  const body = {
    ...{ id, subdomain, nameDomain: subdomain, nameStore, branding: { primaryColor, secondaryColor } },
    mercadoPago: { accessToken },
  };
  await call('POST', '/v1/store/edit', { token, subdomain, body });
}

/** Discord learns the product's address a moment after the product listens. Before that, nobody gets the command. */
async function bindDiscord(guild: string, storeToken: string): Promise<void> {
  const deadline = Date.now() + DISCORD_PATIENCE_MS;
  for (;;) {
    try {
      await post(`${need('discord')}/__control/interactions`, {
        command: 'conectar',
        options: { token: storeToken },
        user: DEMO.ana,
        guild,
      });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

async function connectCity(): Promise<void> {
  const store = storeAt(access.subdomain);
  const { subdomain } = store;
  await acceptPayments(store, need('payment-token'));
  await call('POST', '/v1/store/policy', { token, subdomain, body: { subdomain, confirmed: true } });
  const city = need('city');
  const zip = await (await call('GET', '/v1/store/script/download', { token, subdomain })).arrayBuffer();
  const installed = await fetch(`${city}/__control/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: zip,
    signal: AbortSignal.timeout(20_000),
  });
  if (!installed.ok) throw new Error(`The city refused the script: ${installed.status} ${await installed.text()}`);
  await post(`${city}/__control/configure`, { token: store.apiToken, url: need('url') });
  await bindDiscord(DEMO.cidadeAlta, store.apiToken);
}

async function connectMinecraft(subdomain: string): Promise<void> {
  const store = storeAt(subdomain);
  await acceptPayments(store, need('minecraft-payment-token'));
  const connection = await call('GET', '/v1/store/connection', { token, subdomain });
  const { servers } = (await connection.json()) as { servers: ServerOnWire[] };
  const [first] = servers;
  if (!first) throw new Error(`The demo store ${subdomain} has no game server.`);
  const { id, name, silenceMinutes } = first;
  const body = { subdomain, id, name, silenceMinutes, game: 'minecraft' };
  await call('POST', '/v1/servers/edit', { token, subdomain, body });
  await post(`${need('minecraft')}/__control/configure`, { token: store.apiToken, url: need('url') });
  await bindDiscord(DEMO.auroraCraft, store.apiToken);
}

// Side by side, so that the second store costs no time at the start.
await Promise.all([connectCity(), access.minecraft === undefined ? undefined : connectMinecraft(access.minecraft)]);

await call('POST', '/v1/logout', { token, body: {} });

import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEMO } from './discord/seed.ts';

/**
 * Does for the demo store what its owner does in a browser: pastes the payment token, binds the Discord server with
 * /conectar, installs the downloaded script in the city and starts it with the token. It uses only the calls that
 * every owner has.
 */
const { values } = parseArgs({
  options: {
    product: { type: 'string' },
    url: { type: 'string' },
    access: { type: 'string' },
    discord: { type: 'string' },
    city: { type: 'string' },
    'payment-token': { type: 'string' },
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
};

async function call(method: string, path: string, options: { token?: string; body?: unknown } = {}): Promise<Response> {
  const response = await fetch(product + path, {
    method,
    headers: {
      'x-store': access.subdomain,
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

const login = await call('POST', '/v1/login', { body: { email: access.email, password: access.password } });
const { token } = (await login.json()) as { token: string };
const stores = (await (await call('GET', '/v1/store', { token })).json()) as { response: StoreOnWire[] };
const store = stores.response.find((one) => one.subdomain === access.subdomain);
if (!store) throw new Error('The demo store is not there.');

await call('POST', '/v1/store/edit', {
  token,
  body: {
    id: store.id,
    subdomain: store.subdomain,
    nameDomain: store.subdomain,
    nameStore: store.nameStore,
    branding: { primaryColor: store.primaryColor, secondaryColor: store.secondaryColor },
    mercadoPago: { accessToken: need('payment-token') },
  },
});
await call('POST', '/v1/store/policy', { token, body: { subdomain: store.subdomain, confirmed: true } });

const city = need('city');
const zip = await (await call('GET', '/v1/store/script/download', { token })).arrayBuffer();
const installed = await fetch(`${city}/__control/install`, {
  method: 'POST',
  headers: { 'content-type': 'application/zip' },
  body: zip,
  signal: AbortSignal.timeout(20_000),
});
if (!installed.ok) throw new Error(`The city refused the script: ${installed.status} ${await installed.text()}`);
await post(`${city}/__control/configure`, { token: store.apiToken, url: need('url') });
/** Discord learns the product's address a moment after the product listens. Before that, nobody gets the command. */
async function bindDiscord(discord: string, storeToken: string): Promise<void> {
  const deadline = Date.now() + DISCORD_PATIENCE_MS;
  for (;;) {
    try {
      await post(`${discord}/__control/interactions`, {
        command: 'conectar',
        options: { token: storeToken },
        user: DEMO.ana,
        guild: DEMO.cidadeAlta,
      });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}
await bindDiscord(need('discord'), store.apiToken);

await call('POST', '/v1/logout', { token, body: {} });

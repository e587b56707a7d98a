import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from './test.ts';

/** The file that `npm start` writes for programs when the demo store is connected to the outside (bin/lib/demo.mjs). */
export interface World {
  /** The product by address, because Node does not know *.localhost. */
  address: string;
  panel: string;
  shop: string;
  /** The shop of the second demo store, with a Minecraft server. */
  second: string;
  owner: { email: string; password: string; subdomain: string; minecraft: string };
  pages: {
    mercadoPago: string;
    discord: string;
    google: string;
    mail: string;
    city: string;
    push: string;
    minecraft: string;
  };
  tokens: { demo: string; minecraft: string; free: string };
  problem: string | null;
}

/** Waits until the demo is connected, some seconds after the product is ready for requests. */
export async function findWorld(): Promise<World> {
  const file = join(process.env.E2E_DATA ?? '', 'addresses.json');
  await expect.poll(() => existsSync(file), { timeout: 60_000, message: 'the demo store is connected' }).toBe(true);
  const world = JSON.parse(readFileSync(file, 'utf8')) as World;
  expect(world.problem).toBeNull();
  return world;
}

/** A call to a stand-in's control, with JSON. Throws with the answer when it is refused. */
export async function control<T = Record<string, unknown>>(
  url: string,
  body?: unknown,
  token?: string,
  store?: string,
): Promise<T> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(store && { 'x-store': store }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text || '{}') as T;
}

export interface Citizen {
  id: number;
  online: boolean;
  bank: number | null;
  groups: string[];
  items: { item: string; amount: number }[];
  vehicles: { model: string }[];
}

export interface CityState {
  alive: boolean;
  resource: string;
  citizens: Citizen[];
  effects: { kind: string; player?: number; at: number }[];
  console: string[];
}

export const cityState = (city: string) => control<CityState>(`${city}/__control/state`);

/** A citizen in the city's own tables and base. */
export async function citizen(city: string, id: number): Promise<Citizen> {
  const found = (await cityState(city)).citizens.find((one) => one.id === id);
  if (!found) throw new Error(`the city knows no citizen ${id}`);
  return found;
}

/** Moves a citizen into the city, where he stays: moved citizens do not come and go by themselves. */
export async function enterCity(city: string, id: number): Promise<Citizen> {
  await control(`${city}/__control/join`, { id });
  await expect.poll(async () => (await citizen(city, id)).online).toBe(true);
  return await citizen(city, id);
}

/** Names of a person's roles in a Discord server. */
export async function rolesOf(discord: string, guildName: string, userId: string): Promise<string[]> {
  const state = await control<{
    guilds: {
      name: string;
      roles: { id: string; name: string }[];
      members: { userId: string; roleIds: string[] }[];
    }[];
  }>(`${discord}/__control/state`);
  const guild = state.guilds.find((one) => one.name === guildName);
  const member = guild?.members.find((one) => one.userId === userId);
  return (member?.roleIds ?? []).map((id) => guild?.roles.find((role) => role.id === id)?.name ?? id);
}

export interface ProviderPayment {
  id: string;
  status: string;
  amount: number;
  externalReference: string;
}

/** The provider's payments of an order, oldest first. */
export async function paymentsOf(mercadoPago: string, reference: string): Promise<ProviderPayment[]> {
  const query = new URLSearchParams({ external_reference: reference });
  return await control<ProviderPayment[]>(`${mercadoPago}/__control/payments?${query}`);
}

/**
 * One statement in the embedded database, for a state that no call can make: half an hour that has passed, or a
 * plan without its payment. Returns the number of changed rows.
 */
export async function inDatabase(statement: string, values: unknown[] = []): Promise<number> {
  // Line 5 of PostgreSQL's own pid file names its socket.
  const pidFile = readFileSync(join(process.env.E2E_DATA ?? '', 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const socket = pidFile.split('\n')[4] ?? '';
  const client = new pg.Client({ host: socket, user: 'vitrine', database: 'vitrine' });
  await client.connect();
  try {
    return (await client.query(statement, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** All stories come from one address. The server's own tests check how often it may do this in an hour. */
export const forgetTries = (of: 'register' | 'payment-token') =>
  inDatabase('delete from throttle where key like $1', [`${of}%`]);

/** Makes an order expire now. */
export async function expireOrder(reference: string): Promise<void> {
  const moved = await inDatabase('update "order" set expires_at = now() where reference = $1', [reference]);
  expect(moved).toBe(1);
}

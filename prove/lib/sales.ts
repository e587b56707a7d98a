import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import { control } from './http.ts';
import { approve, type Placed, type Shop } from './shop.ts';
import { until } from './waiting.ts';
import type { World } from './world.ts';

/** A purchase that was paid while something failed. */
export interface Sold extends Placed {
  client: number;
  paidAt: number;
}

interface CityState {
  alive: boolean;
  citizens: { id: number; bank: number | null }[];
}

export const AMOUNT = 100;

/** A stand-in city with the downloaded script, for this shop. */
export async function connectCity(shop: Shop): Promise<void> {
  const { world, owner, subdomain } = shop;
  const city = world.standins.pages.city;
  await shop.call('POST /store/policy', { confirmed: true });
  const headers = { authorization: `Bearer ${owner.token}`, 'x-store': subdomain };
  const answer = await fetch(`http://127.0.0.1:${world.front.port}${addressOf('GET /store/script/download')}`, {
    headers,
  });
  if (!answer.ok) throw new Error(`the script: ${answer.status}`);
  const installed = await fetch(`${city}/__control/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: await answer.arrayBuffer(),
  });
  if (!installed.ok) throw new Error(`the city refused the script: ${installed.status}`);
  await control(`${city}/__control/configure`, { token: shop.apiToken, url: world.environment.VITRINE_PUBLIC_URL });
  await until('the city says hello', 30_000, async () => {
    const rows = await world.rows('select from game_server where store_id = $1', [shop.id]);
    return rows.length > 0;
  });
}

/** The bank balance of every citizen. */
export async function banks(world: World): Promise<Map<number, number>> {
  const { citizens } = await control<CityState>(`${world.standins.pages.city}/__control/state`);
  return new Map(citizens.flatMap(({ id, bank }) => (bank === null ? [] : [[id, bank] as const])));
}

/**
 * Buys and pays until it is told to stop, for the citizens in turn. A refused or broken purchase is counted under the
 * text of its error, and never paid.
 */
export function keepSelling(shop: Shop, product: string, citizens: readonly number[], { width = 3, pause = 100 } = {}) {
  const sold: Sold[] = [];
  const refused: string[] = [];
  let selling = true;
  let turn = 0;
  const sellers = Array.from({ length: width }, async () => {
    while (selling) {
      turn += 1;
      const client = citizens[turn % citizens.length] ?? 1;
      try {
        const placed = await shop.placed(product, { clientId: client }, { ms: 20_000 });
        await approve(shop.world, placed);
        sold.push({ ...placed, client, paidAt: performance.now() });
      } catch (error) {
        refused.push((error as Error).message);
      }
      await delay(pause);
    }
  });
  return {
    sold,
    refused,
    async stop() {
      selling = false;
      await Promise.all(sellers);
    },
  };
}

/** References of completed orders. */
export async function completed(shop: Shop): Promise<Set<string>> {
  const rows = await shop.world.rows<{ reference: string }>(
    `select reference from "order" where store_id = $1 and status = 'completed'`,
    [shop.id],
  );
  return new Set(rows.map(({ reference }) => reference));
}

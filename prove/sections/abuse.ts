import { addressOf } from '@vitrine/contract/calls/address';
import { beside, type Flood, under } from '../lib/beside.ts';
import type { Finding, Line, Section } from '../lib/line.ts';
import { newAddress } from '../lib/ports.ts';
import { approve, makeShop, type Shop, stateOf } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';
import { costsNothing } from './costs-nothing.ts';

const RATIO = 1.5;
const JOB_SECONDS = 2;
const MEMORY_MB = 768;
const TURNS = 3;
const TURN_SECONDS = 20;

/** A victim: an honest shop, with what the generator needs to know about it. */
async function target(world: World, kind: Flood['kind']): Promise<{ shop: Shop; flood: Flood }> {
  const [shop, attacker] = [await makeShop(world), await makeShop(world)];
  const product = await shop.product();
  const orders = await Promise.all(Array.from({ length: 10 }, () => shop.placed(product)));
  const flood: Flood = {
    kind,
    ports: world.webs.map(({ port }) => port),
    host: shop.host,
    subdomain: kind === 'pictures' ? attacker.subdomain : shop.subdomain,
    product,
    token: attacker.owner.token,
    paths: orders.map(({ reference }) =>
      addressOf('GET /order/:external_reference/events', { external_reference: reference }),
    ),
  };
  return { shop, flood };
}

/** Makes a purchase, from the cart to the paid order. Returns its seconds. */
async function purchase(shop: Shop, product: string): Promise<number> {
  const start = performance.now();
  const placed = await shop.placed(product, {}, { from: newAddress() });
  await approve(shop.world, placed);
  await until(
    'the purchase beside the flood',
    30_000,
    async () => (await stateOf(shop.world, placed.reference)) === 'completed',
  );
  return (performance.now() - start) / 1000;
}

/** The longest wait of a job for its start since an instant of the database, in seconds. */
async function longestWait(world: World, since: string): Promise<number> {
  const [row] = await world.rows<{ wait: number | null }>(
    `select max(extract(epoch from coalesce(started_on, now()) - greatest(created_on, start_after)))::float8 as wait
       from pgboss.job where created_on >= $1::timestamptz and start_after <= now()`,
    [since],
  );
  return row?.wait ?? 0;
}

const memoryOf = (world: World) => Math.max(...[...world.webs, world.worker].map((one) => one.memory())) / 1_000_000;

function shopperBeside(kind: Flood['kind'], words: string): Line {
  return {
    promise: 'P13',
    title: `An honest shopper beside ${words}`,
    longOnly: true,
    async run(world): Promise<Finding> {
      const { shop, flood } = await target(world, kind);
      const [now] = await world.rows<{ now: string }>('select now()::text as now');
      const { ratio, turns } = await beside(flood, shop, { turns: TURNS, seconds: TURN_SECONDS });
      const seconds = await under(flood, async () => {
        const took = await purchase(shop, flood.product);
        return took;
      });
      const [wait, memory] = [await longestWait(world, now?.now ?? ''), memoryOf(world)];
      const seen = turns.map(({ sink, product }) => `${sink.toFixed(1)} → ${product.toFixed(1)}`).join(', ');
      return {
        done: `${TURNS} × ${TURN_SECONDS} s of it aimed at the product, and as long at a bare node:http, in turns; a purchase`,
        figure: `p95 ${seen} ms: ${ratio.toFixed(2)}×; bought in ${seconds.toFixed(1)} s; jobs start within ${wait.toFixed(1)} s; ${Math.round(memory)} MB at most`,
        floor: `${RATIO}×; bought; ${JOB_SECONDS} s; ${MEMORY_MB} MB`,
        held: ratio <= RATIO && wait <= JOB_SECONDS && memory <= MEMORY_MB,
      };
    },
  };
}

/** Each runs a minute against the product, and a minute against a sink. */
const floods: [Flood['kind'], string][] = [
  ['unpaid-orders', '200 unpaid orders and 20 more a second'],
  ['pictures', '30 pictures of 40 megapixels at once, again and again'],
  ['streams', '5,000 streams from 100 addresses'],
  ['random-addresses', 'random product ids and hosts'],
  ['logins', '200 logins a second'],
  ['slow-connections', '500 slow connections'],
  ['bodies', 'bodies of 5 MB on a line of a gigabit'],
];

export const abuse: Section = {
  name: 'abuse',
  lines: [...costsNothing, ...floods.map(([kind, words]) => shopperBeside(kind, words))],
};

import type pg from 'pg';
import type { MadeStore } from '../../server/src/test/make.ts';
import type { BigStore } from './million-orders.ts';
import { fields, type Samples } from './panel-lists.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const day = (days: number) => daysAgo(days).toISOString().slice(0, 10);

/** What people search for in a filled store: frequent and rare, found and not, from its newest and its oldest days. */
export async function samplesFor(pool: pg.Pool, store: MadeStore, known: BigStore): Promise<Samples> {
  const one = async (text: string): Promise<string> => (await pool.query(text, [store.id])).rows[0].id;
  const delivery = await one(
    'select id from delivery where store_id = $1 order by created_at, id limit 1 offset (select count(*) / 3 from delivery where store_id = $1)',
  );
  const page = await pool.query<{ id: string }>(
    'select id from "order" where store_id = $1 order by created_at desc limit 100',
    [store.id],
  );
  const orders = page.rows.map(({ id }) => id);
  const frequent = await one(
    'select product_id as id from order_item where store_id = $1 group by 1 order by count(*) desc limit 1',
  );
  const rare = await one(
    'select product_id as id from order_item where store_id = $1 group by 1 order by count(*) limit 1',
  );
  const buyer = await one(
    'select client::text as id from "order" where store_id = $1 group by client order by count(*) desc limit 1',
  );
  const searches = [
    `#${known.number}`,
    String(known.client),
    buyer,
    known.discordId,
    known.email,
    known.rareName,
    'silva',
    'maria silva',
    'ma',
    'm',
    'inexistente',
    'CID17',
  ];
  const spans = [
    fields({ from: daysAgo(7).toISOString(), until: daysAgo(0).toISOString() }),
    fields({ from: daysAgo(400).toISOString(), until: daysAgo(393).toISOString() }),
    fields({ from: daysAgo(700).toISOString() }),
  ];
  return {
    everywhere: {
      search: searches,
      text: searches,
      tag: ['frequente', 'rara', 'nenhuma'],
      from: spans,
      until: [],
      productId: [frequent, rare],
      serverId: [store.id],
      player: [String(known.client), buyer, known.discordId, '999999999', 'CID17'],
      limit: [50],
    },
    only: {
      'POST /order': { cursor: [known.deepCursor], ids: [orders] },
      'POST /deliveries': { cursor: [delivery], orders: [orders], orderId: [orders[0]] },
      'POST /deliveries/resends/plan': { states: [], ids: [], toClient: [] },
      'POST /subscription': { payment: [] },
      'POST /figures': { from: [], to: [] },
      'POST /search': { text: [] },
      'POST /products/list': {
        search: ['vip', 'vip ouro', 'inexistente', 'a', '4999'],
        categoryId: ['c000002'],
        folded: [Array.from({ length: 60 }, (_, n) => `c${String(n + 1).padStart(6, '0')}`)],
        cursor: ['p002500'],
      },
      'POST /audit': {
        person: ['a000001', store.owner.id, 'nobody'],
        object: ['p000001', 'nothing'],
        from: [fields({ from: daysAgo(7).toISOString() }), fields({ from: daysAgo(700).toISOString() })],
        until: [fields({ until: daysAgo(600).toISOString() })],
        cursor: ['e000100000'],
      },
      'POST /security': { cursor: ['s000010000'] },
      'POST /account/security': { cursor: ['s000010000'] },
    },
    always: {
      'POST /figures': [
        ...['today', '7d', '30d', '90d', 'year'].map((range) => ({ range })),
        { range: 'custom', from: day(365), to: day(0) },
        { range: 'custom', from: day(700), to: day(1) },
      ],
      'POST /search': searches.map((text) => ({ text })),
      'POST /deliveries/resends/plan': [{ states: ['succeeded'] }, { states: ['failed', 'uncertain'] }],
      'POST /order/details': orders.slice(0, 2).map((id) => ({ id })),
      'POST /buyers/details': [
        { kind: 'city_id', value: buyer },
        { kind: 'city_id', value: String(known.client) },
        { kind: 'discord_id', value: known.discordId },
        { kind: 'email', value: known.email },
      ],
    },
  };
}

import { expect, test } from 'vitest';
import { samplesFor } from './list-samples.ts';
import type { BigStore } from './million-orders.ts';
import { type ListCall, listBodies, listCalls, type Samples } from './panel-lists.ts';

/** Stands for the database of a filled store: every id is "x". */
const pool = { query: async () => ({ rows: [{ id: 'x' }, { id: 'y' }] }) } as unknown as Parameters<
  typeof samplesFor
>[0];
const store = { id: 's', owner: { id: 'o' } } as Parameters<typeof samplesFor>[1];
const known: BigStore = { number: 1, client: 2, discordId: '3', email: 'e', rareName: 'q', deepCursor: 'c' };

test('every list of the panel is read by the bench, with each of its filters', async () => {
  const rows = listBodies(await samplesFor(pool, store, known));
  const fields = (name: string) =>
    new Set(rows.filter(({ call }: ListCall) => call === name).flatMap(({ body }) => Object.keys(body)));
  expect([...fields('POST /deliveries')].sort()).toEqual(
    'cursor from limit orderId orders player productId search serverId state until'.split(' '),
  );
  expect(rows.some(({ body }) => body.state === 'uncertain' && body.search === 'silva')).toBe(true);
  expect(listCalls.length).toBeGreaterThan(40);
});

test('a filter without a sample is refused by name', () => {
  const none: Samples = { everywhere: {}, only: {}, always: {} };
  expect(() => listBodies(none)).toThrow(/has no value for/);
});

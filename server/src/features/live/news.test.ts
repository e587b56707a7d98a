import { expect, test } from 'vitest';
import { allNews, hasNews, newsFor, newsOf, StoreMemory } from './news.ts';
import type { Look } from './queries.ts';

const calm: Look = {
  store_id: 's1',
  placed: [],
  paid: [],
  alerts: {},
  account: '',
  servers: 'a answers',
  files: '',
  approvals: '',
  visits: 3,
};
const none = new Set<string>();

test('an order that waits for its payment is told once, however often a look finds it', () => {
  const memory = new StoreMemory();
  expect([...memory.compare({ ...calm, placed: ['o1'] }, none, 0).orders]).toEqual(['o1']);
  expect([...memory.compare({ ...calm, placed: ['o2', 'o1'] }, none, 1000).orders]).toEqual(['o2']);
});

test('a sale is told once, though its deliveries move it again and again', () => {
  const memory = new StoreMemory();
  const paid = { ...calm, paid: ['o1'] };
  expect([...memory.compare(paid, new Set(['o1']), 0).sales]).toEqual(['o1']);
  const again = memory.compare(paid, new Set(['o1']), 1000);
  expect([...again.orders]).toEqual(['o1']);
  expect([...again.sales]).toEqual([]);
});

test('a server that fell silent is news, and also needs attention', () => {
  const memory = new StoreMemory();
  expect(hasNews(memory.compare(calm, none, 0))).toBe(false);
  const silent = { ...calm, servers: 'a silent' };
  expect(newsOf('attendant', memory.compare(silent, none, 1000))?.topics).toEqual(['attention', 'servers']);
  expect(hasNews(memory.compare(silent, none, 2000))).toBe(false);
});

test('visits are told every two minutes, and the last ones too', () => {
  const memory = new StoreMemory();
  memory.compare(calm, none, 200_000);
  expect(memory.compare({ ...calm, visits: 4 }, none, 201_000).visits).toBe(true);
  expect(memory.compare({ ...calm, visits: 5 }, none, 202_000).visits).toBe(false);
  expect(memory.compare({ ...calm, visits: 5 }, none, 330_000).visits).toBe(true);
  expect(memory.compare({ ...calm, visits: 5 }, none, 500_000).visits).toBe(false);
});

test('whoever may not read orders hears of no order, and whoever may not solve an alert hears nothing of it', () => {
  const memory = new StoreMemory();
  memory.compare(calm, none, 0);
  const change = memory.compare({ ...calm, paid: ['o1'], alerts: { payment_refused: 'x' } }, new Set(['o1']), 1000);
  expect(newsOf('owner', change)).toEqual({
    topics: ['orders', 'figures', 'attention', 'alerts'],
    orders: ['o1'],
    sales: ['o1'],
  });
  expect(newsOf('manager', change)).toEqual({ topics: ['figures'], orders: [], sales: [] });
  expect(newsOf('attendant', change)?.topics).toEqual(['orders', 'figures']);
  expect(newsFor('manager', allNews)?.topics).not.toContain('orders');
});

test('more orders than a call may name are not named', () => {
  const memory = new StoreMemory();
  const many = new Set(Array.from({ length: 101 }, (_, n) => `o${n}`));
  expect(newsOf('owner', memory.compare(calm, many, 0))).toMatchObject({ topics: ['orders', 'figures'], orders: [] });
});

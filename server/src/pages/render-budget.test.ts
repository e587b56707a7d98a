import { expect, test } from 'vitest';
import { createRenderBudget } from './render-budget.ts';

/** A budget with a clock that moves only when a test moves it. */
function budgetAt() {
  let time = 0;
  const budget = createRenderBudget(() => time);
  return { budget, pass: (ms: number) => (time += ms) };
}
const served = (budget: ReturnType<typeof createRenderBudget>, sender: string, tries: number) =>
  Array.from({ length: tries }, () => budget.take(sender)).filter((seconds) => seconds === 0).length;

test('one sender gets 1250 pages of 4 ms at once, then 50 a second, and is told when to come again', () => {
  const { budget, pass } = budgetAt();
  let pages = 0;
  // nobody else uses the common budget: the sender takes pages in small portions
  for (let helping = 0; helping < 100; helping += 1) {
    pages += served(budget, 'a', 40);
    pass(400);
  }
  expect(pages).toBeGreaterThan(1250);
  expect(pages).toBeLessThan(1250 + 50 * 40 + 40);
  served(budget, 'a', 40);
  expect(budget.take('a')).toBeGreaterThan(0);
});

test('attack: a hundred senders use up the common budget, and an occasional sender is served at once', () => {
  const { budget, pass } = budgetAt();
  let drawn = 0;
  let honest = 0;
  for (let tick = 0; tick < 600; tick += 1) {
    for (let sender = 0; sender < 100; sender += 1) drawn += served(budget, `hostile ${sender}`, 2);
    if (tick % 20 === 0) honest += served(budget, 'shopper', 1);
    pass(50);
  }
  expect(honest).toBe(30);
  // 30 s: two fifths of a core, the savings, and each sender's first pages
  expect(drawn * 4).toBeLessThan(30 * 400 + 1000 + 100 * 150);
});

test('a page costs what pages really take, and old senders are forgotten', async () => {
  const { budget, pass } = budgetAt();
  for (let page = 0; page < 100; page += 1) await budget.measure(async () => void pass(20));
  expect(served(budget, 'a', 1000)).toBeLessThanOrEqual(250);
  for (let sender = 0; sender < 60_000; sender += 1) budget.take(`sender ${sender}`);
  expect(budget.senders).toBe(50_000);
});

test('attack: new senders without end draw no more than the floor of the common budget', () => {
  const { budget, pass } = budgetAt();
  let drawn = 0;
  for (let tick = 0; tick < 200; tick += 1) {
    for (let sender = 0; sender < 200; sender += 1) drawn += served(budget, `fresh ${tick} ${sender}`, 2);
    pass(50);
  }
  // 10 s: two fifths of a core, the savings, and the credit
  expect(drawn * 4).toBeLessThanOrEqual(10 * 400 + 1000 + 4000 + 4);
});

test('an order has its own pages while its sender and all others have none left', () => {
  const { budget, pass } = budgetAt();
  for (let sender = 0; sender < 5000; sender += 1) budget.take(`fresh ${sender}`);
  expect(budget.take('buyer')).toBeGreaterThan(0);
  const pages = Array.from({ length: 100 }, () => budget.takeOrder('an order')).filter((seconds) => seconds === 0);
  expect(pages).toHaveLength(20);
  expect(budget.takeOrder('an order')).toBeGreaterThan(0);
  expect(budget.takeOrder('another order')).toBe(0);
  pass(2000);
  expect(budget.takeOrder('an order')).toBe(0);
});

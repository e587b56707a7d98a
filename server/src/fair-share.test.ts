import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyError, createFairShare } from './fair-share.ts';

const forever = new AbortController().signal;

test('many jobs of one party run in its own share, and another party does not wait for them', async () => {
  const share = createFairShare({ atOnce: 4, perParty: 2, waiting: 100 });
  const order: string[] = [];
  let now = 0;
  let most = 0;
  const work = (name: string) =>
    share.run(name, forever, async () => {
      most = Math.max(most, ++now);
      order.push(name);
      await delay(1);
      now -= 1;
    });
  const heap = Array.from({ length: 50 }, () => work('flood'));
  const one = work('quiet');
  await one;
  expect(order.slice(0, 3)).toEqual(['flood', 'flood', 'quiet']);
  await Promise.all(heap);
  expect(most).toBeLessThanOrEqual(4);
  expect(share.parties).toBe(0);
});

test('when all places are taken, parties get the next free ones in turns', async () => {
  const share = createFairShare({ atOnce: 1, perParty: 1, waiting: 100 });
  const order: string[] = [];
  const work = (name: string) => share.run(name, forever, async () => void order.push(name));
  await Promise.all([...['a', 'a', 'a', 'a'].map(work), ...['b', 'b'].map(work), work('c')]);
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('a failure frees its place; work that waits too long, or is too much, is refused and leaves nothing', async () => {
  const share = createFairShare({ atOnce: 1, perParty: 1, waiting: 1 });
  await expect(share.run('a', forever, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let end = () => {};
  const held = share.run('a', forever, () => new Promise<void>((resolve) => (end = resolve)));
  const late = share.run('a', AbortSignal.timeout(20), async () => {});
  await expect(share.run('a', forever, async () => {})).rejects.toThrow(BusyError);
  await expect(late).rejects.toThrow(BusyError);
  end();
  await held;
  expect(share.parties).toBe(0);
});

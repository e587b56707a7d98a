import { afterEach, expect, test, vi } from 'vitest';
import { guarded } from './breaker.ts';

afterEach(() => vi.useRealTimers());

class Away extends Error {}
/** A provider of its own for each test, with a count of what was sent to it. */
function provider(address: string) {
  let sent = 0;
  const call = (run: () => Promise<string>) =>
    guarded(
      address,
      () => {
        sent += 1;
        return run();
      },
      { isOutage: (error) => (error as Error).message === 'no answer', away: () => new Away() },
    );
  return { call, sent: () => sent };
}
const noAnswer = () => Promise.reject(new Error('no answer'));
const refusal = () => Promise.reject(new Error('400'));
const answer = () => Promise.resolve('ok');

test('after five calls in a row without an answer nothing is sent, until one call is let out to see', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const one = provider('http://one');
  for (let i = 0; i < 5; i++) await expect(one.call(noAnswer)).rejects.toThrow('no answer');
  await expect(one.call(answer)).rejects.toThrow(Away);
  expect(one.sent()).toBe(5);

  vi.setSystemTime(Date.now() + 5001);
  await expect(one.call(noAnswer)).rejects.toThrow('no answer');
  await expect(one.call(answer)).rejects.toThrow(Away);
  expect(one.sent()).toBe(6);

  vi.setSystemTime(Date.now() + 5001);
  expect(await one.call(answer)).toBe('ok');
  expect(await one.call(answer)).toBe('ok');
});

test('a refusal is an answer: it is passed on and ends the row', async () => {
  const two = provider('http://two');
  for (let i = 0; i < 4; i++) await expect(two.call(noAnswer)).rejects.toThrow('no answer');
  await expect(two.call(refusal)).rejects.toThrow('400');
  for (let i = 0; i < 4; i++) await expect(two.call(noAnswer)).rejects.toThrow('no answer');
  expect(await two.call(answer)).toBe('ok');
});

test('one provider away does not hold up another', async () => {
  const three = provider('http://three');
  for (let i = 0; i < 6; i++) await three.call(noAnswer).catch(() => {});
  expect(await provider('http://four').call(answer)).toBe('ok');
});

import { afterEach, expect, test, vi } from 'vitest';
import { guarded, type Outage } from './breaker.ts';

afterEach(() => vi.useRealTimers());

class Away extends Error {}
/** A new provider for each test, with a count of the calls that reached it. */
function provider(address: string) {
  let sent = 0;
  const outages: Record<string, Outage> = { 'no answer': 'failed', 'no connection': 'unreachable' };
  const call = (run: () => Promise<string>, party = 'store') =>
    guarded(
      { address, party },
      () => {
        sent += 1;
        return run();
      },
      { outageOf: (error) => outages[(error as Error).message], away: () => new Away() },
    );
  return { call, sent: () => sent };
}
const noAnswer = () => Promise.reject(new Error('no answer'));
const noConnection = () => Promise.reject(new Error('no connection'));
const refusal = () => Promise.reject(new Error('400'));
const answer = () => Promise.resolve('ok');

test('after five calls in a row without an answer nothing is sent, until one call tests the provider', async () => {
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

test('a refusal is an answer: it is passed on and ends the row of failures', async () => {
  const two = provider('http://two');
  for (let i = 0; i < 4; i++) await expect(two.call(noAnswer)).rejects.toThrow('no answer');
  await expect(two.call(refusal)).rejects.toThrow('400');
  for (let i = 0; i < 4; i++) await expect(two.call(noAnswer)).rejects.toThrow('no answer');
  expect(await two.call(answer)).toBe('ok');
});

test('one provider that is away does not stop another', async () => {
  const three = provider('http://three');
  for (let i = 0; i < 6; i++) await three.call(noAnswer).catch(() => {});
  expect(await provider('http://four').call(answer)).toBe('ok');
});

test('attack: a party that is never answered is stopped alone, however often it tries', async () => {
  const { call, sent } = provider('http://five');
  for (let i = 0; i < 50; i++) await call(noAnswer, 'hostile').catch(() => {});
  expect(sent()).toBe(5);
  for (let i = 0; i < 5; i++) expect(await call(answer, `honest ${i}`)).toBe('ok');
});

test('nobody calls an address that cannot be reached', async () => {
  const { call, sent } = provider('http://six');
  for (let i = 0; i < 5; i++) await call(noConnection, `store ${i}`).catch(() => {});
  await expect(call(answer, 'another')).rejects.toThrow(Away);
  expect(sent()).toBe(5);
});

test('when several stores get no answer, each other store sends one call as a test', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { call, sent } = provider('http://seven');
  for (const party of ['a', 'b', 'c']) await call(noAnswer, party).catch(() => {});
  await expect(call(answer, 'a')).rejects.toThrow(Away);
  expect(sent()).toBe(3);
  const probes = ['d', 'd', 'd', 'e'].map((party) => call(noAnswer, party).catch((error: unknown) => error));
  expect((await Promise.all(probes)).filter((error) => error instanceof Away)).toHaveLength(2);
  await expect(call(answer, 'd')).rejects.toThrow(Away);
  expect(sent()).toBe(5);

  vi.setSystemTime(Date.now() + 10_001);
  expect(await call(answer, 'a')).toBe('ok');
});

test('attack: three parties of one person fail together again and again, and answered stores do not notice', async () => {
  const { call } = provider('http://eight');
  for (let round = 0; round < 20; round++) {
    await Promise.all(['x', 'y', 'z'].map((party) => call(noAnswer, `${party}${round}`).catch(() => {})));
    const honest = Array.from({ length: 8 }, (_, n) => call(answer, `honest ${n % 2}`));
    expect(await Promise.all(honest)).toEqual(Array(8).fill('ok'));
  }
});

test('attack: a store whose test call never ends stops no other store', async () => {
  const { call } = provider('http://nine');
  for (const party of ['a', 'b', 'c']) await call(noAnswer, party).catch(() => {});
  void call(() => new Promise(() => {}), 'hostile').catch(() => {});
  expect(await call(answer, 'honest')).toBe('ok');
});

test('attack: three unanswered tokens of one store stop only that store', async () => {
  const { call, sent } = provider('http://ten');
  for (const token of ['x', 'y', 'z']) await call(noAnswer, `hostile ${token}`).catch(() => {});
  // If the provider counted as away for all, the failing party would not be asked.
  expect(await call(answer, 'hostile x')).toBe('ok');
  expect(sent()).toBe(4);
});

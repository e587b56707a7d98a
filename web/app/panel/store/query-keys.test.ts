import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../layout/query-client.ts';
import { keyOf, refreshAfter } from './query-keys.ts';

afterEach(() => queryClient.clear());

/** The kept answers that are old now. */
const old = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey);

test('a write makes the answers old that show it, in its own store only', async () => {
  const kept = [
    keyOf('POST /categories', 'alta'),
    keyOf('GET /store/plan', 'alta'),
    keyOf('POST /categories', 'baixa'),
    keyOf('POST /categories/name', 'alta', '01K'),
    keyOf('POST /products', 'alta'),
    keyOf('GET /profile'),
  ];
  for (const key of kept) queryClient.setQueryData(key, {});
  await refreshAfter('POST /categories/create', 'alta');
  expect(old()).toEqual([kept[0], kept[1]]);
});

test('an order that is made or taken back makes stock and units sold old, and the orders under every filter', async () => {
  const kept = [
    keyOf('POST /order', 'alta', { status: 'all', search: '' }),
    keyOf('POST /order', 'alta', { status: 'pending', search: 'ana' }),
    keyOf('POST /order/details', 'alta', '01K'),
    keyOf('POST /products', 'alta'),
  ];
  for (const write of ['POST /order/manual', 'POST /order/cancel', 'POST /order/refund'] as const) {
    for (const key of kept) queryClient.setQueryData(key, {});
    await refreshAfter(write, 'alta');
    expect(old()).toEqual(kept);
    queryClient.clear();
  }
});

test('a list without a store is made old by the write of a store that it shows', async () => {
  queryClient.setQueryData(keyOf('GET /store'), []);
  await refreshAfter('POST /store/token/rotate', 'alta');
  expect(old()).toEqual([keyOf('GET /store')]);
});

test('a new password makes the list of passkeys old, because it removes those of the last days', async () => {
  queryClient.setQueryData(keyOf('GET /account/passkeys'), []);
  await refreshAfter('POST /password/change');
  expect(old()).toEqual([keyOf('GET /account/passkeys')]);
});

test('the logs of a store and of an account show their next change at once', async () => {
  const kept = [keyOf('POST /audit', 'alta'), keyOf('POST /security', 'alta'), keyOf('POST /account/security')];
  for (const key of kept) queryClient.setQueryData(key, {});
  await refreshAfter('POST /variables/create', 'alta');
  expect(old()).toEqual(kept.slice(0, 2));
  await refreshAfter('POST /account/edit');
  expect(old()).toEqual(kept);
});

test('after a change of the whole store, nothing that is kept counts as new', async () => {
  queryClient.setQueryData(keyOf('POST /products', 'alta'), []);
  await refreshAfter('POST /store/edit', 'alta');
  expect(old()).toHaveLength(1);
});

test('the roles of a disconnected Discord server are old, and the screen that still shows them does not ask again', async () => {
  let asked = 0;
  const shown = new QueryObserver(queryClient, {
    queryKey: keyOf('GET /discord/roles', 'alta', '123'),
    queryFn: () => ++asked,
  });
  const stop = shown.subscribe(() => undefined);
  await expect.poll(() => asked).toBe(1);
  await refreshAfter('POST /discord/disconnect', 'alta');
  stop();
  expect(old()).toEqual([keyOf('GET /discord/roles', 'alta', '123')]);
  expect(asked).toBe(1);
});

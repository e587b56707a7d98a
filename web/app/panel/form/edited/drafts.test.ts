import type { User } from '@vitrine/contract/account-answers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appState } from '../../../state/app-state.ts';
import { claimPlace, draftPlace, dropDrafts, keepDraft, readDraft } from './drafts.ts';

const fresh = appState.getInitialState();
const DAY = 24 * 60 * 60_000;
let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(kept, { [key]: value }),
    removeItem: (key: string) => void delete kept[key],
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: (_, key) => ({ value: kept[String(key)], enumerable: true, configurable: true }),
    }),
  );
  appState.setState(fresh, true);
});
afterEach(() => vi.unstubAllGlobals());

function logIn(id: string) {
  appState.getState().loginSucceeded('token', { id, name: 'Ana', email: 'ana@x.com' } as User);
  appState.getState().storesLoaded([
    { id: 's1', name: 'A', subdomain: 'a', role: 'owner' },
    { id: 's2', name: 'B', subdomain: 'b', role: 'owner' },
  ]);
}
const draft = (name: string, at = Date.now()) => ({
  at,
  version: 3,
  base: { name: 'VIP', price: 10 },
  mine: { name, price: Number.NaN },
  partial: false,
});

test('a draft is of one account, one store and one form', () => {
  expect(draftPlace('settings')).toBeNull();
  logIn('ana');
  const place = draftPlace('settings') ?? '';
  keepDraft(place, draft('VIP Ouro'));
  expect(readDraft(place)).toEqual(draft('VIP Ouro', readDraft(place)?.at));
  appState.getState().setCurrentStore('b');
  expect(readDraft(draftPlace('settings') ?? '')).toBeNull();
  appState.getState().loggedOut();
  logIn('bruno');
  expect(readDraft(draftPlace('settings') ?? '')).toBeNull();
});

test('a draft ends after a week, and an unreadable draft counts as missing', () => {
  logIn('ana');
  const place = draftPlace('product:1') ?? '';
  keepDraft(place, draft('velho', Date.now() - 8 * DAY));
  expect(readDraft(place)).toBeNull();
  for (const text of ['{broken', 'null', '5', '{"at":1}']) {
    kept[place] = text;
    expect(readDraft(place), text).toBeNull();
    expect(kept[place]).toBeUndefined();
  }
});

test('drafts are bounded: a very long one is not kept, and the oldest of too many are removed', () => {
  logIn('ana');
  const long = draftPlace('long') ?? '';
  keepDraft(long, draft('x'.repeat(300_000)));
  expect(kept[long]).toBeUndefined();
  const now = Date.now();
  for (let number = 0; number < 30; number++)
    keepDraft(draftPlace(`product:${number}`) ?? '', draft('x', now + number));
  const left = Object.keys(kept).filter((key) => key.startsWith('draft:'));
  expect(left).toHaveLength(20);
  expect(left).not.toContain(draftPlace('product:9'));
  expect(left).toContain(draftPlace('product:29'));
});

test('a logout forgets the drafts of the account, and the end of a store forgets the drafts in that store', () => {
  logIn('ana');
  const here = draftPlace('settings') ?? '';
  appState.getState().setCurrentStore('b');
  const there = draftPlace('settings') ?? '';
  for (const place of [here, there, 'draft:bruno:s1:settings']) keepDraft(place, draft('x'));
  dropDrafts('ana', 's2');
  expect([readDraft(here), readDraft(there)].map(Boolean)).toEqual([true, false]);
  dropDrafts('ana');
  expect(Object.keys(kept).filter((key) => key.startsWith('draft:'))).toEqual(['draft:bruno:s1:settings']);
});

test('two forms for a new thing never share a place, and a place that is free again gives its draft back', async () => {
  const held = new Set<string>();
  const request = async (name: string, how: LockOptions, work: (lock: object | null) => unknown) => {
    if (held.has(name) && how.ifAvailable) return work(null);
    if (held.has(name)) return await new Promise((_, refuse) => how.signal?.addEventListener('abort', refuse));
    held.add(name);
    return await Promise.resolve(work({})).finally(() => held.delete(name));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  logIn('a1');
  const wanted = draftPlace('product:new') ?? '';
  const [untouched, typed] = [() => false, () => true];
  const first = await claimPlace(wanted, untouched);
  keepDraft(wanted, draft('VIP Ouro'));
  const second = await claimPlace(wanted, untouched);
  expect([first?.place, second?.place]).toEqual([wanted, `${wanted}:2`]);
  keepDraft(second?.place ?? '', draft('VIP Prata'));
  first?.free();
  second?.free();
  await vi.waitFor(() => expect(held.size).toBe(0));
  // A form in which somebody already types gets an empty place, and the draft of the first place stays there.
  expect((await claimPlace(wanted, typed))?.place).toBe(`${wanted}:3`);
  const again = await claimPlace(wanted, untouched);
  expect(again?.place).toBe(wanted);
  expect(readDraft<{ name: string }>(wanted)?.mine.name).toBe('VIP Ouro');
  dropDrafts('a1');
  expect(Object.keys(kept).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

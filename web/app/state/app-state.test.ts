import type { User } from '@vitrine/contract/account-answers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appState, STATE_KEY } from './app-state.ts';
import { LOGIN_FAILED } from './auth-slice.ts';
import { readSession } from './session-storage.ts';

const user = { id: 'u1', name: 'Marina', email: 'm@x.com' } as User;
const fresh = appState.getInitialState();
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  appState.setState(fresh, true);
  kept.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const state = () => appState.getState();

describe('auth', () => {
  it('walks through a login and keeps token and user', () => {
    state().loginFailed('antes');
    state().loginStarted();
    expect(state().auth).toMatchObject({ isLoading: true, error: null });
    state().loginSucceeded('tok', user);
    expect(state().auth).toEqual({ isLoggedIn: true, token: 'tok', user, isLoading: false, error: null });
    expect(kept.get('token')).toBe('tok');
    expect(JSON.parse(kept.get('user') ?? '')).toEqual(user);
    expect(readSession()).toEqual({ kind: 'found', token: 'tok', user });
  });

  it('returns to its first state with an error', () => {
    state().loginSucceeded('tok', user);
    state().loginFailed();
    expect(state().auth).toEqual({
      isLoggedIn: false,
      token: false,
      user: null,
      isLoading: false,
      error: LOGIN_FAILED,
    });
    expect(kept.has('token') || kept.has('user')).toBe(false);
  });

  it('clears everything of the account on logout and keeps a shopper’s basket', () => {
    state().loginSucceeded('tok', user);
    state().storesLoaded([{ id: '1', name: 'A', subdomain: 'a', role: 'owner' }]);
    state().addItem('p1');
    state().loggedOut();
    expect(state().auth.isLoggedIn).toBe(false);
    expect(state().store).toEqual({ currentStoreId: null, stores: [] });
    expect(state().basket.itens).toEqual(['p1']);
    expect([...kept.keys()]).toEqual([STATE_KEY]);
  });

  it('clears unreadable stored logins', () => {
    for (const [token, stored] of [
      ['tok', '{broken'],
      ['tok', 'null'],
      ['tok', '{"name":"no id"}'],
      [null, JSON.stringify(user)],
      ['tok', null],
    ] as const) {
      kept.clear();
      if (token) kept.set('token', token);
      if (stored) kept.set('user', stored);
      expect(readSession(), `${token} ${stored}`).toEqual({ kind: 'unreadable' });
      expect(kept.size).toBe(0);
    }
    expect(readSession()).toEqual({ kind: 'none' });
  });
});

describe('store', () => {
  const stores = [
    { id: '1', name: 'A', subdomain: 'a', role: 'owner' as const },
    { id: '2', name: 'B', subdomain: 'b', role: 'attendant' as const },
  ];
  const created = { id: '3', name: 'C', subdomain: 'c', role: 'owner' as const };

  it('chooses the first store when none is chosen, and keeps a chosen one', () => {
    state().storesLoaded(stores);
    expect(state().store.currentStoreId).toBe('a');
    expect(kept.get('store')).toBe('a');
    state().setCurrentStore('b');
    state().storesLoaded(stores);
    expect(state().store.currentStoreId).toBe('b');
    expect(kept.get('store')).toBe('b');
  });

  it('forgets a store that no longer belongs to the user', () => {
    state().setCurrentStore('gone');
    state().storesLoaded(stores);
    expect(state().store.currentStoreId).toBe('a');
    state().storesLoaded([]);
    expect(state().store.currentStoreId).toBeNull();
    expect(kept.has('store')).toBe(false);
  });

  it('empties the list on failure and appends a created store', () => {
    state().storesLoaded(stores);
    state().storesFailed();
    expect(state().store).toEqual({ currentStoreId: null, stores: [] });
    state().storeCreated(created);
    expect(state().store).toEqual({ currentStoreId: 'c', stores: [created] });
  });

  it('keeps no secret of a store', () => {
    const whole = Object.assign(structuredClone(created), {
      apiToken: 'vit_secret',
      legal: { document: '52998224725' },
    });
    state().storesLoaded([whole]);
    state().storeCreated({ ...whole, subdomain: 'd' });
    expect(kept.get('vitrine')).toContain('"subdomain":"d"');
    expect(kept.get('vitrine')).not.toMatch(/vit_secret|52998224725/);
  });
});

describe('basket', () => {
  it('holds ids without duplicates and refuses a missing one', () => {
    state().addItem('p1');
    state().addItem('p2');
    const before = state().basket;
    state().addItem('p1');
    expect(state().basket).toBe(before);
    expect(() => state().addItem('')).toThrow('ID inválido');
    state().removeItem('p1');
    expect(state().basket.itens).toEqual(['p2']);
  });
});

describe('persistence', () => {
  it('keeps auth, store and basket under one key, without passing states and the dashboard', () => {
    state().loginStarted();
    state().addItem('p1');
    state().dashboardFailed('x');
    const stored = JSON.parse(kept.get(STATE_KEY) ?? '');
    expect(Object.keys(stored.state).sort()).toEqual(['auth', 'basket', 'store']);
    expect(stored.state.auth).toEqual({ isLoggedIn: false, token: false, user: null });
  });

  it('is read again, with the current store from its own key', async () => {
    state().loginSucceeded('tok', user);
    state().addItem('p1');
    const snapshot = kept.get(STATE_KEY) ?? '';
    appState.setState(fresh, true);
    kept.set(STATE_KEY, snapshot);
    kept.set('store', 'b');
    await appState.persist.rehydrate();
    expect(state().auth).toMatchObject({ isLoggedIn: true, token: 'tok', user });
    expect(state().basket.itens).toEqual(['p1']);
    expect(state().store.currentStoreId).toBe('b');
  });

  it.each([
    '{broken',
    'null',
    '5',
    '{"state":null}',
    '{"state":{"auth":{"isLoggedIn":true,"token":7},"store":{"stores":"x"},"basket":{"itens":[1,"a","a",null]}},"version":1}',
  ])('survives unreadable data: %s', async (text) => {
    kept.set(STATE_KEY, text);
    await appState.persist.rehydrate();
    expect(state().auth.isLoggedIn).toBe(false);
    expect(state().store.stores).toEqual([]);
    expect(state().basket.itens).toEqual(text.includes('itens') ? ['a'] : []);
  });

  it('works in a browser that refuses storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError');
      },
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    state().addItem('p1');
    expect(state().basket.itens).toEqual(['p1']);
    expect(readSession()).toEqual({ kind: 'none' });
  });
});

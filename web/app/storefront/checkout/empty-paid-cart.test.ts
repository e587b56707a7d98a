import { beforeEach, expect, test, vi } from 'vitest';
import { appState } from '../../state/app-state.ts';
import { ownOrder, ownProducts, rememberOwnOrder } from '../pending/own-order.ts';
import { emptyDraft, readDraft, writeDraft } from './draft.ts';
import { emptyPaidCart } from './empty-paid-cart.ts';

function emptyStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

beforeEach(async () => {
  vi.stubGlobal('sessionStorage', emptyStorage());
  vi.stubGlobal('localStorage', emptyStorage());
  await appState.persist.rehydrate();
  return () => vi.unstubAllGlobals();
});

const cart = () => appState.getState().basket.itens;
const put = (...keys: string[]) => {
  for (const key of keys) appState.getState().addItem(key);
};

test('what a paid order bought leaves the cart, and what came in after ordering stays', () => {
  put('vip', 'carro?cor=azul');
  writeDraft({ ...emptyDraft, clientId: '7', coupon: 'DEZ', quantities: { vip: 3 } });
  rememberOwnOrder('pedido1', ['vip', 'carro?cor=azul']);
  put('casa', 'carro?cor=preto');
  writeDraft({ ...readDraft(), quantities: { vip: 3, casa: 2 } });
  expect([ownOrder(), ownProducts()]).toEqual(['pedido1', ['vip', 'carro']]);
  emptyPaidCart('pedido1');
  expect(cart()).toEqual(['casa', 'carro?cor=preto']);
  expect(readDraft()).toMatchObject({ clientId: '7', coupon: null, quantities: { casa: 2 } });
});

test('an order empties the cart once, and only in the browser that placed it', () => {
  put('vip');
  rememberOwnOrder('pedido1', ['vip']);
  emptyPaidCart('pedido2');
  expect(cart()).toEqual(['vip']);
  emptyPaidCart('pedido1');
  emptyPaidCart('pedido1');
  expect(cart()).toEqual([]);
  put('vip');
  emptyPaidCart('pedido1');
  expect(ownOrder()).toBeNull();
  expect(cart()).toEqual(['vip']);
});

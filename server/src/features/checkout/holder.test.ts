import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Secret } from '../../db/seal.ts';
import { storeIdOf } from '../../http/store.ts';
import { holderOf } from './holder.ts';

const secret: Secret = [randomBytes(32)];
const store = storeIdOf({ store_id: 'loja' });
const buyer = { discordId: '123456789012345678', email: 'Ana@Exemplo.com.br' };
const from = (customer?: object) => ({ address: '203.0.113.7', customer: customer as never });

test('a login counts only for the id on the order; an order with a typed id counts for its address', () => {
  const typed = holderOf(secret, store, from(), buyer);
  expect(typed.proven).toBeNull();
  expect(typed.key).toHaveLength(16);
  expect(holderOf(secret, store, from({ discordId: buyer.discordId, email: null }), buyer).proven).toBe('discord');
  const mailed = holderOf(secret, store, from({ discordId: null, email: 'ana@exemplo.com.br' }), buyer);
  expect(mailed).toEqual({ ...typed, ids: ['email'] });
  const other = holderOf(secret, store, from({ discordId: '999999999999999999', email: null }), buyer);
  expect(other).toEqual(typed);
});

test('the hash hides address and login, and differs in another store or with another secret', () => {
  const here = holderOf(secret, store, from(), buyer).key;
  expect(holderOf(secret, storeIdOf({ store_id: 'outra' }), from(), buyer).key).not.toEqual(here);
  expect(holderOf([randomBytes(32)], store, from(), buyer).key).not.toEqual(here);
});

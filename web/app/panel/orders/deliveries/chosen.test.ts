import { deliveryExample } from '@vitrine/contract/calls/order-example';
import type { Delivery } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { cancelledText, mayChoose } from './chosen.ts';

test('what was cancelled stays out of the choice, and what waits or arrived can be chosen', () => {
  const of = (part: Partial<Delivery>) => ({ ...deliveryExample, history: [], ...part }) as Delivery;
  expect(mayChoose(of({ state: 'cancelled' }))).toBe(false);
  expect(mayChoose(of({ state: 'succeeded' }))).toBe(true);
  expect(mayChoose(of({ state: 'succeeded', phase: 'expiration' }))).toBe(false);
  expect(mayChoose(of({ state: 'scheduled', phase: 'expiration' }))).toBe(true);
});

test('the answer says how many were cancelled, and what was left out and why', () => {
  expect(cancelledText({ cancelled: 1, asked: 0, left: [] })).toBe('1 entrega cancelada.');
  expect(cancelledText({ cancelled: 2, asked: 1, left: [{ state: 'succeeded', count: 3 }] })).toBe(
    '2 entregas canceladas. 1 já saiu: o servidor foi avisado. 3 de fora: entregue.',
  );
  expect(cancelledText({ cancelled: 0, asked: 0, left: [] })).toBe('Nada foi cancelado.');
});

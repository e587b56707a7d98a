import { paymentStatuses } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { preferenceItems, statementOf } from './mercado-pago/mercado-pago-bodies.ts';
import { isLive, mayMovePayment, nextCheckSeconds, statusOf } from './payment.ts';

test('a payment only moves forward: a paid one stays paid or is given back, and then it ends', () => {
  const rank = {
    created: 0,
    pending: 1,
    in_process: 2,
    rejected: 3,
    cancelled: 3,
    expired: 3,
    approved: 4,
    charged_back: 5,
    refunded: 6,
  };
  for (const from of paymentStatuses) {
    for (const to of paymentStatuses) if (mayMovePayment(from, to)) expect(rank[to]).toBeGreaterThan(rank[from]);
    if (rank[from] < 4) expect(mayMovePayment(from, 'approved')).toBe(true);
    expect(isLive(from)).toBe(rank[from] < 3);
  }
});

test.each([
  ['payments', 'pending', null, 'pending'],
  ['payments', 'authorized', null, 'in_process'],
  ['payments', 'in_mediation', null, 'approved'],
  ['payments', 'cancelled', 'expired', 'expired'],
  ['payments', 'cancelled', 'by_collector', 'cancelled'],
  ['orders', 'action_required', 'waiting_transfer', 'pending'],
  ['orders', 'processed', 'partially_refunded', 'approved'],
  ['orders', 'canceled', null, 'cancelled'],
  ['orders', 'approved', null, undefined],
  ['payments', 'constructor', null, undefined],
] as const)('%s says %s (%s): %s', (api, status, detail, ours) => {
  expect(statusOf(api, status, detail)).toBe(ours);
});

test('we ask about a payment until it ends', () => {
  const pending = Array.from({ length: 9 }, (_, checks) => nextCheckSeconds('pending', checks));
  expect(pending).toEqual([30, 60, 120, 300, 600, 900, 900, 900, 900]);
  const paid = Array.from({ length: 20 }, (_, checks) => nextCheckSeconds('approved', checks) ?? 0);
  expect(paid.reduce((a, b) => a + b, 0) / 86_400).toBeGreaterThan(170);
  expect(nextCheckSeconds('refunded', 0)).toBeNull();
});

test('the lines for the provider sum to the total with any discount', () => {
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + (round % 5) }, (_, index) => ({
      name: `Produto ${index}`,
      quantity: 1 + ((round * 7 + index) % 9),
      unitCentavos: (round * 997 + index * 131) % 5000,
    }));
    const subtotal = lines.reduce((sum, line) => sum + line.quantity * line.unitCentavos, 0);
    const totalCentavos = Math.max(1, subtotal - (round % 3 === 0 ? 0 : (round * 37) % (subtotal + 1)));
    const items = preferenceItems({ lines, totalCentavos, title: 'Pedido 1' });
    const sent = items.reduce((sum, item) => sum + Math.round(item.unit_price * 100) * item.quantity, 0);
    expect(sent).toBe(totalCentavos);
    expect(items.every((item) => item.unit_price > 0 && item.quantity > 0)).toBe(true);
  }
});

test('a card bill gets at most 13 plain characters', () => {
  expect(statementOf('Cidade Alta São João!')).toBe('CIDADE ALTA S');
  expect(statementOf('🎮')).toBe('VITRINE');
});

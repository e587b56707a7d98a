import { type DeliveryState, deliveryStates, deliveryStateTexts } from '@vitrine/contract/order-words';
import type { Delivery, OrderDetails } from '@vitrine/contract/orders';
import { describe, expect, it } from 'vitest';
import {
  canRetarget,
  changesFor,
  deliveryStateOf,
  deliverySummary,
  isUnderWay,
  itemsOf,
  readDeliveryState,
  refundable,
  repairsFor,
  statusOf,
} from './order-texts.ts';

const now = new Date('2026-11-21T12:00:00Z');
const details = (order: object, deliveries: object[] = [], payments: object[] = []) =>
  ({ success: true, order, deliveries, payments, history: [] }) as unknown as OrderDetails;

describe('orders in words', () => {
  it('shows an unknown status as pending', () => {
    expect(statusOf('completed').text).toBe('Concluído');
    for (const status of ['', 'paid', 'constructor']) expect(statusOf(status).text).toBe('Pendente');
  });

  it('fills in the missing fields of an item', () => {
    const items = [{ _id: 'a', name: '', quantity: undefined, value: 3 }] as unknown as Parameters<
      typeof itemsOf
    >[0]['name'];
    expect(itemsOf({ name: items })).toEqual([
      { _id: 'a', productId: null, name: 'Desconhecido', quantity: 1, returned: 0, value: 3, options: [] },
    ]);
  });

  it.each([
    [{ total: 0, succeeded: 0, problem: 0 }, undefined],
    [{ total: 1, succeeded: 1, problem: 0 }, 'Entregue'],
    [{ total: 3, succeeded: 3, problem: 0 }, 'Tudo entregue'],
    [{ total: 3, succeeded: 1, problem: 0 }, '1 de 3 entregues'],
    [{ total: 3, succeeded: 2, problem: 1 }, '1 com problema'],
  ])('sums up the deliveries: %o', (deliveries, text) => expect(deliverySummary(deliveries)?.text).toBe(text));

  it('names the seven states in the words of the contract', () => {
    for (const state of deliveryStates) expect(deliveryStateOf(state).text).toBe(deliveryStateTexts[state]);
    expect(readDeliveryState('failed')).toBe('failed');
    expect(readDeliveryState('toString')).toBeUndefined();
  });
});

describe('an order under way', () => {
  it('is asked for again while something can change soon', () => {
    expect(isUnderWay(details({ status: 'pending' }), now)).toBe(true);
    expect(isUnderWay(details({ status: 'completed' }), now)).toBe(false);
    expect(isUnderWay(details({ status: 'completed' }, [{ state: 'sent', dueAt: null }]), now)).toBe(true);
    expect(isUnderWay(details({ status: 'cancelled' }, [{ state: 'uncertain', dueAt: null }]), now)).toBe(false);
    const due = (dueAt: string) => details({ status: 'completed' }, [{ state: 'scheduled', dueAt }]);
    expect(isUnderWay(due('2026-12-21T12:00:00Z'), now)).toBe(false);
    expect(isUnderWay(due('2026-11-21T12:00:30Z'), now)).toBe(true);
  });

  it('does not offer to send again what arrived or was taken back', () => {
    for (const state of ['succeeded', 'cancelled'] as const) {
      expect(repairsFor(state)).toEqual({ resend: false, mark: false, cancel: false });
      expect(canRetarget([{ state }])).toBe(false);
    }
    expect(repairsFor('uncertain')).toEqual({ resend: true, mark: true, cancel: true });
    expect(repairsFor('sent').cancel).toBe(false);
  });

  it('knows the refundable amount, without rounding errors', () => {
    const paid = (status: 'approved' | 'expired', value: number, refunded: number) => ({ status, value, refunded });
    expect(refundable([paid('approved', 59.7, 19.9)])).toBe(39.8);
    expect(refundable([paid('approved', 10, 10), paid('expired', 99, 0)])).toBe(0);
  });
});

it('a delivery that did not arrive can be corrected, one of a removed server can only be moved, an arrived one is sent once more', () => {
  const of = (state: DeliveryState, phase: Delivery['phase'] = 'confirmation', code: string | null = null) => {
    const may = changesFor({ state, phase, code, rehearsal: false, takenBack: null, productChanged: false });
    return (['edit', 'move', 'again'] as const).filter((one) => may[one]);
  };
  expect(of('failed')).toEqual(['edit']);
  expect(of('uncertain')).toEqual(['edit']);
  expect(of('queued')).toEqual(['edit']);
  expect(of('failed', 'expiration')).toEqual(['edit']);
  expect(of('failed', 'confirmation', 'server_ended')).toEqual(['move']);
  expect(of('succeeded')).toEqual(['again']);
  for (const state of ['sent', 'scheduled', 'cancelled'] as const) expect(of(state)).toEqual([]);
  for (const state of ['failed', 'succeeded'] as const) expect(of(state, 'reversal')).toEqual([]);
  const tried = {
    state: 'succeeded',
    phase: 'confirmation',
    code: null,
    rehearsal: true,
    takenBack: null,
    productChanged: false,
  } as const;
  expect(changesFor(tried).again).toBe(false);
  expect(changesFor({ ...tried, rehearsal: false, takenBack: 'kept', productChanged: false }).again).toBe(false);
});

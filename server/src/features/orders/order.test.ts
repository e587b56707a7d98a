import { orderStatuses } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { mayMoveOrder, mayRevive, noteText, orderNotes } from './order.ts';

test('an order moves only along these arrows', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => mayMoveOrder(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed).toEqual(['pending>completed', 'pending>cancelled', 'completed>cancelled', 'cancelled>completed']);
  expect(Object.keys(orderNotes).filter(mayRevive)).toEqual(['expired', 'wave']);
  expect(noteText('constructor')).toBeNull();
});

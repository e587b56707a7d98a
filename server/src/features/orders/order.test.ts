import { orderStatuses } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { causeText, mayMoveOrder, mayRevive, noteText, orderNotes } from './order.ts';

test('an order moves only along these arrows', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => mayMoveOrder(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed).toEqual(['pending>completed', 'pending>cancelled', 'completed>cancelled', 'cancelled>completed']);
  expect(Object.keys(orderNotes).filter(mayRevive)).toEqual(['expired', 'wave']);
  expect(noteText('constructor')).toBeNull();
});

test('once the money is back, a note says the cause alone', () => {
  expect(causeText('limit_refund')).toBe('O limite por cliente já estava usado quando o pagamento chegou.');
  for (const note of Object.keys(orderNotes)) {
    if (note.endsWith('_refund') && note !== 'duplicate_refund')
      expect(causeText(note)).not.toContain('sendo devolvido');
  }
  // The title of the page says these two.
  expect([causeText('refunded'), causeText('charged_back'), causeText(null)]).toEqual([null, null, null]);
});

import { queryOptions } from '@tanstack/react-query';
import type { OrderItem } from '@vitrine/contract/orders';
import type { RefundScope } from '@vitrine/contract/refund-words';
import { call } from '../../../lib/call.ts';
import { keyOf } from '../../store/query-keys.ts';

/** What a person wants to give back. */
export interface RefundChoice {
  scope: RefundScope;
  /** Units by item; 0 and absent: none. */
  units: Readonly<Record<string, number>>;
  /** Reais; null while nothing is typed. */
  value: number | null;
}

export const wholeRest: RefundChoice = { scope: 'whole', units: {}, value: null };

/** Units of the item that no refund returned. */
export const leftOf = ({ quantity, returned }: Pick<OrderItem, 'quantity' | 'returned'>) => quantity - returned;

/** The part of the body that says how much; undefined while the choice is not made. */
export function bodyOf({ scope, units, value }: RefundChoice) {
  if (scope === 'whole') return {};
  if (scope === 'value') return value !== null && value > 0 ? { value } : undefined;
  const items = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ id, quantity }));
  return items.length > 0 ? { items } : undefined;
}

/** What the refund would do. Each look is fresh, because the answer is what the person confirms. */
export const previewQuery = (subdomain: string | null, order: string, choice: RefundChoice, open: boolean) => {
  const body = bodyOf(choice);
  return queryOptions({
    queryKey: keyOf('POST /order/refund/preview', subdomain, { order, choice: JSON.stringify(body ?? null) }),
    enabled: subdomain !== null && open && body !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      call('POST /order/refund/preview', { body: { id: order, ...body }, store: subdomain, signal }),
  });
};

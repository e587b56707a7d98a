import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { keyOf, refreshAfter } from '../store/query-keys.ts';

/** How often a payment under way is asked for, in ms. */
const PENDING_MS = 5_000;
/** How many times the provider is asked about the payment from which the person comes back. */
const ASKED = 24;

/**
 * The payments of the store's plan: all of them, the pending one, the one that the person came back from (`?payment=`), and the
 * one that was paid while the page stood open.
 */
export function usePayments(mayRead: boolean) {
  const store = useCurrentStoreId();
  const [address] = useSearchParams();
  const returned = address.get('payment');
  const asked = useRef(0);
  const query = useQuery({
    queryKey: keyOf('POST /subscription', store),
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const ask = returned !== null && returned.length <= 40 && asked.current < ASKED;
      if (ask) asked.current += 1;
      return await call('POST /subscription', { body: ask ? { payment: returned } : {}, store, signal });
    },
    refetchInterval: ({ state }) =>
      state.data?.history.some((payment) => payment.status === 'pending') ? PENDING_MS : false,
  });
  const history = query.data?.history;

  const pending = useRef<ReadonlySet<string>>(new Set());
  const [confirmed, setConfirmed] = useState<string | null>(null);
  useEffect(() => {
    const paid = history?.find(({ id, status }) => status === 'paid' && pending.current.has(id));
    pending.current = new Set(history?.filter(({ status }) => status === 'pending').map(({ id }) => id));
    if (!paid) return;
    setConfirmed(paid.id);
    void refreshAfter('POST /subscription/create', store);
  }, [history, store]);

  return {
    query,
    open: history?.find(({ status }) => status === 'pending') ?? null,
    paid: history?.find(({ id, status }) => status === 'paid' && (id === returned || id === confirmed)) ?? null,
    returned,
  };
}

export type Payments = ReturnType<typeof usePayments>;

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../lib/call.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { keyOf } from '../store/query-keys.ts';

/** Most stores have no change, so its script loads with the first one. */
const ChangeStrip = lazy(() => import('./change-strip.client.tsx'));

/**
 * Shows a new payment account over every screen, to everyone who may undo it. After this session has accepted it, it
 * shows over the settings only, where it can still be undone. A failed query shows nothing, because the screen below
 * has its own message.
 */
export function PaymentChanges() {
  const store = useCurrentStoreId();
  const mayConnect = useMay()('store.connect');
  const { data } = useQuery({
    queryKey: keyOf('POST /store/payment-account', store),
    enabled: store !== null && mayConnect,
    queryFn: ({ signal }) => call('POST /store/payment-account', { body: {}, store, signal }),
  });
  const settings = useLocation().pathname === '/config';
  const shown = data?.changes.filter(({ hidden }) => settings || !hidden) ?? [];
  if (!store || !mayConnect || shown.length === 0) return null;
  return (
    <section aria-label="Conta de pagamento nova" className="mb-5 flex flex-col gap-3">
      <Suspense fallback={null}>
        {shown.map((change) => (
          <ChangeStrip key={change.id} store={store} change={change} />
        ))}
      </Suspense>
    </section>
  );
}

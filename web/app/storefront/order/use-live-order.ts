import type { PublicOrder } from '@vitrine/contract/orders';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { isSettled } from './timeline.ts';

/** How often the order is asked for while no live events come. */
const POLL_MS = 2_000;

/** True for something that can be shown as this order; anything else on the wire is ignored. */
export function isOrder(value: unknown, reference: string): value is PublicOrder {
  if (typeof value !== 'object' || value === null) return false;
  const { external_reference, status, deliveries, name } = value as Partial<PublicOrder>;
  return (
    external_reference === reference && typeof status === 'string' && Array.isArray(deliveries) && Array.isArray(name)
  );
}

/**
 * The order as it is right now: server-sent events, and asking every 2 s while they do not come. Stops once nothing
 * can change by itself. `refresh` asks at once.
 */
export function useLiveOrder(initial: PublicOrder): { order: PublicOrder; refresh: () => Promise<void> } {
  const [order, setOrder] = useState(initial);
  const reference = initial.external_reference;
  const settled = isSettled(order);

  const refresh = useCallback(async () => {
    try {
      const { response } = await api<{ response: unknown }>('GET', `/order/${encodeURIComponent(reference)}`);
      if (isOrder(response, reference)) setOrder(response);
    } catch (error) {
      console.error('order', error);
    }
  }, [reference]);

  useEffect(() => {
    if (settled) return;
    let polling: ReturnType<typeof setInterval> | undefined;
    const poll = () => {
      polling ??= setInterval(() => {
        if (!document.hidden) void refresh();
      }, POLL_MS);
    };
    const rest = () => {
      clearInterval(polling);
      polling = undefined;
    };
    const events = new EventSource(`/v1/order/${encodeURIComponent(reference)}/events`);
    events.onopen = rest;
    events.onerror = poll;
    events.addEventListener('order', (event: MessageEvent<string>) => {
      try {
        const value: unknown = JSON.parse(event.data);
        if (isOrder(value, reference)) setOrder(value);
      } catch (error) {
        console.error('order event', error);
      }
    });
    // A phone that comes back from the bank's app: what happened meanwhile is asked for at once.
    const seen = () => {
      if (!document.hidden) void refresh();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      events.close();
      rest();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [reference, settled, refresh]);

  return { order, refresh };
}

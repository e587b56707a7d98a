import type { PublicOrder } from '@vitrine/contract/orders';
import { plainCall } from '../../lib/plain-call.ts';
import { isOver, isSettled } from './timeline.ts';

/** How often the order is asked for while live events do not arrive, in ms. */
const POLL_MS = 2_000;
/** The same for an order that is wholly delivered: only a refund is still news. */
const REST_MS = 60_000;

/** Whether the value can be shown as this order. Anything else is ignored. */
export function isOrder(value: unknown, reference: string): value is PublicOrder {
  if (typeof value !== 'object' || value === null) return false;
  const { external_reference, status, deliveries, name } = value as Partial<PublicOrder>;
  return (
    external_reference === reference && typeof status === 'string' && Array.isArray(deliveries) && Array.isArray(name)
  );
}

/**
 * The order as text that does not depend on the order of its fields: the page's document and the API write them differently.
 * Without that the first event would load each page a second time.
 */
export const plainText = (order: unknown): string =>
  JSON.stringify(order, (_, value) =>
    value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );

interface Page {
  /** The order that the page shows now, as JSON. */
  shown(): string;
  /** The address of the order's live events. */
  events: string;
  /** Draws the page again with the server's document; throws when that fails. */
  redraw(): Promise<void>;
}

/**
 * Keeps a page up to date: by server-sent events, and by asking every 2 s while they do not arrive (each minute once all is
 * delivered). Stops when a cancelled order is over: until then a refund may come. Returns a function that asks at once.
 */
export function followOrder({ shown, events: source, redraw }: Page): () => Promise<void> {
  const order = () => JSON.parse(shown()) as PublicOrder;
  const reference = order().external_reference;
  let events: EventSource | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  /** The order that the page should show. Undefined when the page shows it or a newer one. */
  let wanted: string | undefined;
  let drawing = false;

  const poll = () => {
    if (polling) return;
    polling = setInterval(
      () => {
        if (!document.hidden) void ask();
      },
      isSettled(order()) ? REST_MS : POLL_MS,
    );
  };
  const rest = () => {
    clearInterval(polling);
    polling = undefined;
  };

  async function show(value: unknown): Promise<void> {
    if (!isOrder(value, reference)) return;
    wanted = plainText(value);
    if (drawing) return;
    drawing = true;
    try {
      while (wanted !== undefined && wanted !== plainText(order())) {
        const goal: string = wanted;
        await redraw();
        if (wanted === goal) wanted = undefined;
      }
      if (isOver(order())) stop();
      else start();
    } catch (error) {
      console.error('order page', error);
      poll();
    }
    drawing = false;
  }

  async function ask(): Promise<void> {
    try {
      const { response } = await plainCall('GET', `/order/${encodeURIComponent(reference)}`);
      await show(response);
    } catch (error) {
      console.error('order', error);
    }
  }

  // A phone that returns from the bank's app asks at once what happened.
  const seen = () => {
    if (!document.hidden) void ask();
  };
  function stop(): void {
    events?.close();
    events = undefined;
    rest();
    document.removeEventListener('visibilitychange', seen);
  }

  function start(): void {
    if (events) return;
    events = new EventSource(source);
    events.onopen = rest;
    events.onerror = poll;
    events.addEventListener('order', (event: MessageEvent<string>) => {
      try {
        void show(JSON.parse(event.data));
      } catch (error) {
        console.error('order event', error);
      }
    });
    document.addEventListener('visibilitychange', seen);
  }

  if (!isOver(order())) start();
  return ask;
}

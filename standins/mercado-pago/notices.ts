import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Notice } from './model.ts';
import { NOT_LOCAL, postLocally } from './post-locally.ts';
import { manifest, sign } from './signature.ts';
import type { State } from './state.ts';
import { createWebhookFaults, type WebhookFault, type WebhookFaults } from './webhook-faults.ts';

export interface Delivery extends Omit<Notice, 'secret' | 'body'> {
  id: number;
  state: 'waiting' | 'delivered' | 'failed' | 'dropped' | 'skipped';
  /** The webhook fault that changed it. */
  fault?: string;
  attempts: {
    at: number;
    status?: number;
    error?: string;
    headers: Record<string, string>;
    url: string;
    body: string;
  }[];
}

export interface Notices {
  send(notice: Notice): void;
  list(): Delivery[];
  faults: WebhookFaults;
  /** Resolves when no notice is being sent or waits for its next try. */
  idle(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

/** Sends notices as in section 7 of the facts, repeats them until a 2xx answer, and spoils them on request. */
export function createNotices(state: State): Notices {
  let deliveries: Delivery[] = [];
  let stop = new AbortController();
  const running = new Set<Promise<void>>();
  const faults = createWebhookFaults();
  let held: { release: () => void }[] = [];
  let lastId = 0;

  const attempt = async (
    delivery: Delivery,
    notice: Notice,
    fault: WebhookFault | undefined,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const request = faults.write(notice, fault, state, {
      requestId: randomUUID(),
      sign: (secret, dataId, requestId, ts) => sign(secret, manifest({ dataId, requestId, ts })),
    });
    const entry: Delivery['attempts'][number] = {
      at: state.clock.now(),
      headers: request.headers,
      url: request.url,
      body: request.body.slice(0, 4096),
    };
    delivery.attempts.push(entry);
    try {
      entry.status = await postLocally(request, state.settings.webhookTimeoutMs, signal);
      return entry.status >= 200 && entry.status < 300;
    } catch (error) {
      entry.error = error instanceof Error ? error.message : String(error);
      if (entry.error === NOT_LOCAL) delivery.state = 'skipped';
      return false;
    }
  };

  const deliver = async (notice: Notice, fault: WebhookFault | undefined, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    lastId += 1;
    const { secret: _secret, body: _body, ...visible } = notice;
    const delivery: Delivery = { id: lastId, ...visible, state: 'waiting', attempts: [] };
    if (fault) delivery.fault = fault.kind;
    deliveries.push(delivery);
    if (deliveries.length > 1000) deliveries = deliveries.slice(-1000);
    if (fault?.kind === 'drop') {
      delivery.state = 'dropped';
      return;
    }
    for (const pause of [0, ...state.settings.webhookRetryMs]) {
      await wait(pause, undefined, { signal });
      if (await attempt(delivery, notice, fault, signal)) {
        delivery.state = 'delivered';
        return;
      }
      if (delivery.state === 'skipped') return;
    }
    delivery.state = 'failed';
  };

  const follow = (work: Promise<void>): Promise<void> => {
    const done = work
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
      })
      .finally(() => running.delete(done));
    running.add(done);
    return done;
  };

  /** `reorder` holds a notice until the next one was answered, or for `ms`. */
  const hold = (notice: Notice, fault: WebhookFault): void => {
    const timer = new AbortController();
    const { signal } = stop;
    const entry = { release: () => timer.abort() };
    held.push(entry);
    follow(
      wait(fault.ms ?? 3000, undefined, { signal: AbortSignal.any([timer.signal, signal]) })
        .catch(() => undefined)
        .then(() => {
          held = held.filter((other) => other !== entry);
          return deliver(notice, fault, signal);
        }),
    );
  };

  const notices: Notices = {
    faults,
    list: () => deliveries,
    send(notice) {
      const fault = notice.kind === 'webhook' ? faults.take() : undefined;
      if (fault?.kind === 'reorder') return hold(notice, fault);
      const { signal } = stop;
      const waiting = held;
      held = [];
      const copies = fault?.kind === 'duplicate' ? Math.max(1, fault.copies ?? 1) : 0;
      const pause = fault?.kind === 'delay' ? (fault.ms ?? 1000) : 0;
      const work = Array.from({ length: 1 + copies }, () =>
        follow(wait(pause, undefined, { signal }).then(() => deliver(notice, fault, signal))),
      );
      if (waiting.length > 0) {
        follow(
          Promise.all(work).then(() => {
            for (const entry of waiting) entry.release();
          }),
        );
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    reset() {
      stop.abort();
      stop = new AbortController();
      deliveries = [];
      held = [];
      faults.clear();
    },
    async close() {
      stop.abort();
      await Promise.allSettled(running);
    },
  };
  return notices;
}

import { calls } from '@vitrine/contract/calls/table';
import type { PublicOrder } from '@vitrine/contract/orders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { answerSchema } from '../../../http/answer-schema.ts';
import { Refusal } from '../../../http/errors.ts';
import { senderOf } from '../../../http/network.ts';
import { watchOrders } from './order-watch.ts';

/** Open streams of one sender (many players may share an address), and of this process. */
const PER_SENDER = 50;
const MOST = 5000;
/** Open streams of one order: a buyer's tabs, and a friend's. */
const PER_ORDER = 5;
/** Streams end after this long and browsers open them again, so that no stream is forgotten. */
const LONGEST_MS = 15 * 60_000;
/** Bytes that a slow reader may leave untaken before the stream ends. */
const MOST_UNTAKEN_BYTES = 64 * 1024;

/** What an event says: a field that the call's row does not name is not written. */
const sent = answerSchema(calls['GET /order/:external_reference/events'].events.order);

const busy = () => new Refusal('rate_limited', { retryAfter: 10 });

function countDown(places: Map<string, number>, key: string): void {
  const left = (places.get(key) ?? 1) - 1;
  if (left > 0) places.set(key, left);
  else places.delete(key);
}

/**
 * Live orders for their buyers over server-sent events: the fresh public order as soon as anything about it changes.
 */
export function orderStreams(deps: Deps) {
  const watch = watchOrders(deps);
  const senders = new Map<string, number>();
  const orders = new Map<string, number>();
  let count = 0;
  let closed = false;

  function leave(sender: string, reference: string): void {
    count -= 1;
    countDown(senders, sender);
    countDown(orders, reference);
  }

  return {
    /**
     * Takes a place for one more stream before anything is read for it, so that thousands that come at once cost
     * nothing. Refuses `rate_limited` when the order, the sender or the process has no place left.
     */
    admit(request: FastifyRequest, reference: string): () => void {
      const sender = senderOf(request.ip);
      const [own, watching] = [senders.get(sender) ?? 0, orders.get(reference) ?? 0];
      if (closed || own >= PER_SENDER || count >= MOST || watching >= PER_ORDER) throw busy();
      senders.set(sender, own + 1);
      orders.set(reference, watching + 1);
      count += 1;
      return () => leave(sender, reference);
    },

    /** Sends the order until the stream ends. `leave` gives its place back. */
    open(reply: FastifyReply, order: PublicOrder, leave: () => void): FastifyReply {
      const { raw } = reply;
      if (closed) throw busy();
      let begun = false;
      const unwatch = watch.watch(order, {
        moved(now) {
          if (!begun) begin();
          raw.write(`event: order\ndata: ${reply.serializeInput(now, sent)}\n\n`);
        },
        beat() {
          // Ends the stream instead of piling up what a slow reader does not take.
          if (raw.writableLength > MOST_UNTAKEN_BYTES) return end();
          raw.write(': \n\n');
        },
        end: () => end(),
      });
      const lifetime = setTimeout(end, LONGEST_MS);

      function begin(): void {
        begun = true;
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) raw.setHeader(name, value);
        }
        raw.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          'x-robots-tag': 'noindex',
        });
      }
      let ended = false;
      function end(): void {
        if (ended) return;
        ended = true;
        clearTimeout(lifetime);
        unwatch();
        leave();
        raw.end();
      }
      raw.on('close', end);
      raw.on('error', end);
      // The caller hung up while the order was read, and no later event would tell us.
      if (raw.closed || raw.destroyed) end();
      return reply;
    },
    /** Somebody asked for the order without a stream. While the order is under way, it is watched for them as well. */
    seen: (order: PublicOrder): void => watch.seen(order),
    /** The process drains: every stream ends, and browsers open theirs again elsewhere. */
    close(): void {
      closed = true;
      watch.close();
    },
  };
}

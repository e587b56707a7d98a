import { calls } from '@vitrine/contract/calls/table';
import type { PublicOrder } from '@vitrine/contract/orders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { openEventStream } from '../../../http/event-stream.ts';
import { senderOf } from '../../../http/network.ts';
import { Places } from '../../../http/places.ts';
import { watchOrders } from './order-watch.ts';

/** Open streams of one sender (many players may share an address), and of this process. */
const PER_SENDER = 50;
const MOST = 5000;
/** Open streams of one order: a buyer's tabs, and a friend's. */
const PER_ORDER = 5;
/** Streams end after this long and browsers open them again, so that no stream is forgotten. */
const LONGEST_MS = 15 * 60_000;

/** What an event says: a field that the call's row does not name is not written. */
const sent = calls['GET /order/:external_reference/events'].events.order;

const busy = () => new Refusal('rate_limited', { retryAfter: 10 });

/**
 * Live orders for their buyers over server-sent events: the fresh public order as soon as anything about it changes.
 */
export function orderStreams(deps: Deps) {
  const watch = watchOrders(deps);
  const senders = new Places();
  const orders = new Places();
  let count = 0;
  let closed = false;

  return {
    /**
     * Takes a place for one more stream before anything is read for it, so that thousands that come at once cost
     * nothing. Refuses `rate_limited` when the order, the sender or the process has no place left.
     */
    admit(request: FastifyRequest, reference: string): () => void {
      const sender = senderOf(request.ip);
      if (closed || senders.of(sender) >= PER_SENDER || count >= MOST || orders.of(reference) >= PER_ORDER) {
        throw busy();
      }
      senders.take(sender);
      orders.take(reference);
      count += 1;
      return () => {
        count -= 1;
        senders.leave(sender);
        orders.leave(reference);
      };
    },

    /** Sends the order until the stream ends. `leave` gives its place back. */
    open(reply: FastifyReply, order: PublicOrder, leave: () => void): FastifyReply {
      if (closed) throw busy();
      let unwatch = () => {};
      const stream = openEventStream(reply, LONGEST_MS, () => {
        unwatch();
        leave();
      });
      if (stream.open) {
        unwatch = watch.watch(order, {
          moved: (now) => stream.send('order', now, sent),
          beat: () => stream.beat(),
          end: () => stream.end(),
        });
      }
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

import type { PublicOrder } from '@vitrine/contract/orders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { watchDiscord } from '../fulfilment/discord-watch.ts';
import { publicOrder } from '../orders/read-public-order.ts';
import { hurryPayment } from './reconcile.ts';

/** Open streams of one address (many players share one), and of this process. */
const PER_ADDRESS = 50;
const MOST = 5000;
const HEARTBEAT_MS = 4000;
/** Streams end by themselves and are opened again, so that nobody is forgotten. */
const LONGEST_MS = 15 * 60_000;

/** Paid, and something of it is still to come. */
const isUnderWay = ({ status, deliveries }: PublicOrder) =>
  status === 'completed' && deliveries.some(({ state, phase }) => phase === 'confirmation' && isOpen[state]);
const isOpen: Record<PublicOrder['deliveries'][number]['state'], boolean> = {
  scheduled: false,
  queued: true,
  sent: true,
  failed: true,
  uncertain: true,
  succeeded: false,
  cancelled: false,
};

/**
 * Live orders for their buyers over server-sent events: the fresh public order as soon as anything of it moved. While a
 * stream is open its payment is asked about every few seconds, so a payment shows within 15 s without any notice, what
 * time alone changes (a city that falls silent) is read again, and Discord is asked whether it still holds anything up.
 */
export function orderStreams(deps: Deps) {
  const streams = new Map<string, Set<() => void>>();
  const closers = new Set<() => void>();
  const addresses = new Map<string, number>();
  const wake = (order: string) => {
    for (const heard of streams.get(order) ?? []) heard();
  };
  const unsubscribe = deps.listener.on(
    'orders',
    (payload) => wake(payload.slice(payload.indexOf(':') + 1)),
    () => {
      for (const order of streams.keys()) wake(order);
    },
  );
  const discord = watchDiscord(deps);
  let closed = false;

  function open(request: FastifyRequest, reply: FastifyReply, first: PublicOrder): FastifyReply {
    const address = request.ip;
    const count = addresses.get(address) ?? 0;
    if (closed || count >= PER_ADDRESS || closers.size >= MOST) throw new Refusal('rate_limited', { retryAfter: 10 });
    addresses.set(address, count + 1);
    const { raw } = reply;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-robots-tag': 'noindex',
    });

    let last = '';
    let underWay = false;
    const write = (order: PublicOrder) => {
      underWay = isUnderWay(order);
      if (underWay) discord.seen(order.external_reference);
      const data = JSON.stringify(order);
      if (data === last) return;
      last = data;
      raw.write(`event: order\ndata: ${data}\n\n`);
    };
    let reading = false;
    let again = false;
    const refresh = async () => {
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      try {
        do {
          again = false;
          const order = await publicOrder(deps.db, deps.config, first.external_reference);
          if (order && !raw.destroyed) write(order);
        } while (again);
      } catch (error) {
        request.log.warn({ err: error }, 'a live order could not be read');
      } finally {
        reading = false;
      }
    };
    const heard = () => void refresh();
    const beat = setInterval(() => {
      // What a slow reader did not take yet is not piled up.
      if (raw.writableLength > 64 * 1024) return end();
      raw.write(': \n\n');
      if (underWay) heard();
      hurryPayment(deps, first.external_reference).catch((error) =>
        request.log.warn({ err: error }, 'hurrying failed'),
      );
    }, HEARTBEAT_MS);
    const lifetime = setTimeout(() => end(), LONGEST_MS);

    let ended = false;
    function end(): void {
      if (ended) return;
      ended = true;
      clearInterval(beat);
      clearTimeout(lifetime);
      closers.delete(end);
      const set = streams.get(first._id);
      set?.delete(heard);
      if (set?.size === 0) streams.delete(first._id);
      const left = (addresses.get(address) ?? 1) - 1;
      if (left > 0) addresses.set(address, left);
      else addresses.delete(address);
      raw.end();
    }
    closers.add(end);
    streams.set(first._id, (streams.get(first._id) ?? new Set()).add(heard));
    raw.on('close', end);
    raw.on('error', end);
    write(first);
    // Whatever moved between reading the order and listening for it.
    heard();
    return reply;
  }

  return {
    open,
    /** Somebody asked for the order without a stream; while it is under way they are looked after all the same. */
    seen(order: PublicOrder): void {
      if (isUnderWay(order)) discord.seen(order.external_reference);
    },
    /** The process drains: every stream ends, and browsers open theirs again elsewhere. */
    close(): void {
      closed = true;
      unsubscribe();
      discord.close();
      for (const end of [...closers]) end();
    },
  };
}

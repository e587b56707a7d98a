import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { senderOf } from './network.ts';

/**
 * Most open connections of one sender, and of this process. Carriers put many players behind one address, and a
 * browser opens six, so the first figure is generous. The second is 5000 live orders plus room for everybody else.
 */
const PER_SENDER = 256;
const MOST = 8192;
/** How often slow senders and readers are searched, in ms. Node's own 30 s would turn 15 s into 45. */
export const LOOK_EVERY_MS = 1000;
/**
 * The slowest accepted reader: the worst mobile line is several times faster. A pause of `graceMs` without signal is
 * allowed.
 */
const SLOWEST = { graceMs: 30_000, bytesPerSecond: 4096 };

interface Sender {
  open: number;
  /** Connections without any request yet, the oldest first. */
  silent: Set<Socket>;
  /** Answered connections that wait for their next request, the longest waiting first. */
  idle: Set<Socket>;
}

interface Connection {
  name: string;
  sender: Sender;
  /** Number of running requests. */
  asked: number;
  /** Since when unread bytes have been waiting for the other side, and how many bytes it had taken by then. */
  slow?: { since: number; taken: number } | undefined;
}

export interface ConnectionLimits {
  /** Starts counting. Every listener that answers requests must be installed before. */
  watch(server: Server): void;
  /**
   * Ends connections that never sent a request: Node does not count them as idle, and a closing server would wait for
   * them.
   */
  closeSilent(): void;
}

/**
 * Limits the number of connections, and how long one may wait for its reader. One connection too many replaces the
 * oldest one without a request, else the one that is idle for longest. It is taken from the same sender or, if the
 * process is full, from the sender with most of them. A connection with a running answer, also a poll or stream, is
 * never ended for this; if all have one, the new one is closed. Behind a trusted proxy the senders are unknown here,
 * so only the total is limited, and the proxy counts its clients.
 */
export function createConnectionLimits({
  behindProxy,
  perSender = behindProxy ? MOST : PER_SENDER,
  most = MOST,
  slowest = SLOWEST,
}: {
  behindProxy: boolean;
  perSender?: number;
  most?: number;
  slowest?: { graceMs: number; bytesPerSecond: number };
}): ConnectionLimits {
  const senders = new Map<string, Sender>();
  const connections = new Map<Socket, Connection>();
  const silent = new Set<Socket>();
  const busy = new Set<Socket>();
  let looking: NodeJS.Timeout | undefined;

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (!connection) return;
    const { name, sender } = connection;
    connections.delete(socket);
    sender.open -= 1;
    for (const set of [silent, busy, sender.silent, sender.idle]) set.delete(socket);
    if (sender.open === 0) senders.delete(name);
  }

  function end(socket: Socket): void {
    forget(socket);
    socket.destroy();
  }

  /** Ends the first connection of the first set that has one. False if there is none. */
  function makeRoom(...from: Set<Socket>[]): boolean {
    const [first] = from.find((set) => set.size > 0) ?? [];
    if (first) end(first);
    return first !== undefined;
  }

  function mostIdle(): Set<Socket> {
    let found = new Set<Socket>();
    for (const { idle } of senders.values()) if (idle.size > found.size) found = idle;
    return found;
  }

  function welcome(socket: Socket): void {
    const name = behindProxy ? '' : senderOf(socket.remoteAddress ?? '');
    const own = senders.get(name);
    const hasOwn = !own || own.open < perSender || makeRoom(own.silent, own.idle);
    if (!hasOwn || (connections.size >= most && !makeRoom(silent, mostIdle()))) {
      socket.destroy();
      return;
    }
    const sender = senders.get(name) ?? { open: 0, silent: new Set(), idle: new Set() };
    senders.set(name, sender);
    connections.set(socket, { name, sender, asked: 0 });
    sender.open += 1;
    sender.silent.add(socket);
    silent.add(socket);
    socket.once('close', () => forget(socket));
  }

  function ask({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(socket);
    if (!connection) return;
    const { sender } = connection;
    // A kept page was sent whole before this listener ran. Waiting for its end would cost a twentieth of the
    // answer (docs/decisions/0139-kept-page-by-address.md).
    if (connection.asked === 0 && response.writableEnded && socket.writableLength === 0) {
      for (const set of [silent, sender.silent, sender.idle]) set.delete(socket);
      sender.idle.add(socket);
      return;
    }
    connection.asked += 1;
    if (connection.asked === 1) {
      for (const set of [silent, sender.silent, sender.idle]) set.delete(socket);
      busy.add(socket);
    }
    response.once('close', () => {
      connection.asked -= 1;
      if (connection.asked > 0 || !connections.has(socket)) return;
      busy.delete(socket);
      connection.slow = undefined;
      sender.idle.add(socket);
    });
  }

  /** Ends connections whose reader is so slow that it only holds them open. */
  function lookForSlow(): void {
    const now = performance.now();
    for (const socket of busy) {
      const connection = connections.get(socket);
      if (!connection) continue;
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0) connection.slow = undefined;
      else connection.slow ??= { since: now, taken };
      if (!connection.slow) continue;
      const allowed = ((taken - connection.slow.taken + waiting) / slowest.bytesPerSecond) * 1000 + slowest.graceMs;
      if (now - connection.slow.since > allowed) end(socket);
    }
  }

  return {
    watch(server) {
      server.on('connection', welcome);
      // A request that asks whether its body is wanted counts as a request.
      for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, ask);
      looking = setInterval(lookForSlow, LOOK_EVERY_MS).unref();
      server.once('close', () => clearInterval(looking));
    },
    closeSilent() {
      for (const socket of silent) socket.destroy();
    },
  };
}

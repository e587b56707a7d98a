import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { senderOf } from './network.ts';

/**
 * Open connections of one sender, and of this process. Carriers put many players behind one address, and a browser opens
 * six, so the first is generous; the second is 5000 live orders and room for everybody else.
 */
const PER_SENDER = 256;
const MOST = 8192;
/** How often slow senders and readers are looked for; Node's own 30 s would turn 15 s into 45. */
export const LOOK_EVERY_MS = 1000;
/** How slowly an answer may be taken: the worst mobile line is several times faster. A moment without signal is borne. */
const SLOWEST = { graceMs: 30_000, bytesPerSecond: 4096 };

interface Sender {
  open: number;
  /** Connections that have not asked for anything yet, the oldest first. */
  silent: Set<Socket>;
  /** Connections that were answered and wait for the next request, whoever waits longest first. */
  idle: Set<Socket>;
}

interface Connection {
  name: string;
  sender: Sender;
  /** Requests under way. */
  asked: number;
  /** Since when there always was something that the other side had not taken yet, and what it had taken by then. */
  slow?: { since: number; taken: number } | undefined;
}

export interface ConnectionLimits {
  /** Begins to count. Whatever answers requests must be in place. */
  watch(server: Server): void;
  /** Ends connections that never asked for anything: Node takes none of them for idle, and a closing server waits for it. */
  closeSilent(): void;
}

/**
 * Keeps the number of connections bounded, and what one may wait for its reader. A connection that is too many takes the
 * place of the oldest that never asked for anything, else of the one that is idle for longest: of its own sender, or, where
 * the whole is full, of the sender with most of them. What is being answered, polls and streams too, is never ended for it; where
 * everything is, the new one is closed. Behind a trusted proxy the senders are not seen here, so only the whole is bounded
 * and the proxy counts its clients.
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

  /** Ends the first of the first set that has one; false where nobody can be asked to leave. */
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

  /** Ends whoever takes an answer so slowly that it is only held open. */
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
      // Whoever asks whether its body is wanted has asked.
      for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, ask);
      looking = setInterval(lookForSlow, LOOK_EVERY_MS).unref();
      server.once('close', () => clearInterval(looking));
    },
    closeSilent() {
      for (const socket of silent) socket.destroy();
    },
  };
}

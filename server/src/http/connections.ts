import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { senderOf } from './network.ts';

/**
 * Open connections of one sender, and of this process. Carriers put many players behind one address, and a browser opens
 * six, so the first is generous; the second is 5000 live orders and room for everybody else.
 */
const PER_SENDER = 256;
const MOST = 8192;
/** How often slow senders are looked for; Node's own 30 s would turn 15 s into 45. */
export const LOOK_EVERY_MS = 1000;

/** Connections, the oldest first, that have not asked for anything yet. */
type Silent = Set<Socket>;

interface Sender {
  open: number;
  silent: Silent;
}

export interface ConnectionLimits {
  /** Begins to count. Whatever answers requests must be in place. */
  watch(server: Server): void;
  /** Ends connections that never asked for anything: Node takes none of them for idle, and a closing server waits for it. */
  closeSilent(): void;
}

/**
 * Keeps the number of connections bounded. One that is too many takes the place of the oldest that never asked for
 * anything, of its sender or of all; where every one did, it is closed. Behind a trusted proxy the senders are not seen
 * here, so only the whole is bounded and the proxy counts its clients.
 */
export function createConnectionLimits({ behindProxy }: { behindProxy: boolean }): ConnectionLimits {
  const senders = new Map<string, Sender>();
  const all: Sender = { open: 0, silent: new Set() };

  /** Makes room within a bound; false where nobody can be asked to leave. */
  function hasRoom(of: Sender, most: number): boolean {
    if (of.open < most) return true;
    const [oldest] = of.silent;
    oldest?.destroy();
    if (oldest) forget(oldest);
    return oldest !== undefined;
  }

  const known = new WeakMap<Socket, { name: string; sender: Sender }>();
  function forget(socket: Socket): void {
    const entry = known.get(socket);
    if (!entry) return;
    known.delete(socket);
    for (const count of [entry.sender, all]) {
      count.open -= 1;
      count.silent.delete(socket);
    }
    if (entry.sender.open === 0) senders.delete(entry.name);
  }

  function welcome(socket: Socket): void {
    const name = behindProxy ? '' : senderOf(socket.remoteAddress ?? '');
    const sender = senders.get(name) ?? { open: 0, silent: new Set() };
    if (!hasRoom(sender, behindProxy ? MOST : PER_SENDER) || !hasRoom(all, MOST)) {
      socket.destroy();
      return;
    }
    senders.set(name, sender);
    known.set(socket, { name, sender });
    for (const count of [sender, all]) {
      count.open += 1;
      count.silent.add(socket);
    }
    socket.once('close', () => forget(socket));
  }

  return {
    watch(server) {
      server.on('connection', welcome);
      server.on('request', ({ socket }: IncomingMessage) => {
        if (!all.silent.delete(socket)) return;
        known.get(socket)?.sender.silent.delete(socket);
      });
    },
    closeSilent() {
      for (const socket of all.silent) socket.destroy();
    },
  };
}

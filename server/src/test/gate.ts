import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A stopped message: let it through, or cut the connection so that it never arrives. */
interface Stopped {
  pass(): void;
  cut(): void;
}

/** A connection between a game server and the product that can be stopped and cut at a chosen message. */
export interface Gate {
  url: string;
  /** Resolves when a request with the text has arrived and is stopped here. */
  stopRequest(contains: string): Promise<Stopped>;
  /** Resolves when the product has answered with the text and the answer is stopped here. */
  stopAnswer(contains: string): Promise<Stopped>;
  close(): Promise<void>;
}

type Side = 'request' | 'answer';

export async function openGate(port: number): Promise<Gate> {
  const armed: { side: Side; contains: string; stopped: (what: Stopped) => void }[] = [];
  const sockets = new Set<Socket>();

  const join = (from: Socket, to: Socket, side: Side) => {
    let held: Buffer[] | undefined;
    from.on('data', (chunk) => {
      if (held) {
        held.push(chunk);
        return;
      }
      const text = chunk.toString('utf8');
      const at = armed.findIndex((one) => one.side === side && text.includes(one.contains));
      const [trap] = at < 0 ? [] : armed.splice(at, 1);
      if (!trap) {
        to.write(chunk);
        return;
      }
      held = [chunk];
      trap.stopped({
        pass() {
          for (const piece of held ?? []) to.write(piece);
          held = undefined;
        },
        cut() {
          from.destroy();
          to.destroy();
        },
      });
    });
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('error', () => to.destroy());
    sockets.add(from);
  };

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    join(near, far, 'request');
    join(far, near, 'answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (side: Side, contains: string) =>
    new Promise<Stopped>((stopped) => armed.push({ side, contains, stopped }));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stopRequest: (contains) => stop('request', contains),
    stopAnswer: (contains) => stop('answer', contains),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

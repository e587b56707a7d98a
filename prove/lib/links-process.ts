import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Mode, Order } from './links.ts';

/** The process of links.ts. It ends with its parent. */

interface Pair {
  near: Socket;
  far: Socket;
  /** The other end has lost power. Bytes are missing from then on, so no later byte may pass. */
  dead: boolean;
}

class Wire {
  targets: number[];
  mode: Mode = { kind: 'pass' };
  #next = 0;
  readonly #pairs = new Set<Pair>();
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (near) => this.#accept(near));

  constructor(targets: number[]) {
    this.targets = targets;
  }

  async listen(): Promise<number> {
    await new Promise<void>((settle, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', 4096, settle);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  set(mode: Mode): void {
    this.mode = mode;
    if (mode.kind === 'half-open') for (const pair of this.#pairs) pair.dead = true;
    if (mode.kind !== 'cut') return;
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  #accept(near: Socket): void {
    near.on('error', () => {});
    if (this.mode.kind === 'cut') near.resetAndDestroy();
    else this.#reach(near, this.targets.length);
  }

  /** Tries one target after the other, because an ended process refuses at once. */
  #reach(near: Socket, tries: number): void {
    const port = this.targets[this.#next % this.targets.length];
    this.#next += 1;
    if (tries === 0 || port === undefined) {
      near.resetAndDestroy();
      return;
    }
    const from = near.remoteAddress?.replace(/^::ffff:/, '');
    const far = connect({
      port,
      host: '127.0.0.1',
      allowHalfOpen: true,
      noDelay: true,
      ...(from && { localAddress: from }),
    });
    const refused = () => this.#reach(near, tries - 1);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => near.destroy());
      this.#join(near.setNoDelay(), far);
    });
  }

  #join(near: Socket, far: Socket): void {
    const pair: Pair = { near, far, dead: this.mode.kind === 'half-open' };
    this.#pairs.add(pair);
    this.#carry(pair, near, far);
    this.#carry(pair, far, near);
    const end = () => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.once('close', end);
    far.once('close', end);
  }

  #carry(pair: Pair, from: Socket, to: Socket): void {
    let late = Promise.resolve();
    /** Keeps the order of arrival, even when the wire has just become faster. */
    const pass = (act: () => void) => {
      if (pair.dead) return;
      const { mode } = this;
      const due = mode.kind === 'delay' ? new Promise<void>((settle) => setTimeout(settle, mode.ms)) : undefined;
      late = due ? Promise.all([late, due]).then(act) : late.then(act);
    };
    from.on('data', (chunk) =>
      pass(() => {
        if (to.write(chunk)) return;
        from.pause();
        to.once('drain', () => from.resume());
      }),
    );
    from.on('end', () => pass(() => to.end()));
    from.resume();
  }
}

const wires = new Map<string, Wire>();

async function obey(order: Order): Promise<number | undefined> {
  if ('open' in order) {
    const wire = new Wire(order.open.targets);
    wires.set(order.name, wire);
    return await wire.listen();
  }
  const wire = wires.get(order.name);
  if (!wire) throw new Error(`There is no wire ${order.name}.`);
  if ('lead' in order) wire.targets = order.lead;
  else wire.set(order.mode);
  return undefined;
}

process.on('message', (order: Order) => {
  obey(order).then(
    (port) => process.send?.({ id: order.id, port }),
    (error: Error) => process.send?.({ id: order.id, problem: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C is for the parent, which still needs the wires to end the products.
process.on('SIGINT', () => {});
process.send?.({ id: 0 });

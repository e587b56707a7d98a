import { connect } from 'node:net';

/** Each server has these turns before the first round, because Node compiles its code while it answers them. */
const WARM_UP_TURNS = 8;

/** Whom the client asks, for what, and for how long. */
export interface Turns {
  /** Servers on this machine, which take turns. */
  ports: readonly number[];
  host: string;
  path: string;
  /** Keep-alive connections to each server. Each asks again after its answer. */
  connections: number;
  /** Number of turns of each server. */
  rounds: number;
  /** Length of a turn in ms. */
  turnMs: number;
}

export interface Line {
  /** Asks until `end` (as of performance.now()). Returns the number of answers, and tells the wait for each in ms. */
  ask(end: number, waited?: (ms: number) => void): Promise<number>;
  close(): void;
}

/**
 * Asks several servers for the same address in short turns. A shared machine changes its speed within seconds, so
 * only turns that follow each other can be compared. The servers change their order with each round.
 * Returns the answers per second of every round, in the order of `ports`. Throws when an answer is not 200 or a
 * connection breaks.
 */
export async function inTurns({ ports, host, path, connections, rounds, turnMs }: Turns): Promise<number[][]> {
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\nuser-agent: bench-bot\r\n\r\n`;
  const servers = ports.map((port) => Array.from({ length: connections }, () => line(port, () => request)));
  const turn = async (lines: Line[]) => {
    const start = performance.now();
    const answers = await Promise.all(lines.map(async (one) => await one.ask(start + turnMs)));
    return answers.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000);
  };
  try {
    for (const lines of servers) for (let n = 0; n < WARM_UP_TURNS; n += 1) await turn(lines);
    const rates: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const order = [...servers.keys()];
      if (round % 2) order.reverse();
      const perSecond: number[] = [];
      for (const server of order) perSecond[server] = await turn(servers[server] ?? []);
      rates.push(perSecond);
    }
    return rates;
  } finally {
    for (const one of servers.flat()) one.close();
  }
}

/** One connection, opened again when the server ends it after an answer. `next` writes each request. */
export function line(port: number, next: () => string): Line {
  let socket: ReturnType<typeof connect> | undefined;
  let pending: Buffer = Buffer.alloc(0);
  let answered: (keeps: boolean) => void = () => {};
  let failed: (error: Error) => void = () => {};

  function receive(chunk: Buffer): void {
    pending = pending.length ? Buffer.concat([pending, chunk]) : chunk;
    const end = pending.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = pending.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
      failed(new Error(head.slice(0, 200)));
      return;
    }
    if (pending.length < end + 4 + length) return;
    pending = pending.subarray(end + 4 + length);
    answered(!/connection: close/i.test(head));
  }

  function send(): void {
    socket ??= connect(port, '127.0.0.1')
      .on('data', receive)
      .on('end', () => failed(new Error('The server ended a connection without announcing it.')))
      .on('error', (error) => failed(error));
    socket.write(next());
  }

  return {
    ask: async (end, waited) =>
      await new Promise((settle, reject) => {
        let answers = 0;
        let begun = performance.now();
        failed = reject;
        answered = (keeps) => {
          const now = performance.now();
          waited?.(now - begun);
          begun = now;
          answers += 1;
          if (!keeps) {
            socket?.destroy();
            socket = undefined;
          }
          if (now >= end) settle(answers);
          else send();
        };
        send();
      }),
    close: () => void socket?.destroy(),
  };
}

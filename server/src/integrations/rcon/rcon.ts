import { connect, type Socket } from 'node:net';
import { COMMAND, LOGIN, type Packet, PIECE, pack, REFUSED, unpack } from './packets.ts';
import { type AllowedNetworks, allowedAddress, isAllowedAddress } from './public-address.ts';

/** Times in ms. The server answers a command after its main thread ran it, and on a slow server that is late. */
const CONNECT_MS = 5_000;
const LOGIN_MS = 5_000;
const ANSWER_MS = 20_000;
/** A further piece of a long text follows at once. */
const PIECE_MS = 1_000;
/** Most pieces of a text that are read. Further ones are left, because people read only the beginning. */
const PIECES_MOST = 8;
/** Most packets that nobody asked for. Whatever sends more is no Minecraft server. */
const UNREAD_MOST = 64;
/** Most answers before the one about the password. Source's servers send one. Whatever sends more is no server. */
const BEFORE_LOGIN_MOST = 4;

export interface RconPlace {
  host: string;
  port: number;
  password: string;
}

/**
 * Why there is no connection. `address`: the host has no address that Vitrine may connect to. `unreachable`: nobody answered, or
 * what answered is no RCON. `password`: the server refused it.
 */
export type RconProblem = 'address' | 'unreachable' | 'password';

/**
 * What became of a command. `answered`: the server ran it, and this is its text. `unsent`: no byte of it left this process.
 * `lost`: bytes may have left and no answer came, so nobody knows.
 */
export type Ran = { what: 'answered'; text: string } | { what: 'unsent' } | { what: 'lost' };

/** One logged-in connection. It runs one command at a time, because old servers mix up several. */
export interface Rcon {
  /** Sends one command, in one write. Throws a RangeError for one that fits into no packet, before a byte leaves. */
  run(command: string): Promise<Ran>;
  /** Whether a further command may go over it. Some servers and proxies end the connection after each answer. */
  readonly open: boolean;
  close(): void;
}

/** Connects and logs in. Never sends the password to an address that is not allowed. */
export async function connectRcon(
  { host, port, password }: RconPlace,
  { allowed }: { allowed: AllowedNetworks },
): Promise<Rcon | { problem: RconProblem }> {
  const address = await allowedAddress(host, allowed);
  if (address === undefined) return { problem: 'address' };
  // Half open, because a socket that answers the other side's end by itself can no longer be reset, and would stay open.
  const socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true });
  const line = new Line(socket);
  if (!(await connected(socket))) return line.fail('unreachable');
  const { remoteAddress } = socket;
  // The connection was accepted and ended at once.
  if (remoteAddress === undefined) return line.fail('unreachable');
  // Whatever stands between here and there, the other end is the address that was allowed.
  if (!isAllowedAddress(remoteAddress, allowed)) return line.fail('address');
  line.write(pack({ id: 1, type: LOGIN, body: password }));
  const until = performance.now() + LOGIN_MS;
  for (let read = 0; read <= BEFORE_LOGIN_MOST; read += 1) {
    const packet = await line.next(until);
    if (!packet) break;
    if (packet.type !== COMMAND) continue;
    if (packet.id === REFUSED) return line.fail('password');
    if (packet.id === 1) return new Connection(line);
    break;
  }
  return line.fail('unreachable');
}

function connected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CONNECT_MS);
    const end = (is: boolean) => () => {
      clearTimeout(timer);
      resolve(is);
    };
    socket.once('connect', end(true)).once('close', end(false));
  });
}

class Connection implements Rcon {
  readonly #line: Line;
  #id = 1;

  constructor(line: Line) {
    this.#line = line;
  }

  get open(): boolean {
    // A packet that nobody asked for belongs to no command, so this connection cannot be trusted any more.
    return !this.#line.ended && this.#line.unread === 0;
  }

  async run(command: string): Promise<Ran> {
    this.#id += 1;
    const id = this.#id;
    const bytes = pack({ id, type: COMMAND, body: command });
    if (!this.open) {
      this.#line.drop();
      return { what: 'unsent' };
    }
    this.#line.write(bytes);
    const first = await this.#line.next(performance.now() + ANSWER_MS);
    if (first?.id !== id) {
      this.#line.drop();
      return { what: 'lost' };
    }
    // The server answers after it ran the command, so what follows concerns the text alone.
    return { what: 'answered', text: await this.#rest(id, first) };
  }

  /** The whole text. A full piece may be the last one, and the server does not tell. Then the connection is not used again. */
  async #rest(id: number, first: Packet): Promise<string> {
    let text = first.body.toString('utf8');
    let whole = text;
    for (let pieces = 1; text.length >= PIECE; pieces += 1) {
      const next = pieces < PIECES_MOST ? await this.#line.next(performance.now() + PIECE_MS) : undefined;
      if (next?.id !== id) {
        this.#line.drop();
        break;
      }
      text = next.body.toString('utf8');
      whole += text;
    }
    return whole;
  }

  close(): void {
    this.#line.close();
  }
}

/** A socket that is read packet by packet. What arrived before its end is still read. */
class Line {
  readonly #socket: Socket;
  readonly #packets: Packet[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    // `close` follows, and says the same.
    socket.on('error', () => undefined);
    for (const event of ['end', 'close'] as const) socket.on(event, () => this.#end());
  }

  get ended(): boolean {
    return this.#ended;
  }

  get unread(): number {
    return this.#packets.length + this.#bytes.length;
  }

  #take(chunk: Buffer): void {
    if (this.#ended) return;
    try {
      const { packets, rest } = unpack(Buffer.concat([this.#bytes, chunk]));
      this.#packets.push(...packets);
      this.#bytes = rest;
      if (this.#packets.length > UNREAD_MOST) this.drop();
    } catch {
      this.drop();
    }
    this.#wake?.();
  }

  #end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  write(bytes: Buffer): void {
    // One write: the server closes the connection when a packet arrives in parts, or two at once.
    this.#socket.write(bytes);
  }

  /** The next packet; undefined when none came until this moment of `performance.now()`, or the other side ended. */
  async next(until: number): Promise<Packet | undefined> {
    for (;;) {
      const packet = this.#packets.shift();
      if (packet) return packet;
      const left = until - performance.now();
      if (this.#ended || left <= 0) return undefined;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
  }

  fail(problem: RconProblem): { problem: RconProblem } {
    this.drop();
    return { problem };
  }

  /** Ends it at once. A reset also takes back bytes that this machine still holds, so that nothing arrives later. */
  drop(): void {
    this.#ended = true;
    if (this.#socket.connecting) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  close(): void {
    this.#ended = true;
    this.#socket.end(() => this.#socket.destroy());
  }
}
